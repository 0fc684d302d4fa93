package org.transcal.monitoring.history;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchResult.ClassQuality;
import org.transcal.monitoring.BatchResult.Realised;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Reading;

/**
 * The latest batch and its segments as gauges in the text format of Prometheus, version 0.0.4.
 *
 * <p>Samples of a segment have the labels {@code segment_column} and {@code segment}; those of the
 * whole batch have neither. Samples of a part of a batch have the label {@code part}. Missing
 * values are left out.
 */
public final class PrometheusText {
  /** The media type of the text. */
  public static final String MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final List<Metric> DRIFTS =
      List.of(Metric.CONFIDENCE, Metric.CLASSES, Metric.DOMAIN_AUC);

  private final StringBuilder text = new StringBuilder();
  private final List<BatchResult> latest;

  private PrometheusText(List<BatchResult> latest) {
    this.latest = latest;
  }

  /**
   * The gauges of the latest batch, with all its parts: the latest date or, if no batch has a date,
   * the largest number. Empty without batches other than reference batches.
   */
  public static String of(List<BatchResult> batches) {
    Optional<BatchTime> last =
        latest(batches, BatchTime.Kind.DATE).or(() -> latest(batches, BatchTime.Kind.NUMBER));
    return last.map(at -> of(at, batches)).orElse("");
  }

  private static String of(BatchTime last, List<BatchResult> batches) {
    PrometheusText prometheus =
        new PrometheusText(batches.stream().filter(batch -> batch.at().isSameBatch(last)).toList());
    prometheus.write(last);
    return prometheus.text.toString();
  }

  private static Optional<BatchTime> latest(List<BatchResult> batches, BatchTime.Kind kind) {
    return batches.stream()
        .map(BatchResult::at)
        .filter(at -> at.kind() == kind)
        .max(BatchTime::compareTo);
  }

  private void write(BatchTime last) {
    if (last.kind() == BatchTime.Kind.DATE) {
      String name =
          header("night_timestamp_seconds", "Time of the latest batch, in seconds since 1970.");
      text.append(name).append(' ').append(number(last.position())).append('\n');
    }
    gauge("rows", "Rows of the batch.", n -> OptionalDouble.of(n.rows()));
    gauge(
        "sampled_rows",
        "Rows that the estimates were computed from.",
        n -> OptionalDouble.of(n.sampledRows()));
    estimate(Metric.ACCURACY, "accuracy", "Estimated accuracy");
    estimate(Metric.ECE, "ece", "Estimated calibration error (ECE)");
    drift("drift", "Distance from the reference", Reading::value);
    drift("drift_expected", "Usual distance on quiet batches", Reading::expected);
    drift("drift_threshold", "Distance above which an alert is raised", Reading::threshold);
    alerts();
    realised("accuracy", "Accuracy on labelled rows", r -> r.accuracy().value());
    realised("accuracy_low", low("Accuracy on labelled rows"), r -> r.accuracy().interval().low());
    realised(
        "accuracy_high", high("Accuracy on labelled rows"), r -> r.accuracy().interval().high());
    realised("ece", "Calibration error (ECE) on labelled rows", Realised::ece);
    realised("rows", "Labelled rows of the batch", Realised::rows);
    classes("precision", "Estimated precision", ClassQuality::precision);
    classes("recall", "Estimated recall", ClassQuality::recall);
    classes("f1", "Estimated F1", ClassQuality::f1);
    gauge("auroc", "Estimated area under the ROC curve.", n -> value(n.auroc(), Estimate::value));
  }

  /** A metric with an interval. */
  private void estimate(Metric metric, String name, String what) {
    gauge(name, what + ".", n -> value(n.reading(metric), Reading::value));
    gauge(name + "_low", low(what) + ".", n -> value(interval(n, metric), Interval::low));
    gauge(name + "_high", high(what) + ".", n -> value(interval(n, metric), Interval::high));
    gauge(
        name + "_expected",
        what + ", usual value on quiet batches.",
        n -> value(n.reading(metric), Reading::expected));
    String side = metric.isWorseBelow() ? "below" : "above";
    gauge(
        name + "_threshold",
        what + ", value " + side + " which an alert is raised.",
        n -> value(n.reading(metric), Reading::threshold));
  }

