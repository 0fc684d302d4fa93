package org.transcal.monitoring;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Order;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.shift.FittedTemperature;
import org.transcal.task.Target;

/**
 * Expected counts of true and predicted classes if each row belonged to each class with the
 * probability at a given temperature.
 *
 * @param predicted rows predicted as each class
 * @param actual expected rows of each class
 * @param correct expected rows that are both
 * @param auroc expected area under the ROC curve of class 1; NaN unless there are two classes
 */
record ClassQualities(double[] predicted, double[] actual, double[] correct, double auroc) {
  private static final double QUANTILE = 1.6448536269514722;

  /** At the temperature that matches mean confidence to the accuracy. */
  static ClassQualities of(Target target, double accuracy) {
    double temperature = FittedTemperature.matching(target, accuracy).temperature();
    int classes = target.logits().classes();
    int[] predictions = target.logits().predictions();
    ClassQualities sums =
        new ClassQualities(
            new double[classes], new double[classes], new double[classes], Double.NaN);
    double[] row = new double[classes];
    double[] second = new double[classes == 2 ? predictions.length : 0];
    for (int i = 0; i < predictions.length; i++) {
      double count = target.frequencies().get(i);
      Kernels.softmaxRow(target.logits().values(), i, temperature, row);
      for (int k = 0; k < classes; k++) {
        sums.actual[k] += count * row[k];
      }
      sums.predicted[predictions[i]] += count;
      sums.correct[predictions[i]] += count * row[predictions[i]];
      if (classes == 2) {
        second[i] = row[1];
      }
    }
    return classes == 2
        ? new ClassQualities(sums.predicted, sums.actual, sums.correct, auroc(target, second))
        : sums;
  }

  /** Probability that a row of class 1 scores higher than a row of class 0; ties count half. */
  private static double auroc(Target target, double[] probability) {
    int[] order = Order.ascending(probability);
    double wins = 0;
    double negatives = 0;
    double positives = 0;
    for (int from = 0; from < order.length; ) {
      double tiedPositives = 0;
      double tiedNegatives = 0;
      int to = from;
      for (; to < order.length && probability[order[to]] == probability[order[from]]; to++) {
        double count = target.frequencies().get(order[to]);
        tiedPositives += count * probability[order[to]];
        tiedNegatives += count * (1 - probability[order[to]]);
      }
      wins += tiedPositives * (negatives + tiedNegatives / 2);
      positives += tiedPositives;
      negatives += tiedNegatives;
      from = to;
    }
    double pairs = positives * negatives;
    return pairs > 0 ? wins / pairs : 0.5;
  }

  double precision(int k) {
    return ratio(correct[k], predicted[k]);
  }

  double recall(int k) {
    return ratio(correct[k], actual[k]);
  }

  double f1(int k) {
    return ratio(2 * correct[k], predicted[k] + actual[k]);
  }

  /** 0 if the divisor is 0, as is usual for classes that never occur. */
  private static double ratio(double part, double whole) {
    return whole > 0 ? Math.min(1, part / whole) : 0;
  }

  /** Qualities at the accuracy and at both ends of its interval. */
  record Range(ClassQualities at, ClassQualities low, ClassQualities high) {
    static Range of(Target target, Estimate accuracy) {
      return new Range(
          ClassQualities.of(target, accuracy.value()),
          ClassQualities.of(target, accuracy.interval().low()),
          ClassQualities.of(target, accuracy.interval().high()));
    }

    List<BatchResult.ClassQuality> qualities(int[] classes, IntFunction<String> names) {
      return IntStream.of(classes).mapToObj(k -> quality(k, names.apply(k))).toList();
    }

    private BatchResult.ClassQuality quality(int k, String name) {
      return new BatchResult.ClassQuality(
          name,
          estimate(q -> q.precision(k), at.predicted[k]),
          estimate(q -> q.recall(k), at.actual[k]),
          estimate(q -> q.f1(k), (at.predicted[k] + at.actual[k]) / 2));
    }

    Optional<Estimate> auroc() {
      return Double.isNaN(at.auroc)
          ? Optional.empty()
          : Optional.of(estimate(q -> q.auroc, Math.min(at.actual[0], at.actual[1])));
    }

    /** The interval adds the effect of the accuracy's interval and sampling noise in squares. */
    private Estimate estimate(ToDoubleFunction<ClassQualities> quality, double rows) {
      double value = quality.applyAsDouble(at);
      double low = Math.min(quality.applyAsDouble(low()), quality.applyAsDouble(high()));
      double high = Math.max(quality.applyAsDouble(low()), quality.applyAsDouble(high()));
      double noise = QUANTILE * Math.sqrt(value * (1 - value) / Math.max(1, rows));
      return new Estimate(
          value,
          new Interval(
              Math.max(0, value - Math.hypot(noise, Math.max(0, value - low))),
              Math.min(1, value + Math.hypot(noise, Math.max(0, high - value)))));
    }
  }
}
