package org.transcal.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.transcal.comparison.Score;

/**
 * One score of many methods: one row per method, one column per group of tasks, averages in the
 * last.
 *
 * <p>A cell is the mean over its tasks of each repeat, then mean and deviation over the repeats:
 * the deviation of an average is that of the averages, not the average of deviations.
 */
public final class ScoreTable {
  /** How a cell compares with the others of its column. */
  public enum Standing {
    /** Nothing to say. */
    PLAIN,
    /** No other method is better. */
    BEST,
    /** Only the best are better. */
    SECOND
  }

  /**
   * A cell.
   *
   * @param spread mean and deviation; empty if the method ran on none of the tasks
   * @param tasks how many tasks it is the mean of
   * @param standing how it compares in its column
   */
  public record Cell(Optional<Spread> spread, int tasks, Standing standing) {}

  /** A column and its tasks. */
  public record Column(String name, List<TaskName> tasks) {
    /** Copies the list. */
    public Column {
      tasks = List.copyOf(tasks);
    }
  }

  /** The name of the last column. */
  public static final String AVERAGE = "average";

  private final String title;
  private final Score score;
  private final List<String> methods;
  private final List<Column> columns;
  private final Map<String, List<Cell>> cells;

  private ScoreTable(
      String title,
      Score score,
      List<String> methods,
      List<Column> columns,
      Map<String, List<Cell>> cells) {
    this.title = title;
    this.score = score;
    this.methods = methods;
    this.columns = columns;
    this.cells = cells;
  }

  /**
   * A table.
   *
   * @param methods its rows
   * @param columns its columns, to which the average of them is added if there are several
   */
  public static ScoreTable of(
      String title, Score score, Trials trials, List<String> methods, List<Column> columns) {
    List<List<Cell>> byColumn = new ArrayList<>();
    List<Map<String, Map<Integer, Double>>> values = new ArrayList<>();
    for (Column column : columns) {
      Map<String, Map<Integer, Double>> ofColumn = new LinkedHashMap<>();
      List<Cell> ofMethods = new ArrayList<>();
      for (String method : methods) {
        Mean mean = new Mean();
        column.tasks().forEach(task -> mean.add(trials.scores(task, method, score)));
        ofColumn.put(method, mean.complete());
        ofMethods.add(new Cell(mean.spread(), mean.members(), Standing.PLAIN));
      }
      values.add(ofColumn);
      byColumn.add(ofMethods);
    }
    List<Column> all = new ArrayList<>(columns);
    if (columns.size() > 1) {
      List<TaskName> tasks = columns.stream().flatMap(column -> column.tasks().stream()).toList();
      List<Cell> averages = new ArrayList<>();
      for (String method : methods) {
        Mean mean = new Mean();
        values.forEach(ofColumn -> mean.add(ofColumn.get(method)));
        int covered = (int) tasks.stream().filter(t -> ran(trials, t, method, score)).count();
        averages.add(new Cell(mean.spread(), covered, Standing.PLAIN));
      }
      all.add(new Column(AVERAGE, tasks));
      byColumn.add(averages);
    }
    Map<String, List<Cell>> cells = new LinkedHashMap<>();
    for (int row = 0; row < methods.size(); row++) {
      List<Cell> ofRow = new ArrayList<>();
      for (int at = 0; at < all.size(); at++) {
        Cell cell = byColumn.get(at).get(row);
        Standing standing =
            Standings.of(score, methods, byColumn.get(at), all.get(at).tasks().size()).get(row);
        ofRow.add(new Cell(cell.spread(), cell.tasks(), standing));
      }
      cells.put(methods.get(row), List.copyOf(ofRow));
    }
    return new ScoreTable(title, score, List.copyOf(methods), List.copyOf(all), cells);
  }

  private static boolean ran(Trials trials, TaskName task, String method, Score score) {
    return !trials.scores(task, method, score).isEmpty();
  }

  /** What the table is about. */
  public String title() {
    return title;
  }

  /** The score it shows. */
  public Score score() {
    return score;
  }

  /** Names of its rows. */
  public List<String> methods() {
    return methods;
  }

  /** Its columns; the last is the average if there are several. */
  public List<Column> columns() {
    return columns;
  }

  /** The cells of a row. */
  public List<Cell> row(String method) {
    return cells.get(method);
  }

  /** The mean over members of each repeat that every member has. */
  private static final class Mean {
    private final Map<Integer, double[]> sums = new TreeMap<>();
    private int members;

    void add(Map<Integer, Double> byRepeat) {
      if (!byRepeat.isEmpty()) {
        members++;
        byRepeat.forEach(
            (repeat, value) -> {
              double[] sum = sums.computeIfAbsent(repeat, r -> new double[2]);
              sum[0] += value;
              sum[1]++;
            });
      }
    }

    int members() {
      return members;
    }

    Map<Integer, Double> complete() {
      Map<Integer, Double> means = new TreeMap<>();
      sums.forEach(
          (repeat, sum) -> {
            if (sum[1] == members) {
              means.put(repeat, sum[0] / sum[1]);
            }
          });
      return means;
    }

    Optional<Spread> spread() {
      double[] means = complete().values().stream().flatMapToDouble(DoubleStream::of).toArray();
      return means.length == 0 ? Optional.empty() : Optional.of(Spread.of(means));
    }
  }
}
