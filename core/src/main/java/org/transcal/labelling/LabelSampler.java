package org.transcal.labelling;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.ArraySampler;
import org.apache.commons.rng.simple.RandomSource;
import org.transcal.labelling.LabelledRows.Draw;
import org.transcal.labelling.LabelledRows.Row;
import org.transcal.shift.PreparedTask;

/**
 * Chooses target rows to label: at random within {@link Strata}, the same number in each.
 *
 * <p>All rows drawn from a stratum, in any number of rounds, are a simple random sample of it. Rows
 * are listed in turns, one per stratum, so that the first n of them are a balanced sample, too.
 *
 * <pre>{@code
 * LabelledRows plan = new LabelSampler(0).choose(prepared, 100);
 * }</pre>
 *
 * @param seed random seed
 */
public record LabelSampler(long seed) {
  /** Rounding on other processors may move a row across a border between strata, not more. */
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
    Strata strata = strata(prepared, earlier, budget);
    int[] drawn = new int[strata.count()];
    Set<Integer> taken = new HashSet<>();
    for (Row row : earlier.rows()) {
      drawn[strata.ofRow()[row.row()]]++;
      taken.add(row.row());
    }
    List<Deque<Integer>> left = new ArrayList<>();
    int[] size = new int[strata.count()];
    IntStream.range(0, strata.count()).forEach(h -> left.add(new ArrayDeque<>()));
    // One order for all rounds: a further round with the same seed goes on where the last ended.
    for (int row : shuffled(strata.ofRow().length)) {
      int stratum = strata.ofRow()[row];
      size[stratum]++;
      if (!taken.contains(row)) {
        left.get(stratum).add(row);
      }
    }
    List<Integer> chosen = new ArrayList<>();
    earlier.rows().forEach(row -> chosen.add(row.row()));
    for (int i = 0; i < budget; i++) {
      int next = -1;
      for (int h = 0; h < drawn.length; h++) {
        if (!left.get(h).isEmpty() && (next < 0 || drawn[h] < drawn[next])) {
          next = h;
        }
      }
      if (next < 0) {
        break;
      }
      chosen.add(left.get(next).remove());
      drawn[next]++;
    }
    int round = 1 + earlier.rows().stream().mapToInt(LabelSampler::round).max().orElse(0);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < chosen.size(); i++) {
      boolean isNew = i >= earlier.rows().size();
      int stratum = strata.ofRow()[chosen.get(i)];
      double probability = (double) drawn[stratum] / size[stratum];
      rows.add(
          new Row(
              chosen.get(i),
              isNew ? OptionalInt.empty() : earlier.rows().get(i).label(),
              Optional.of(
                  new Draw(
                      stratum,
                      size[stratum],
                      probability,
                      isNew ? round : round(earlier.rows().get(i))))));
    }
    return new LabelledRows(rows);
  }

  private static int round(Row row) {
    return row.draw().map(Draw::round).orElse(1);
  }

  /**
   * As many strata as the earlier rows have; those stay in the strata they were drawn from.
   *
   * @throws IllegalArgumentException if more than a few of them would now be in another
   */
  private static Strata strata(PreparedTask prepared, LabelledRows earlier, int budget) {
    List<Row> drawn = earlier.rows().stream().filter(row -> row.draw().isPresent()).toList();
    if (drawn.isEmpty()) {
      return Strata.forLabels(prepared, earlier.rows().size() + budget);
    }
    int count = 1 + drawn.stream().mapToInt(LabelSampler::stratum).max().getAsInt();
    Strata strata = Strata.of(prepared, count);
    int moved = 0;
    for (Row row : drawn) {
      moved += strata.ofRow()[row.row()] == stratum(row) ? 0 : 1;
      strata.ofRow()[row.row()] = stratum(row);
    }
    if (strata.count() < count || moved > MOST_MOVED * drawn.size()) {
      throw new IllegalArgumentException(
          moved
              + " of "
              + drawn.size()
              + " rows are now in another stratum than they were drawn from: the task or the"
              + " version has changed since, so no further round can be drawn; choose rows anew");
    }
    return strata;
  }

  private static int stratum(Row row) {
    return row.draw().map(Draw::stratum).orElse(0);
  }

  private int[] shuffled(int rows) {
    return ArraySampler.shuffle(
        RandomSource.XO_SHI_RO_256_PP.create(seed), IntStream.range(0, rows).toArray());
  }
}
