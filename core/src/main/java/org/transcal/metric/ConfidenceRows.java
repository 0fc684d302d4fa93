package org.transcal.metric;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.transcal.matrix.Frequencies;

/**
 * Confidence and correctness of rows that stream by: of every row as long as they are few, in cells
 * from then on, so that memory is bounded.
 *
 * <p>Cost: while rows are kept 8 bytes a row, and some 100 a row and thread when they are
 * resampled; beyond that {@link CellTable}.
 */
final class ConfidenceRows {
  private final int mostKept;
  private final int mostCells;
  private OutcomeBuffer kept = new OutcomeBuffer();
  private Optional<CellTable> table = Optional.empty();
  private Optional<SecondLook> look = Optional.empty();
  private long rows;
  private double total;

  /**
   * Starts with no rows.
   *
   * @param mostKept with more rows than this, none is kept
   * @param mostCells how many cells there may be then
   */
  ConfidenceRows(int mostKept, int mostCells) {
    this.mostKept = mostKept;
    this.mostCells = mostCells;
  }

  /**
   * Whether metrics would gain from seeing all rows again, by {@link #addAgain}; none must be added
   * from then on.
   */
  boolean wantsSecondLook(List<ConfidenceMetric> metrics) {
    Optional<ConfidenceCells> cells = cells();
    BitSet chosen = cells.map(some -> unresolved(metrics, some)).orElseGet(BitSet::new);
    if (chosen.isEmpty()) {
      return false;
    }
    look = Optional.of(new SecondLook(cells.orElseThrow(), chosen, mostCells));
    // What it held is in the cells that the second look starts from.
    table = Optional.empty();
    return true;
  }

  /**
   * Unresolved cells of the first metric, and of others as long as the rows of all are so few that
   * each can have a cell of its own.
   */
  private BitSet unresolved(List<ConfidenceMetric> metrics, ConfidenceCells cells) {
    BitSet chosen = new BitSet();
    for (ConfidenceMetric metric : metrics) {
      BitSet more = metric.unresolved(cells);
      more.or(chosen);
      double chosenRows = more.stream().mapToDouble(i -> cells.wrong(i) + cells.right(i)).sum();
      if (chosen.isEmpty() || chosenRows <= mostCells) {
        chosen = more;
      }
    }
    return chosen;
  }

  void addAgain(double confidence, double correctness, double frequency) {
    look.orElseThrow(() -> new IllegalStateException("No second look was wanted"))
        .add(confidence, correctness, frequency);
  }

  void add(double confidence, double correctness, double frequency) {
    if (look.isPresent()) {
      throw new IllegalStateException("No rows can be added after the second look has begun");
    }
    rows++;
    total += frequency;
    if (table.isPresent()) {
      table.get().add(confidence, correctness, frequency);
    } else {
      kept.add(confidence, correctness, frequency);
      if (rows > mostKept) {
        CellTable cells = new CellTable(mostCells);
        kept.forEach(cells::add);
        kept = new OutcomeBuffer();
        table = Optional.of(cells);
      }
    }
  }

  long rows() {
    return rows;
  }

  /** All rows, by frequency. */
  double total() {
    return total;
  }

  RowSummary summary(Optional<ConfidenceCells> cells) {
    return cells.map(c -> new RowSummary(c.size(), c.looseShare())).orElse(RowSummary.NONE);
  }

  /** What is left of the rows, where not every one was kept. */
  Optional<ConfidenceCells> cells() {
    return look.map(SecondLook::cells).or(() -> table.map(CellTable::cells));
  }

  /** A score for each metric, in the order given; {@code cells} are those of {@link #cells()}. */
  List<MetricEvaluation.Score> scores(
      List<ConfidenceMetric> metrics, Bootstrap bootstrap, Optional<ConfidenceCells> cells) {
    List<Estimate> estimates =
        cells
            .map(some -> bootstrap.estimates(metrics, some))
            .orElseGet(() -> ofKept(metrics, bootstrap));
    List<MetricEvaluation.Score> scores = new ArrayList<>();
    for (int m = 0; m < metrics.size(); m++) {
      ConfidenceMetric metric = metrics.get(m);
      double bound = cells.map(metric::errorBound).orElse(0.0);
      scores.add(new MetricEvaluation.Score(metric, estimates.get(m), bound));
    }
    return scores;
  }

  private List<Estimate> ofKept(List<ConfidenceMetric> metrics, Bootstrap bootstrap) {
    Outcomes outcomes = kept.outcomes();
    Frequencies frequencies = kept.frequencies();
    return bootstrap.estimates(
        metrics,
        frequencies,
        total,
        counts -> {
          ConfidenceLevels levels = outcomes.levels(counts);
          return metrics.stream().mapToDouble(metric -> metric.measure(levels)).toArray();
        });
  }
}
