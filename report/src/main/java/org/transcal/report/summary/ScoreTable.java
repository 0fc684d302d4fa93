package org.transcal.report.summary;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.transcal.comparison.Score;
import org.transcal.experiment.TaskName;
import org.transcal.experiment.Trials;

/**
 * One score of many methods: one row per method, one column per group of tasks, averages in the
 * last.
 *
 * <p>A cell averages each repeat over its tasks, then shows mean and deviation over the repeats:
 * the deviation of an average is that of the averages, not the average of deviations.
 *
 * @param title what the table is about
 * @param score the score it shows
 * @param methods names of its rows
 * @param columns its columns; the last is the average if there are several
 * @param cells one list per row
 */
public record ScoreTable(
    String title, Score score, List<String> methods, List<Column> columns, List<List<Cell>> cells) {
  /** The name of the last column. */
  public static final String AVERAGE = "average";

  /** Decimals that tables show: tenths of a percent, or thousandths. */
  private static final int DECIMALS = 3;

  /** How a cell compares with the others of its column. */
  public enum Standing {
    /** Neither best nor second. */
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
   * @param tasks number of tasks it averages
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

  /** Copies the lists. */
  public ScoreTable {
    methods = List.copyOf(methods);
    columns = List.copyOf(columns);
    cells = cells.stream().map(List::copyOf).toList();
  }

  /**
   * A table.
   *
   * @param methods its rows
   * @param columns its columns, to which the average of them is added if there are several
   */
  public static ScoreTable of(
      String title, Score score, Trials trials, List<String> methods, List<Column> columns) {
    List<Column> all = new ArrayList<>(columns);
    List<List<Mean>> means = new ArrayList<>();
    for (Column column : columns) {
      means.add(methods.stream().map(method -> Mean.of(trials, column, method, score)).toList());
    }
    if (columns.size() > 1) {
      List<List<Mean>> single = List.copyOf(means);
      all.add(new Column(AVERAGE, columns.stream().flatMap(c -> c.tasks().stream()).toList()));
      means.add(
          IntStream.range(0, methods.size())
              .mapToObj(m -> Mean.of(single.stream().map(column -> column.get(m)).toList()))
              .toList());
    }
    List<List<Cell>> byColumn =
        IntStream.range(0, all.size())
            .mapToObj(c -> cells(score, methods, means.get(c), all.get(c).tasks().size()))
            .toList();
    return new ScoreTable(
        title,
        score,
        methods,
        all,
        IntStream.range(0, methods.size())
            .mapToObj(m -> byColumn.stream().map(column -> column.get(m)).toList())
            .toList());
  }

  /** The cells of a row. */
  public List<Cell> row(String method) {
    return cells.get(methods.indexOf(method));
  }

  /**
   * The cells of a column. Values that look equal as tables show them are equal; a method that saw
   * target labels, or did not run on all tasks, does not compete; if all are equal, none is best.
   */
  private static List<Cell> cells(Score score, List<String> methods, List<Mean> means, int tasks) {
    List<Optional<BigDecimal>> losses = new ArrayList<>();
    for (int m = 0; m < means.size(); m++) {
      boolean competes = means.get(m).tasks() == tasks && !Trials.isYardstick(methods.get(m));
      losses.add(
          means
              .get(m)
              .spread()
              .filter(spread -> competes && Double.isFinite(spread.mean()))
              .map(spread -> shown(score, spread.mean())));
    }
    List<BigDecimal> ranked =
        losses.stream().flatMap(Optional::stream).distinct().sorted().toList();
    List<Cell> cells = new ArrayList<>();
    for (int m = 0; m < means.size(); m++) {
      int place = ranked.size() < 2 ? -1 : losses.get(m).map(ranked::indexOf).orElse(-1);
      Standing standing =
          place == 0 ? Standing.BEST : place == 1 ? Standing.SECOND : Standing.PLAIN;
      cells.add(new Cell(means.get(m).spread(), means.get(m).tasks(), standing));
    }
    return cells;
  }

  private static BigDecimal shown(Score score, double value) {
    return new BigDecimal(score.loss(value)).setScale(DECIMALS, RoundingMode.HALF_EVEN);
  }

  /** Means by repeat, of repeats present in all tasks or columns in which the method ran. */
  private record Mean(Map<Integer, Double> byRepeat, int tasks) {
    static Mean of(Trials trials, Column column, String method, Score score) {
      return of(
          column.tasks().stream()
              .map(task -> trials.scores(task, method, score))
              .map(scores -> new Mean(scores, scores.isEmpty() ? 0 : 1))
              .toList());
    }

    static Mean of(List<Mean> parts) {
      Map<Integer, List<Double>> values = new TreeMap<>();
      for (Mean part : parts) {
        part.byRepeat.forEach(
            (repeat, value) -> values.computeIfAbsent(repeat, r -> new ArrayList<>()).add(value));
      }
      long ran = parts.stream().filter(part -> !part.byRepeat.isEmpty()).count();
      values.values().removeIf(list -> list.size() < ran);
      Map<Integer, Double> means = new TreeMap<>();
      values.forEach(
          (repeat, list) ->
              means.put(repeat, list.stream().mapToDouble(x -> x).average().orElseThrow()));
      return new Mean(means, parts.stream().mapToInt(Mean::tasks).sum());
    }

    Optional<Spread> spread() {
      return Spread.ofAny(byRepeat.values());
    }
  }
}
