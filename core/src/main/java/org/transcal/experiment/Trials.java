package org.transcal.experiment;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.transcal.calibration.Methods;
import org.transcal.comparison.Score;

/** All trials of an experiment, found by task and method. */
public final class Trials {
  private record Key(TaskName task, String method) {}

  private final List<Trial> all;
  private final List<String> methods;
  private final List<TaskName> tasks;
  private final Map<Key, List<Trial>> byCell;

  /**
   * Trials in the order in which results list them.
   *
   * @param methods names in the order in which tables show them
   */
  public Trials(Collection<Trial> trials, List<String> methods) {
    this.all = List.copyOf(trials);
    this.methods = List.copyOf(methods);
    Set<TaskName> names = new LinkedHashSet<>();
    this.byCell = new LinkedHashMap<>();
    for (Trial trial : all) {
      names.add(trial.task());
      byCell
          .computeIfAbsent(new Key(trial.task(), trial.method()), key -> new ArrayList<>())
          .add(trial);
    }
    this.tasks = List.copyOf(names);
  }

  /** Every trial. */
  public List<Trial> all() {
    return all;
  }

  /** Methods in the order of tables, including those that never ran. */
  public List<String> methods() {
    return methods;
  }

  /** Methods that ran at least once. */
  public List<String> methodsThatRan() {
    Set<String> ran =
        all.stream()
            .filter(trial -> trial.fitted().isPresent())
            .map(Trial::method)
            .collect(Collectors.toSet());
    return methods.stream().filter(ran::contains).toList();
  }

  /** Tasks in the order in which they ran. */
  public List<TaskName> tasks() {
    return tasks;
  }

  /** Tasks with target labels, so that at least one method has scores. */
  public List<TaskName> scoredTasks() {
    Set<TaskName> scored =
        all.stream()
            .filter(trial -> trial.scores().isPresent())
            .map(Trial::task)
            .collect(Collectors.toSet());
    return tasks.stream().filter(scored::contains).toList();
  }

  /** Scored tasks grouped by a part of their names, in its order. */
  public Map<String, List<TaskName>> scoredTasksBy(Function<TaskName, String> part) {
    return scoredTasks().stream()
        .collect(Collectors.groupingBy(part, TreeMap::new, Collectors.toList()));
  }

  /** The trials of a method on a task, by repeat; empty if there are none. */
  public List<Trial> of(TaskName task, String method) {
    return List.copyOf(byCell.getOrDefault(new Key(task, method), List.of()));
  }

  /** How often the task that ran most often ran. */
  public int repeats() {
    return 1 + all.stream().mapToInt(Trial::repeat).max().orElse(0);
  }

  /** A score of every repeat of a method on a task, by repeat; those that failed are left out. */
  public Map<Integer, Double> scores(TaskName task, String method, Score score) {
    Map<Integer, Double> byRepeat = new TreeMap<>();
    for (Trial trial : of(task, method)) {
      trial.scores().ifPresent(scores -> byRepeat.put(trial.repeat(), score.of(scores)));
    }
    return byRepeat;
  }

  /** The mean of a score over the repeats of a method on a task. */
  public OptionalDouble meanScore(TaskName task, String method, Score score) {
    return scores(task, method, score).values().stream().mapToDouble(value -> value).average();
  }

  /** Whether a method saw the target labels: it is a yardstick and never called best. */
  public static boolean isYardstick(String method) {
    return method.equals(Methods.ORACLE);
  }
}
