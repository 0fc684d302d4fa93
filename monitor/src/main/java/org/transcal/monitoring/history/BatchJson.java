package org.transcal.monitoring.history;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.transcal.io.file.ByteSource;
import org.transcal.io.json.JsonCodec;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchResult.Alert;
import org.transcal.monitoring.BatchResult.ClassQuality;
import org.transcal.monitoring.BatchResult.FeatureShift;
import org.transcal.monitoring.BatchResult.Realised;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.MonitorWords;
import org.transcal.monitoring.Reading;

/** Monitored batches as JSON, one object per line, schema {@value #SCHEMA}; intervals are 90 %. */
public final class BatchJson {
  /** The schema written. */
  public static final String SCHEMA = "transcal.monitor/1";

  private static final String START = "{\"schema\":\"" + SCHEMA + "\",\"at\":\"";
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private static final List<Metric> DRIFTS =
      List.of(Metric.DOMAIN_AUC, Metric.CONFIDENCE, Metric.CLASSES);

  private BatchJson() {}

  @JsonCodec.Schema(SCHEMA)
  private record Line(
      String at,
      @Nullable String segment,
      long rows,
      long sampledRows,
      Optional<MetricLine> accuracy,
      Optional<MetricLine> ece,
      Map<String, Object> drift,
      Optional<Realised> realised,
      double intervalFactor,
      List<ClassQuality> classes,
      Optional<Estimate> auroc,
      List<String> alerts,
      Findings findings) {
    static Line of(BatchResult batch) {
      return new Line(
          batch.at().toString(),
          batch.segment().map(Object::toString).orElse(null),
          batch.rows(),
          batch.sampledRows(),
          batch.reading(Metric.ACCURACY).map(MetricLine::of),
          batch.reading(Metric.ECE).map(MetricLine::of),
          drift(batch),
          batch.realised(),
          batch.intervalFactor(),
          batch.classes(),
          batch.auroc(),
          texts(batch.alerts()),
          Findings.of(batch));
    }

    private static Map<String, Object> drift(BatchResult batch) {
      Map<String, Object> drift = new LinkedHashMap<>();
      Map<String, Double> thresholds = new LinkedHashMap<>();
      Map<String, Double> expected = new LinkedHashMap<>();
      for (Reading reading : DRIFTS.stream().flatMap(m -> batch.reading(m).stream()).toList()) {
        String name = reading.metric().key();
        drift.put(name, reading.value());
        thresholds.put(name, reading.threshold());
        expected.put(name, reading.expected());
      }
      drift.put("features", batch.features());
      drift.put("thresholds", thresholds);
      drift.put("expected", expected);
      return drift;
    }
  }

  private record MetricLine(
      double value,
      Optional<Double> low,
      Optional<Double> high,
      double threshold,
      double expected) {
    static MetricLine of(Reading reading) {
      return new MetricLine(
          reading.value(),
          reading.interval().map(Interval::low),
          reading.interval().map(Interval::high),
          reading.threshold(),
          reading.expected());
    }
  }

  /** The fields that the findings of every result have. */
  private record Findings(
      String headline, List<String> why, List<String> next, List<String> warnings) {
    static Findings of(BatchResult batch) {
      MonitorWords words = new MonitorWords(List.of(batch));
      return new Findings(words.headline(), words.alerts(), List.of(), List.of());
    }
  }

  @JsonCodec.Schema("transcal.alert/1")
  private record AlertLine(String text, List<String> alerts, List<Line> nights) {}

  /** What the columns of a history do not hold. */
  private record Detail(
      Optional<List<ClassQuality>> classes,
      Optional<Estimate> auroc,
      Optional<List<FeatureShift>> features,
      Optional<List<String>> alerts) {}

  /** A batch as one line, without a line end. */
  public static String line(BatchResult batch) {
    return JsonCodec.line(Line.of(batch));
  }

  /** Batches in UTF-8, one per line. */
  public static byte[] lines(List<BatchResult> batches) {
    return batches.stream()
        .map(batch -> line(batch) + "\n")
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Adds batches to the end of a file, in place of lines of the same times. */
  public static void append(Path file, List<BatchResult> batches) {
    LineFile.add(
        file,
        LONGEST_WAIT,
        lines(batches),
        START,
        () -> line -> isOfAny(line, batches) ? Optional.empty() : Optional.of(line));
  }

  private static boolean isOfAny(String line, List<BatchResult> batches) {
    int end = line.startsWith(START) ? line.indexOf('"', START.length()) : -1;
    if (end < 0) {
      return false;
    }
    try {
      BatchTime at = BatchTime.parse(line.substring(START.length(), end));
      return batches.stream().anyMatch(batch -> batch.at().isSameBatch(at));
    } catch (IllegalArgumentException other) {
      return false;
    }
  }

  /**
   * What {@code --on-alert} gets, schema transcal.alert/1: a text for people, all alerts, and the
   * batches and segments that have them.
   */
  public static String alert(String text, List<BatchResult> alerting) {
    List<Alert> alerts = alerting.stream().flatMap(batch -> batch.alerts().stream()).toList();
    return JsonCodec.line(
        new AlertLine(text, texts(alerts), alerting.stream().map(Line::of).toList()));
  }

  private static List<String> texts(List<Alert> alerts) {
    return alerts.stream().map(Alert::text).toList();
  }

  /** What the columns of a history do not hold: classes, AUROC, features, alert texts. */
  public static String detail(BatchResult batch) {
    return JsonCodec.line(
        new Detail(
            Optional.of(batch.classes()),
            batch.auroc(),
            Optional.of(batch.features()),
            Optional.of(texts(batch.alerts()))));
  }

  /**
   * The batch completed with what {@link #detail} wrote.
   *
   * @param where the text's name in messages
   */
  public static BatchResult withDetail(BatchResult batch, Path where, String text) {
    Detail detail =
        JsonCodec.decode(ByteSource.of(where, text.getBytes(StandardCharsets.UTF_8)), Detail.class);
    List<String> texts = detail.alerts().orElse(List.of());
    List<Alert> alerts = new ArrayList<>(batch.alerts());
    for (int i = 0; i < Math.min(alerts.size(), texts.size()); i++) {
      alerts.set(i, new Alert(alerts.get(i).metric(), texts.get(i)));
    }
    return batch
        .withAlerts(alerts)
        .withDetail(
            detail.classes().orElse(List.of()),
            detail.auroc(),
            detail.features().orElse(List.of()));
  }
}
