package org.transcal.monitoring;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What is compared with the reference every batch. */
public enum Metric {
  /** Estimated accuracy of the predictions. */
  ACCURACY("accuracy", "accuracy", true),

  /** Estimated calibration error of the confidence after the reference's model. */
  ECE("ece", "calibration error", false),

  /** Kolmogorov-Smirnov distance of the calibrated confidence from that of the reference rows. */
  CONFIDENCE("confidence", "confidence drift", false),

  /** Total variation between the shares of predicted classes and those of the reference rows. */
  CLASSES("classes", "drift of predicted classes", false),

  /** Cross-fitted AUC of a classifier that tells the batch's features from the reference's. */
  DOMAIN_AUC("domainAuc", "feature drift (AUC)", false),

  /** Accuracy on the rows whose labels have arrived. */
  REALISED("realised", "realised accuracy", true);

  private final String key;
  private final String title;
  private final boolean worseBelow;

  Metric(String key, String title, boolean worseBelow) {
    this.key = key;
    this.title = title;
    this.worseBelow = worseBelow;
  }

  /** The metric with a name in files and options. */
  public static Optional<Metric> named(String key) {
    return Stream.of(values()).filter(metric -> metric.key.equals(key)).findFirst();
  }

  /** Those that need no labels. */
  public static List<Metric> withoutLabels() {
    return Stream.of(values()).filter(metric -> metric != REALISED).toList();
  }

  /** The name in files and options. */
  public String key() {
    return key;
  }

  /** The name in sentences and charts. */
  public String title() {
    return title;
  }

  /** Whether values are shares of rows; others are distances or areas. */
  public boolean isShare() {
    return this == ACCURACY || this == ECE || this == REALISED;
  }

  /** The value without any drift for infinitely many rows. */
  double nullValue() {
    return this == DOMAIN_AUC ? 0.5 : 0;
  }

  /** Whether values below the threshold raise an alert; otherwise, values above it do. */
  public boolean isWorseBelow() {
    return worseBelow;
  }
}
