package org.transcal.metric;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.transcal.kernel.Kernels;

/** The built-in metrics; evaluations take any list of these and of your own. */
public final class CalibrationMetrics {
  /** Default number of bins. */
  public static final int DEFAULT_BINS = 15;

  private CalibrationMetrics() {}

  /** Share of rows whose most probable class is the true one. */
  public static MergeableMetric accuracy() {
    return new SumMetric(
        "accuracy",
        "Accuracy (first class on ties)",
        1,
        (block, row, p) -> block.correctness(row)) {
      @Override
      public Better better() {
        return Better.HIGHER;
      }

      @Override
      public Optional<Interval> exactInterval(double value, double total, double level) {
        return Optional.of(Interval.clopperPearson(Math.min(value * total, total), total, level));
      }
    };
  }

  /**
   * ECE: Σ_b (n_b / n) · |mean correctness − mean confidence| over the equally wide bins of {@link
   * ReliabilityDiagram}.
   */
  public static MergeableMetric expectedCalibrationError(int bins) {
    return ofDiagram("ece", "ECE", bins, ReliabilityDiagram::expectedCalibrationError);
  }

  /**
   * Mean of −ln p of the true class, exact however small p is; infinite if p is 0.
   *
   * <p>Deviation: no clipping, while other packages clip at 1e-7 to 1e-20.
   */
  public static MergeableMetric negativeLogLikelihood() {
    return new SumMetric(
        "nll",
        "NLL (natural logarithm, no clipping)",
        Double.POSITIVE_INFINITY,
        (block, row, p) -> -block.probabilities().log(row, block.labels().get(row)));
  }

  /**
   * Mean over rows of Σ_k (p_k − 1(k = y))²: from 0 to 2.
   *
   * <p>Deviation: the paper's text prints a factor −1/K; its tables use this sum.
   */
  public static MergeableMetric brierScore() {
    return new SumMetric(
        "brier",
        "Brier score (sum over classes, 0 to 2)",
        2,
        (block, row, p) -> {
          block.probabilities().copyRow(row, p);
          p[block.labels().get(row)] -= 1;
          return Kernels.dot(p, p, p.length);
        });
  }

  /** ECE over bins with equal numbers of rows; ties share a bin. */
  public static ConfidenceMetric equalMassCalibrationError(int bins) {
    return new OfLevels(
        "eceEqualMass",
        "Equal-mass ECE (" + NamedMetric.requireBins(bins) + " bins, ties together)",
        levels -> new EqualMassBins(levels, bins).expectedCalibrationError());
  }

  /** Mean over classes of the binary ECE of p_k against 1(y = k), over equally wide bins. */
  public static MergeableMetric classwiseCalibrationError(int bins) {
    return new SumMetric(
        "eceClasswise",
        "Classwise ECE (" + NamedMetric.requireBins(bins) + " equal-width bins, mean over classes)",
        1,
        classes -> Math.multiplyExact(bins, classes) + 1,
        (block, row, frequency, sums, p) -> addToClasses(block, row, frequency, bins, sums, p),
        // All but the last are Σ (p_k − 1(y = k)) of a class and bin.
        sums ->
            Arrays.stream(sums, 0, sums.length - 1).map(Math::abs).sum() / sums[sums.length - 1]);
  }

  private static void addToClasses(
      LabelledPredictions block, int row, double frequency, int bins, double[] sums, double[] p) {
    block.probabilities().copyRow(row, p);
    int label = block.labels().get(row);
    for (int k = 0; k < p.length; k++) {
      sums[k * bins + ReliabilityDiagram.binOf(p[k], bins)] += frequency * p[k];
    }
    sums[label * bins + ReliabilityDiagram.binOf(p[label], bins)] -= frequency;
    sums[sums.length - 1] += frequency * p.length;
  }

  /** Largest |mean correctness − mean confidence| of the equally wide bins that have rows. */
  public static MergeableMetric maximumCalibrationError(int bins) {
    return ofDiagram(
        "maxCe", "Maximum calibration error", bins, ReliabilityDiagram::maximumCalibrationError);
  }

  /** Root mean squared calibration error without the bias from noise in bin accuracies. */
  public static ConfidenceMetric debiasedL2(int bins) {
    return new OfLevels(
        "l2Debiased",
        "Debiased L2 calibration error ("
            + NamedMetric.requireBins(bins)
            + " equal-mass bins, ties together)",
        levels -> new EqualMassBins(levels, bins).debiasedL2());
  }

  /** ECE over the largest number of equal-mass bins whose accuracies still increase. */
  public static ConfidenceMetric sweepCalibrationError() {
    return new OfLevels(
        "eceSweep",
        "Sweep ECE (L1, most equal-mass bins with rising accuracy, ties together)",
        SweepCalibrationError::measure);
  }

  /**
   * Largest difference of cumulative confidence and cumulative correctness, rows sorted by
   * confidence: max_k |(1/n) Σ_{i ≤ k} (c_i − r_i)|. (Gupta et al. 2021.)
   *
   * <p>Deviation: taken only at the end of a tie, so that the order of rows does not matter.
   */
  public static ConfidenceMetric kolmogorovSmirnovError() {
    return new OfLevels(
        "ks",
        "KS calibration error (top label, at ends of ties)",
        CalibrationMetrics::kolmogorovSmirnov);
  }

