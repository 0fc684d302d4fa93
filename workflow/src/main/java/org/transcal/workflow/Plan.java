package org.transcal.workflow;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.shift.Balance;

/**
 * What an experiment runs.
 *
 * @param tasks folders of tasks
 * @param training tasks to train first
 * @param methods calibration methods; empty for all
 * @param repeats number of runs per task
 * @param seed random seed of tasks that are not trained
 * @param bins number of bins of the calibration error
 * @param balance how the domain classifier balances unequal domains
 */
public record Plan(
    List<Path> tasks,
    List<Training> training,
    List<String> methods,
    int repeats,
    long seed,
    int bins,
    Balance balance) {
  /** Checks the names of methods. */
  public Plan {
    tasks = List.copyOf(tasks);
    training = List.copyOf(training);
    methods = methods.stream().map(String::strip).distinct().toList();
    methods.forEach(Fit::requireKnown);
  }

  /** A source and a target domain. */
  public record Transfer(String source, String target) {
    @Override
    public String toString() {
      return source + " -> " + target;
    }
  }

  /**
   * Tasks to train: one per transfer, method and seed.
   *
   * @param suite the first part of the tasks' names; empty for the name of the data
   * @param transfers pairs of domains; empty for all
   */
  public record Training(
      List<Path> data,
      Optional<String> suite,
      List<Transfer> transfers,
      List<String> methods,
      List<Long> seeds,
      OptionalInt steps,
      OptionalInt ensemble) {}

  /** Every method on every task of folders, once. */
  public static Plan ofTasks(List<Path> folders) {
    return new Plan(
        folders,
        List.of(),
        List.of(),
        1,
        0,
        MethodSettings.defaults().bins(),
        MethodSettings.defaults().balance());
  }

  /** The names of the methods. */
  public List<String> methodNames() {
    return methods.isEmpty() ? Methods.names() : methods;
  }

  /** The same with other methods; an unknown name is an {@link OptionException}. */
  public Plan withMethods(List<String> names) {
    return new Plan(tasks, training, names, repeats, seed, bins, balance);
  }
}
