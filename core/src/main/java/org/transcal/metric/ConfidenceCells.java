package org.transcal.metric;

import java.util.BitSet;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.PoissonSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * Rows summarised by confidence: cells in ascending order, of each how many rows were right and how
 * many wrong, and the mean confidence of either.
 *
 * <p>Cells do not overlap. A cell whose rows all have one confidence is a tie, about which nothing
 * is lost; of the others it is unknown in which order right and wrong rows came. There is at least
 * one row. Instances are immutable.
 */
public final class ConfidenceCells {
  /** From here on a Poisson variable is drawn as a rounded normal one, skewness below 0.032. */
  private static final double NORMAL_FROM = 1000;

  private final int size;
  private final double[] low;
  private final double[] high;
  private final double[] wrongMean;
  private final double[] rightMean;
  private final double[] wrong;
  private final double[] right;
  private final double total;

  private ConfidenceCells(
      int size,
      double[] low,
      double[] high,
      double[] wrongMean,
      double[] rightMean,
      double[] wrong,
      double[] right) {
    this.size = size;
    this.low = low;
    this.high = high;
    this.wrongMean = wrongMean;
    this.rightMean = rightMean;
    this.wrong = wrong;
    this.right = right;
    double sum = 0;
    for (int i = 0; i < size; i++) {
      sum += wrong[i] + right[i];
    }
    this.total = sum;
  }

  /** Takes cells in ascending order. */
  static final class Builder {
    private final double[] low;
    private final double[] high;
    private final double[] wrongMean;
    private final double[] rightMean;
    private final double[] wrong;
    private final double[] right;
    private int size;

    Builder(int most) {
      low = new double[most];
      high = new double[most];
      wrongMean = new double[most];
      rightMean = new double[most];
      wrong = new double[most];
      right = new double[most];
    }

    /** Starts a cell. */
    void next() {
      low[size] = Double.POSITIVE_INFINITY;
      high[size] = Double.NEGATIVE_INFINITY;
      size++;
    }

    /** Gives the last cell its right or its wrong rows. */
    void side(boolean isRight, double count, double mean, double from, double to) {
      int i = size - 1;
      (isRight ? right : wrong)[i] = count;
      (isRight ? rightMean : wrongMean)[i] = mean;
      low[i] = Math.min(low[i], from);
      high[i] = Math.max(high[i], to);
    }

    /** Appends a cell of others. */
    void copy(ConfidenceCells from, int cell) {
      low[size] = from.low[cell];
      high[size] = from.high[cell];
      wrongMean[size] = from.wrongMean[cell];
      rightMean[size] = from.rightMean[cell];
      wrong[size] = from.wrong[cell];
      right[size] = from.right[cell];
      size++;
    }

    ConfidenceCells build() {
      return new ConfidenceCells(size, low, high, wrongMean, rightMean, wrong, right);
    }
  }

  /** Number of cells. */
  public int size() {
    return size;
  }

  /** The smallest confidence in a cell. */
  public double low(int cell) {
    return low[cell];
  }

  /** The largest confidence in a cell. */
  public double high(int cell) {
    return high[cell];
  }

  /** Whether all rows of a cell have one confidence. */
  public boolean isTie(int cell) {
    return low[cell] == high[cell];
  }

  /** Wrong rows of a cell, by frequency. */
  public double wrong(int cell) {
    return wrong[cell];
  }

  /** Right rows of a cell, by frequency. */
  public double right(int cell) {
    return right[cell];
  }

  /** Σ (confidence − correctness) over the wrong rows of a cell: what any of them can add to it. */
  public double over(int cell) {
    return wrong[cell] * wrongMean[cell];
  }

  /** Σ (correctness − confidence) over the right rows of a cell: what any of them can take away. */
  public double under(int cell) {
    return right[cell] * (1 - rightMean[cell]);
  }

  /** All rows, by frequency. */
  public double total() {
    return total;
  }