  /** Calibration error after kernel smoothing with the bandwidth that equals the error. */
  public static ConfidenceMetric smoothCalibrationError() {
    return new OfLevels(
        "smoothEce",
        "Smooth ECE (Gaussian kernel reflected at 0 and 1, to 0.001)",
        SmoothCalibrationError::measure);
  }

  /** Mean of (p − 1(y = k))² of one class: from 0 to 1. */
  private static MergeableMetric brierScoreOfClass() {
    return new SumMetric(
        "brier",
        "Brier score (of the class, 0 to 1)",
        1,
        (block, row, p) -> Math.pow(block.confidence(row) - block.correctness(row), 2));
  }

  /** Mean of −ln p if the label is the class, else of −ln of the sum of all others. */
  private static MergeableMetric logLossOfClass() {
    return new SumMetric(
        "logLoss",
        "Log loss (natural logarithm, no clipping)",
        Double.POSITIVE_INFINITY,
        (block, row, p) -> {
          int k = block.prediction(row);
          if (block.labels().get(row) == k) {
            return -block.probabilities().log(row, k);
          }
          block.probabilities().copyRow(row, p);
          p[k] = 0;
          // Not 1 − p, which is 0 long before the others are.
          return -Math.log(Math.min(1, Arrays.stream(p).sum()));
        });
  }

  /**
   * Probability that a row of the class has a higher confidence than a row of another; ties count
   * half. 0.5 if either kind is missing.
   */
  public static ConfidenceMetric areaUnderRoc() {
    return new OfLevels("auroc", "AUROC (ties count half)", CalibrationMetrics::areaUnderRoc) {
      @Override
      public Better better() {
        return Better.HIGHER;
      }
    };
  }

  private static double areaUnderRoc(ConfidenceLevels levels) {
    double others = 0;
    double above = 0;
    for (int i = 0; i < levels.end(); i = levels.next(i)) {
      double tied = levels.count(i) - levels.correct(i);
      above += levels.correct(i) * (others + tied / 2);
      others += tied;
    }
    double pairs = others * (levels.total() - others);
    return pairs > 0 ? above / pairs : 0.5;
  }

  private static MergeableMetric ofDiagram(
      String key, String title, int bins, ToDoubleFunction<ReliabilityDiagram> measure) {
    return new SumMetric(
        key,
        title + " (" + NamedMetric.requireBins(bins) + " equal-width bins)",
        1,
        classes -> 3 * bins,
        (block, row, frequency, sums, p) ->
            ReliabilityDiagram.add(block.confidence(row), block.correctness(row), frequency, sums),
        sums -> measure.applyAsDouble(ReliabilityDiagram.ofSums(sums)));
  }

  private static class OfLevels extends NamedMetric implements ConfidenceMetric {
    private final ToDoubleFunction<ConfidenceLevels> measure;

    OfLevels(String key, String title, ToDoubleFunction<ConfidenceLevels> measure) {
      super(key, title);
      this.measure = measure;
    }

    @Override
    public double measure(ConfidenceLevels levels) {
      return measure.applyAsDouble(levels);
    }
  }

  private static double kolmogorovSmirnov(ConfidenceLevels levels) {
    double sum = 0;
    double largest = 0;
    for (int i = 0; i < levels.end(); i = levels.next(i)) {
      sum += levels.gap(i);
      largest = Math.max(largest, Math.abs(sum));
    }
    return largest / levels.total();
  }

  /**
   * All built-in metrics, in display order.
   *
   * @param bins number of bins of the binned metrics; the sweep chooses its own
   */
  public static List<CalibrationMetric> all(int bins) {
    return List.of(
        accuracy(),
        expectedCalibrationError(bins),
        negativeLogLikelihood(),
        brierScore(),
        equalMassCalibrationError(bins),
        classwiseCalibrationError(bins),
        maximumCalibrationError(bins),
        debiasedL2(bins),
        sweepCalibrationError(),
        kolmogorovSmirnovError(),
        smoothCalibrationError());
  }

  /** The metrics of {@link LabelledPredictions#ofClass}, in display order. */
  public static List<CalibrationMetric> ofClass(int bins) {
    return List.of(
        areaUnderRoc(),
        expectedCalibrationError(bins),
        logLossOfClass(),
        brierScoreOfClass(),
        equalMassCalibrationError(bins),
        smoothCalibrationError());
  }

  /** Those of {@link #all} that can be summed over row blocks, in the same order. */
  public static List<MergeableMetric> mergeable(int bins) {
    return ofType(MergeableMetric.class, all(bins));
  }

  /** The metrics of one type, in the same order. */
  static <T extends CalibrationMetric> List<T> ofType(
      Class<T> type, List<? extends CalibrationMetric> metrics) {
    return metrics.stream().filter(type::isInstance).map(type::cast).toList();
  }
}