  private static Optional<Interval> interval(BatchResult batch, Metric metric) {
    return batch.reading(metric).flatMap(Reading::interval);
  }

  private static String low(String what) {
    return what + ", low end of the 90 % interval";
  }

  private static String high(String what) {
    return what + ", high end of the 90 % interval";
  }

  private void drift(String name, String help, ToDoubleFunction<Reading> value) {
    family(
        name,
        help + ".",
        batch ->
            DRIFTS.stream()
                .flatMap(metric -> batch.reading(metric).stream())
                .map(r -> new Sample("metric", r.metric().key(), value.applyAsDouble(r)))
                .toList());
  }

  private void alerts() {
    family(
        "alert",
        "1 if the metric raised an alert, else 0.",
        batch ->
            Stream.concat(
                    batch.readings().stream().map(Reading::metric),
                    batch.realised().stream().map(labelled -> Metric.REALISED))
                .map(metric -> new Sample("metric", metric.key(), isAlert(batch, metric)))
                .toList());
  }

  private static int isAlert(BatchResult batch, Metric metric) {
    return batch.alerts().stream().anyMatch(alert -> alert.metric() == metric) ? 1 : 0;
  }

  private void realised(String name, String help, ToDoubleFunction<Realised> value) {
    gauge("realised_" + name, help + ".", batch -> value(batch.realised(), value));
  }

  private void classes(String name, String help, Function<ClassQuality, Estimate> estimate) {
    family(
        "class_" + name,
        help + " of a class.",
        batch ->
            batch.classes().stream()
                .map(c -> new Sample("class", c.name(), estimate.apply(c).value()))
                .toList());
  }

  private static <T> OptionalDouble value(Optional<T> holder, ToDoubleFunction<T> value) {
    return holder.stream().mapToDouble(value).findFirst();
  }

  private void gauge(String name, String help, Function<BatchResult, OptionalDouble> value) {
    family(
        name,
        help,
        batch ->
            value.apply(batch).stream().mapToObj(number -> new Sample("", "", number)).toList());
  }

  /** A value of a batch, with a label unless its name is empty. */
  private record Sample(String label, String labelValue, double value) {}

  /** One metric family, with its samples together as the format requires; nothing if empty. */
  private void family(String name, String help, Function<BatchResult, List<Sample>> samples) {
    int before = text.length();
    String fullName = header(name, help);
    int header = text.length();
    for (BatchResult batch : latest) {
      samples.apply(batch).forEach(sample -> append(fullName, batch, sample));
    }
    if (text.length() == header) {
      text.setLength(before);
    }
  }

  /** The lines before the samples of a family; returns its full name. */
  private String header(String name, String help) {
    String fullName = "transcal_" + name;
    text.append("# HELP ").append(fullName).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(fullName).append(" gauge\n");
    return fullName;
  }

  private void append(String name, BatchResult batch, Sample sample) {
    text.append(name);
    int labels = text.length();
    if (batch.at().part() > 0) {
      label("part", Integer.toString(batch.at().part()));
    }
    batch.segment().ifPresent(s -> label("segment_column", s.column()));
    batch.segment().ifPresent(s -> label("segment", s.value()));
    if (!sample.label().isEmpty()) {
      label(sample.label(), sample.labelValue());
    }
    if (text.length() > labels) {
      text.setCharAt(labels, '{');
      text.append('}');
    }
    text.append(' ').append(number(sample.value())).append('\n');
  }

  private void label(String name, String value) {
    String escaped = value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    text.append(',').append(name).append("=\"").append(escaped).append('"');
  }

  private static String number(double value) {
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    boolean isCount = value == Math.rint(value) && Math.abs(value) < 1e15;
    return isCount ? Long.toString((long) value) : Double.toString(value);
  }
}
