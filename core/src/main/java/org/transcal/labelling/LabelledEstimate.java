package org.transcal.labelling;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.transcal.accuracy.Judgement;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.accuracy.TargetEstimator;
import org.transcal.accuracy.Verdict;
import org.transcal.kernel.Kernels;
import org.transcal.labelling.LabelledRows.Row;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.shift.FittedTemperature;
import org.transcal.task.Target;

/**
 * What labelled target rows add to an estimate without labels.
 *
 * @param before the estimate without labels
 * @param after the estimate with labels: accuracy and ECE are measured, the temperature also uses
 *     the estimate without labels
 * @param labels the accuracy that the labels give, how many there are and how many more are worth
 *     it
 */
public record LabelledEstimate(
    TargetEstimate before, TargetEstimate after, LabelledAccuracy labels) {
  /** The caveat if nothing says how the labelled rows were chosen. */
  public static final String OWN_SAMPLE =
      "Nothing says how the labelled rows were chosen, so they count as a simple random sample of"
          + " the target rows; rows chosen in another way make the estimate biased.";

  private static final String TRACK_RECORD =
      "The interval is a measurement: it holds the truth in 90 % of samples.";

  /** An interval no wider than ± this is trustworthy. */
  private static final double NARROW = 0.10;

  private static final double WIDE = 0.20;

  /** Labels in a bin at which measured and predicted gap count equally. */
  private static final double HALF_TRUSTED = 10;

  /** Adds labels to an estimate. */
  public static LabelledEstimate of(TargetEstimate before, LabelledRows rows, int bins) {
    LabelledAccuracy labels = LabelledAccuracy.of(before.prepared(), rows);
    Target target = before.task().target();
    TargetEstimate after =
        new TargetEstimate(
            before.prepared(),
            labels.accuracy(),
            calibrationError(target, labels.accuracy(), rows, bins),
            TargetEstimator.temperature(target, labels.pooledWith(before.accuracy())),
            before.lambda(),
            before.combined(),
            before.estimators(),
            judgement(before, labels, rows),
            labels.recommendedMore());
    return new LabelledEstimate(before, after, labels);
  }

  /**
   * ECE of the model's own confidence. The temperature that matches the accuracy predicts how far
   * confidence is off in each bin; the labels in a bin correct that, the more labels the more. What
   * the correction adds also widens the interval.
   */
  private static Estimate calibrationError(
      Target target, Estimate accuracy, LabelledRows rows, int bins) {
    Estimate predicted =
        TargetEstimator.seeded(0).withBins(bins).calibrationError(target, accuracy);
    double temperature = FittedTemperature.matching(target, accuracy.value()).temperature();
    double[] own = Kernels.rowConfidence(target.logits().values(), 1);
    double[] right = Kernels.rowConfidence(target.logits().values(), temperature);
    int[] predictions = target.logits().predictions();
    double[] gaps = new double[bins];
    double[] counts = new double[bins];
    for (int i = 0; i < own.length; i++) {
      int bin = ReliabilityDiagram.binOf(own[i], bins);
      gaps[bin] += target.frequencies().get(i) * (own[i] - right[i]);
      counts[bin] += target.frequencies().get(i);
    }
    double[] misses = new double[bins];
    double[] labels = new double[bins];
    double[] weights = new double[bins];
    for (Row row : rows.rows()) {
      if (row.label().isPresent()) {
        int i = row.row();
        int bin = ReliabilityDiagram.binOf(own[i], bins);
        double weight =
            target.frequencies().get(i)
                / row.draw().map(LabelledRows.Draw::probability).orElse(1.0);
        labels[bin] += target.frequencies().get(i);
        weights[bin] += weight;
        misses[bin] += weight * (right[i] - (row.label().getAsInt() == predictions[i] ? 1 : 0));
      }
    }
    double error = 0;
    for (int bin = 0; bin < bins; bin++) {
      double open = Math.max(0, 1 - labels[bin] / counts[bin]);
      double trust = labels[bin] / (labels[bin] + HALF_TRUSTED * open);
      double miss = weights[bin] > 0 ? counts[bin] * misses[bin] / weights[bin] : 0;
      error += Math.abs(gaps[bin] + (weights[bin] > 0 ? trust * miss : 0));
    }
    double value = Math.min(1, error / target.frequencies().total());
    Interval range = predicted.interval();
    double added = Math.max(0, value - predicted.value());
    return new Estimate(
        value, new Interval(Math.min(value, range.low()), Math.min(1, range.high() + added)));
  }

  private static Judgement judgement(
      TargetEstimate before, LabelledAccuracy labels, LabelledRows rows) {
    Interval range = labels.accuracy().interval();
    double half = (range.high() - range.low()) / 2;
    List<String> against = new ArrayList<>();
    if (half > NARROW) {
      against.add(format("The interval is wide: ± %.0f points.", 100 * half));
    }
    if (rows.isOwnSample()) {
      against.add(OWN_SAMPLE);
    }
    Estimate free = before.accuracy();
    boolean expected = free.interval().contains(labels.accuracy().value());
    String otherwise = expected ? "correct" : "contradict";
    List<String> support =
        List.of(
            format(
                "Measured on %d labelled target rows: %.1f %% right (%.1f to %.1f %%).",
                labels.used(),
                100 * labels.accuracy().value(),
                100 * range.low(),
                100 * range.high()),
            format(
                "Without labels the estimate was %.1f %% (%.1f to %.1f %%), which the labels %s.",
                100 * free.value(),
                100 * free.interval().low(),
                100 * free.interval().high(),
                range.contains(free.value()) ? "confirm" : otherwise));
    Verdict wide = half <= WIDE ? Verdict.DOUBTFUL : Verdict.UNTRUSTWORTHY;
    return new Judgement(
        half <= NARROW ? Verdict.TRUSTWORTHY : wide, support, against, TRACK_RECORD);
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
