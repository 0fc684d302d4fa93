package org.transcal.labelling;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.sampling.ArraySampler;
import org.apache.commons.rng.simple.RandomSource;
import org.transcal.labelling.LabelledRows.Draw;
import org.transcal.labelling.LabelledRows.Row;
import org.transcal.shift.PreparedTask;

/**
 * Chooses target rows to label: at random within {@link Strata}, the same number in each.
 *
 * <p>All rows drawn from a stratum, in any number of rounds, are a simple random sample of it. Rows
 * are listed in turns, one per stratum in random order, so that the first n of them are a balanced
 * sample, too.
 *
 * <pre>{@code
 * LabelledRows plan = new LabelSampler(0).choose(prepared, 100);
 * }</pre>
 *
 * @param seed random seed
 */
public record LabelSampler(long seed) {
  /** Rounding on another processor may move a few rows to another stratum, no more. */
  private static final double MOST_MOVED = 0.05;

  /** Chooses rows; all of them if there are fewer than asked for. */
  public LabelledRows choose(PreparedTask prepared, int budget) {
    return chooseMore(prepared, new LabelledRows(List.of()), budget);
  }

  /**
   * A further round: the earlier rows, then new ones from the same strata.
   *
   * @param budget number of new rows
   * @throws IllegalArgumentException if the earlier rows do not fit the task or its strata
   */
  public LabelledRows chooseMore(PreparedTask prepared, LabelledRows earlier, int budget) {
    if (budget < 1) {
      throw new IllegalArgumentException("Budget is " + budget + "; it must be at least 1");
    }
    earlier.requireFor(prepared.task());
    int[] stratum = strata(prepared, earlier, budget);
    int strata = 1 + Arrays.stream(stratum).max().orElse(0);
    int[] drawn = new int[strata];
    int[] size = new int[strata];
    Map<Integer, Row> chosen = new LinkedHashMap<>();
    for (Row row : earlier.rows()) {
      chosen.put(row.row(), row);
      drawn[stratum[row.row()]]++;
    }
    List<ArrayDeque<Integer>> left =
        Stream.generate(ArrayDeque<Integer>::new).limit(strata).toList();
    // One order for all rounds: a further round with the same seed continues where the last ended.
    int[] order = shuffled(stratum.length);
    int[] place = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      int row = order[i];
      place[row] = i;
      size[stratum[row]]++;
      if (!chosen.containsKey(row)) {
        left.get(stratum[row]).add(row);
      }
    }
    int round = 1 + earlier.rows().stream().mapToInt(LabelSampler::round).max().orElse(0);
    for (int i = 0; i < budget && chosen.size() < stratum.length; i++) {
      int next =
          IntStream.range(0, strata)
              .filter(h -> !left.get(h).isEmpty())
              .boxed()
              .min(
                  Comparator.<Integer>comparingInt(h -> drawn[h])
                      .thenComparingInt(h -> place[left.get(h).element()]))
              .orElseThrow();
      drawn[next]++;
      int row = left.get(next).remove();
      Draw draw = new Draw(next, size[next], 1, round);
      chosen.put(row, new Row(row, OptionalInt.empty(), Optional.of(draw)));
    }
    return new LabelledRows(
        chosen.values().stream()
            .map(
                row -> {
                  int h = stratum[row.row()];
                  Draw draw = new Draw(h, size[h], (double) drawn[h] / size[h], round(row));
                  return new Row(row.row(), row.label(), Optional.of(draw));
                })
            .toList());
  }

  private static int round(Row row) {
    return row.draw().map(Draw::round).orElse(1);
  }

  /**
   * The stratum of each target row: as many strata as the earlier rows have, and those rows stay in
   * the strata they were drawn from. In a first round, none is without a row.
   *
   * @throws IllegalArgumentException if more than a few of them would now be in another
   */
  private static int[] strata(PreparedTask prepared, LabelledRows earlier, int budget) {
    List<Row> drawn = earlier.rows().stream().filter(row -> row.draw().isPresent()).toList();
    if (drawn.isEmpty()) {
      return Strata.of(prepared, Math.min(Strata.USUAL, budget)).ofRow();
    }
    int count = 1 + drawn.stream().mapToInt(LabelSampler::stratum).max().orElseThrow();
    int[] ofRow = Strata.of(prepared, count).ofRow();
    long moved = drawn.stream().filter(row -> ofRow[row.row()] != stratum(row)).count();
    if (moved > MOST_MOVED * drawn.size()) {
      throw new IllegalArgumentException(
          moved
              + " of "
              + drawn.size()
              + " rows are now in another stratum than they were drawn from: the task or the"
              + " version has changed since, so no further round can be drawn; choose new rows");
    }
    drawn.forEach(row -> ofRow[row.row()] = stratum(row));
    return ofRow;
  }

  private static int stratum(Row row) {
    return row.draw().map(Draw::stratum).orElse(0);
  }

  private int[] shuffled(int rows) {
    return ArraySampler.shuffle(
        RandomSource.XO_SHI_RO_256_PP.create(seed), IntStream.range(0, rows).toArray());
  }
}
