package org.transcal.shift;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.task.DomainFeatures;

/**
 * How well a classifier tells source from target rows that it was not fitted to.
 *
 * <p>Two-fold cross-validation over source training and target rows, at most {@value #MOST_ROWS}
 * evenly spaced ones of each. The in-sample AUC of {@link DomainSeparation} grows with the number
 * of features even if the domains are the same; this one does not.
 *
 * @param auc probability that a target row looks more like a target row than a source row does
 */
public record DomainOverlap(double auc) {
  private static final int MOST_ROWS = 4000;

  /** The overlap of a task's domains, computed once for all resamples; it must have features. */
  public static DomainOverlap of(PreparedTask prepared) {
    return prepared.deriveOnce(
        DomainOverlap.class,
        p -> of(p.task().features().orElseThrow(), p.task().target().frequencies()));
  }

  /** 0 if the domains cannot be told apart, 1 if they do not overlap. */
  public double separation() {
    return Math.max(0, 2 * auc - 1);
  }

  private static DomainOverlap of(DomainFeatures features, Frequencies targetFrequencies) {
    Part source = new Part(features.sourceTrain(), features.sourceTrainFrequencies());
    Part target = new Part(features.target(), targetFrequencies);
    if (!source.isDivisible() || !target.isDivisible()) {
      return new DomainOverlap(1);
    }
    double sum = 0;
    for (int fold = 0; fold < 2; fold++) {
      double[] sourceCounts = source.counts(fold);
      double[] targetCounts = target.counts(fold);
      double balance = Arrays.stream(targetCounts).sum() / Arrays.stream(sourceCounts).sum();
      Arrays.setAll(sourceCounts, i -> sourceCounts[i] * balance);
      DomainLoss.Fit fit =
          DomainLoss.of(source.rows, sourceCounts, target.rows, targetCounts).minimize();
      Frequencies sourceTest = Frequencies.copyOf(source.counts(1 - fold));
      Frequencies targetTest = Frequencies.copyOf(target.counts(1 - fold));
      sum +=
          RankStatistic.probabilityGreater(
              DomainClassifier.scores(source.rows, fit),
              sourceTest,
              DomainClassifier.scores(target.rows, fit),
              targetTest);
    }
    return new DomainOverlap(sum / 2);
  }

  /** The rows of one domain that are looked at. */
  private record Part(Matrix rows, Frequencies frequencies) {
    Part {
      int step = Math.max(1, rows.rows() / MOST_ROWS);
      int[] kept = IntStream.range(0, rows.rows()).filter(i -> i % step == 0).toArray();
      rows = step == 1 ? rows : rows.selectRows(kept);
      frequencies = step == 1 ? frequencies : frequencies.select(kept);
    }

    /** Whether both folds have a row. */
    boolean isDivisible() {
      return Arrays.stream(counts(0)).sum() > 0 && Arrays.stream(counts(1)).sum() > 0;
    }

    /** Counts of every second row, from the given one on; the others are 0. */
    double[] counts(int fold) {
      double[] counts = new double[rows.rows()];
      Arrays.setAll(counts, i -> i % 2 == fold ? frequencies.get(i) : 0);
      return counts;
    }
  }
}
