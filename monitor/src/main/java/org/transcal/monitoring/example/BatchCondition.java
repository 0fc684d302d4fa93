package org.transcal.monitoring.example;

import static org.transcal.monitoring.example.MonitoredDays.BAD_SEGMENT;
import static org.transcal.monitoring.example.MonitoredDays.CLASSES;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.transcal.matrix.Matrix;
import org.transcal.monitoring.example.MonitoredDays.Event;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;

/**
 * The distribution that rows are drawn from.
 *
 * @param light mean light, by camera
 * @param frequencies class frequencies
 * @param gain factor on the measurements, by class
 * @param focus factor on the signal, by camera
 * @param noise standard deviation of the noise in the measurements, by camera
 * @param offset means of the noise columns
 */
@SuppressWarnings("ArrayRecordComponent")
record BatchCondition(
    double[] light,
    double[] frequencies,
    double[] gain,
    double[] focus,
    double[] noise,
    double[] offset) {
  private static final int BAD_CAMERA = Integer.parseInt(BAD_SEGMENT.value()) - 1;
  private static final int COLUMNS = 8;
  private static final int LIGHT = CLASSES;
  private static final double[] FREQUENCIES = {0.28, 0.24, 0.20, 0.16, 0.12};
  private static final double[] CAMERA_LIGHT = {0.3, 0.1, -0.1, -0.3};
  private static final double SOURCE_LIGHT = 0.5;
  private static final double SIGNAL = 2.6;
  private static final double LIGHT_EFFECT = 0.28;
  private static final double OVERCONFIDENCE = 1.5;
  private static final double DAY_EFFECT = 0.06;
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  static BatchCondition average() {
    return new BatchCondition(
        CAMERA_LIGHT.clone(),
        FREQUENCIES.clone(),
        new double[] {1, 1, 1, 1, 1},
        new double[] {1, 1, 1, 1},
        new double[4],
        new double[COLUMNS - LIGHT - 1]);
  }

  static BatchCondition source() {
    BatchCondition source = average();
    Arrays.setAll(source.light, camera -> SOURCE_LIGHT + CAMERA_LIGHT[camera]);
    return source;
  }

  /** An ordinary day: a little lighter or darker, a few more parts of one kind. */
  static BatchCondition ofDay(UniformRandomProvider random) {
    ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
    BatchCondition day = average();
    double today = DAY_EFFECT * normal.sample();
    Arrays.setAll(day.light, camera -> CAMERA_LIGHT[camera] + today);
    Arrays.setAll(day.frequencies, k -> FREQUENCIES[k] * Math.exp(DAY_EFFECT * normal.sample()));
    double sum = Arrays.stream(day.frequencies).sum();
    Arrays.setAll(day.frequencies, k -> day.frequencies[k] / sum);
    Arrays.setAll(day.offset, j -> DAY_EFFECT * normal.sample());
    return day;
  }

  BatchCondition with(Event event, double strength) {
    double[] original = frequencies.clone();
    switch (event) {
      case QUIET -> {}
      case DECAY -> Arrays.setAll(light, camera -> light[camera] - 1.1 * strength);
      case BREAK -> gain[0] = gain[2] = 1 - 0.7 * strength;
      case SEGMENT -> focus[BAD_CAMERA] = 1 - 0.4 * strength;
      case NOISE -> noise[BAD_CAMERA] = 1.5 * strength;
      case LABEL_SHIFT ->
          Arrays.setAll(
              frequencies,
              k -> (1 - strength) * original[k] + strength * original[CLASSES - 1 - k]);
    }
    return this;
  }

  /** True accuracy of each camera. */
  List<Double> accuracies() {
    List<Double> accuracies = new ArrayList<>();
    for (int camera = 0; camera < light.length; camera++) {
      double sum = 0;
      double weights = 0;
      for (double h = -4.8; h < 5; h += 0.4) {
        double weight = NORMAL.density(h);
        weights += weight;
        double signal = focus[camera] * signal(light[camera] + h);
        for (int y = 0; y < CLASSES; y++) {
          sum += weight * frequencies[y] * accuracyOf(y, signal, noise[camera]);
        }
      }
      accuracies.add(sum / weights);
    }
    return accuracies;
  }

  /** Probability that x_y + bias_y exceeds all others, by the midpoint rule over x_y. */
  private double accuracyOf(int y, double signal, double noiseOfCamera) {
    double sum = 0;
    double step = 0.3;
    for (double t = -5.85; t < 6; t += step) {
      double own = gain[y] * signal + Math.hypot(gain[y], noiseOfCamera) * t + bias(y);
      double probability = NORMAL.density(t) * step;
      for (int k = 0; k < CLASSES; k++) {
        if (k != y) {
          double deviation = Math.hypot(gain[k], noiseOfCamera);
          probability *= NORMAL.cumulativeProbability((own - bias(k)) / deviation);
        }
      }
      sum += probability;
    }
    return sum;
  }

  static double signal(double h) {
    return SIGNAL * Math.exp(LIGHT_EFFECT * h);
  }

  static double bias(int k) {
    return Math.log(FREQUENCIES[k]) / SIGNAL;
  }

  /** Rows drawn from a condition. */
  static final class Rows {
    private final float[] features;
    private final int[] labels;
    private final List<String> cameras = new ArrayList<>();
    private final List<String> regions = new ArrayList<>();

    Rows(BatchCondition condition, int rows, UniformRandomProvider random) {
      ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
      features = new float[rows * COLUMNS];
      labels = new int[rows];
      for (int i = 0; i < rows; i++) {
        int camera = random.nextInt(condition.light.length);
        cameras.add(Integer.toString(camera + 1));
        regions.add(random.nextInt(3) == 0 ? "north" : "south");
        double u = random.nextDouble();
        int y = 0;
        for (u -= condition.frequencies[0]; u >= 0 && y < CLASSES - 1; ) {
          u -= condition.frequencies[++y];
        }
        labels[i] = y;
        int start = i * COLUMNS;
        double h = condition.light[camera] + normal.sample();
        for (int k = 0; k < CLASSES; k++) {
          double clean =
              (k == y ? condition.focus[camera] * BatchCondition.signal(h) : 0) + normal.sample();
          double noise = condition.noise[camera] * normal.sample();
          features[start + k] = (float) (condition.gain[k] * clean + noise);
        }
        features[start + LIGHT] = (float) h;
        for (int j = 0; j < condition.offset.length; j++) {
          features[start + LIGHT + 1 + j] = (float) (condition.offset[j] + normal.sample());
        }
      }
    }

    Labels labels() {
      return Labels.copyOf(labels, CLASSES);
    }

    Matrix features() {
      return Matrix.wrap(features, labels.length, COLUMNS);
    }

    Map<String, List<String>> columns() {
      return Map.of(BAD_SEGMENT.column(), cameras, "region", regions);
    }

    /** The classifier. */
    Logits logits() {
      float[] logits = new float[labels.length * CLASSES];
      for (int i = 0; i < logits.length; i++) {
        int k = i % CLASSES;
        double measured = features[i / CLASSES * COLUMNS + k];
        logits[i] = (float) (OVERCONFIDENCE * SIGNAL * (measured + BatchCondition.bias(k)));
      }
      return Logits.of(Matrix.wrap(logits, labels.length, CLASSES));
    }
  }
}