  /** The cells as if each were a tie at its mean confidence; those without rows are left out. */
  public ConfidenceLevels levels() {
    double[] confidence = new double[size];
    double[] count = new double[size];
    double[] correct = new double[size];
    int levels = 0;
    for (int i = 0; i < size; i++) {
      double rows = wrong[i] + right[i];
      if (rows > 0) {
        double mean = (wrong[i] * wrongMean[i] + right[i] * rightMean[i]) / rows;
        confidence[levels] = Math.max(low[i], Math.min(high[i], mean));
        count[levels] = rows;
        correct[levels] = right[i];
        levels++;
      }
    }
    return new ConfidenceLevels(levels, confidence, count, correct);
  }

  /**
   * Right and wrong rows of a cell as levels of their own, each at its mean, in ascending order:
   * for what is smooth in confidence, and so loses only squares of the widths of cells.
   */
  ConfidenceLevels sides() {
    double[] confidence = new double[2 * size];
    double[] count = new double[2 * size];
    double[] correct = new double[2 * size];
    int levels = 0;
    for (int i = 0; i < size; i++) {
      boolean together = wrong[i] > 0 && right[i] > 0 && wrongMean[i] == rightMean[i];
      boolean rightFirst = rightMean[i] < wrongMean[i];
      for (int side = 0; side < (together ? 1 : 2); side++) {
        boolean isRight = together || rightFirst == (side == 0);
        double rows = together ? wrong[i] + right[i] : isRight ? right[i] : wrong[i];
        if (rows > 0) {
          confidence[levels] = isRight ? rightMean[i] : wrongMean[i];
          count[levels] = rows;
          correct[levels] = isRight ? right[i] : 0;
          levels++;
        }
      }
    }
    return new ConfidenceLevels(levels, confidence, count, correct);
  }

  /**
   * A bootstrap resample: the rows of every cell, right and wrong apart, occur as often as a
   * Poisson variable of that mean says.
   *
   * <p>Cost: the number of cells, not of rows.
   */
  ConfidenceCells resampled(UniformRandomProvider random) {
    double[] newWrong = new double[size];
    double[] newRight = new double[size];
    double drawn = 0;
    // A handful of rows may all be left out; such a resample measures nothing and is drawn again.
    while (drawn == 0) {
      for (int i = 0; i < size; i++) {
        newWrong[i] = poisson(wrong[i], random);
        newRight[i] = poisson(right[i], random);
        drawn += newWrong[i] + newRight[i];
      }
    }
    return new ConfidenceCells(size, low, high, wrongMean, rightMean, newWrong, newRight);
  }

  private static double poisson(double mean, UniformRandomProvider random) {
    if (mean == 0) {
      return 0;
    }
    return mean < NORMAL_FROM
        ? PoissonSampler.of(random, mean).sample()
        : Math.rint(
            mean + Math.sqrt(mean) * ZigguratSampler.NormalizedGaussian.of(random).sample());
  }

  /**
   * The same rows, those of some cells told apart further.
   *
   * @param coarse the cells that are replaced
   * @param fine cells of exactly their rows, none across two of them
   */
  ConfidenceCells refined(BitSet coarse, ConfidenceCells fine) {
    Builder all = new Builder(size + fine.size);
    int next = 0;
    for (int i = 0; i < size; i++) {
      if (!coarse.get(i)) {
        all.copy(this, i);
        continue;
      }
      double rows = 0;
      for (; next < fine.size && fine.high[next] <= high[i]; next++) {
        all.copy(fine, next);
        rows += fine.wrong[next] + fine.right[next];
      }
      if (rows != wrong[i] + right[i]) {
        throw new IllegalStateException(
            "Second look at rows of confidence "
                + low[i]
                + " to "
                + high[i]
                + " saw "
                + rows
                + " of them where the first saw "
                + (wrong[i] + right[i])
                + "; both must see the same rows");
      }
    }
    return all.build();
  }

  /** How many rows are in cells that are no ties, as a share of all. */
  double looseShare() {
    double loose = 0;
    for (int i = 0; i < size; i++) {
      loose += isTie(i) ? 0 : wrong[i] + right[i];
    }
    return loose / total;
  }
}
