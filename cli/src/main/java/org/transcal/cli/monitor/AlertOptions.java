package org.transcal.cli.monitor;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.transcal.io.file.NearMiss;
import org.transcal.monitoring.AlertPolicy;
import org.transcal.monitoring.Metric;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** When {@code transcal monitor} alerts. */
final class AlertOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--alert-on",
      paramLabel = "METRIC",
      split = ",",
      description =
          "Metrics that alert, comma-separated: accuracy, ece, confidence, classes, domainAuc,"
              + " realised (accuracy on labelled rows). Default: all")
  private List<String> metrics = List.of();

  @Option(
      names = "--false-alarms",
      paramLabel = "RATE",
      description =
          "Accepted share of quiet batches with an alert, over all metrics, segments and parts"
              + " together."
              + " Default: 0.01")
  private double falseAlarms = AlertPolicy.DEFAULT.falseAlarmRate();

  @Option(
      names = "--threshold",
      paramLabel = "METRIC=X",
      description = "A threshold of your own, such as accuracy=0.7; repeatable.")
  private List<String> thresholds = List.of();

  @Option(
      names = "--hysteresis",
      paramLabel = "N",
      description =
          "Alert after N batches in a row beyond a threshold, and stop after N within. Needs"
              + " --history if above 1. Default: 1")
  private int hysteresis = AlertPolicy.DEFAULT.batches();

  /** How many nights in a row an alert needs. */
  int hysteresis() {
    return hysteresis;
  }

  /** The policy; wrong values are usage errors. */
  AlertPolicy policy() {
    Set<Metric> alerting =
        metrics.isEmpty() ? AlertPolicy.DEFAULT.metrics() : EnumSet.noneOf(Metric.class);
    metrics.forEach(key -> alerting.add(metric("--alert-on", key.strip())));
    Map<Metric, Double> fixed = new EnumMap<>(Metric.class);
    for (String threshold : thresholds) {
      int equals = threshold.indexOf('=');
      if (equals < 0) {
        throw misuse(
            "--threshold is \"" + threshold + "\"; it must be METRIC=X, as in accuracy=0.7");
      }
      Metric metric = metric("--threshold", threshold.substring(0, equals).strip());
      fixed.put(metric, number(threshold.substring(equals + 1).strip(), threshold));
    }
    try {
      return new AlertPolicy(falseAlarms, alerting, fixed, hysteresis);
    } catch (IllegalArgumentException bad) {
      throw misuse(bad.getMessage());
    }
  }

  private Metric metric(String option, String key) {
    List<String> known = Arrays.stream(Metric.values()).map(Metric::key).toList();
    String question = NearMiss.question(key, known);
    return Metric.named(key)
        .orElseThrow(
            () ->
                misuse(
                    option
                        + ": unknown metric \""
                        + key
                        + "\"; "
                        + (question.isEmpty()
                            ? "the metrics are " + String.join(", ", known)
                            : question)));
  }

  private double number(String text, String threshold) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw misuse(
          "--threshold is \"" + threshold + "\"; " + text + " must be a number, as in 0.7");
    }
  }

  private ParameterException misuse(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
