package org.transcal.monitoring;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.transcal.ControlCharacters;
import org.transcal.metric.Interval;
import org.transcal.monitoring.BatchResult.Alert;

/**
 * The state of a monitored model in sentences, the same for terminal, JSON and dashboard.
 *
 * <pre>{@code
 * String headline = new MonitorWords(monitor.observe(time, batch)).headline();
 * }</pre>
 */
public final class MonitorWords {
  private final List<BatchResult> whole;
  private final List<BatchResult> monitored;
  private final List<BatchResult> tonight;

  /** Takes batches in order of time. */
  public MonitorWords(List<BatchResult> history) {
    this.whole = history.stream().filter(batch -> batch.segment().isEmpty()).toList();
    this.monitored =
        history.stream().filter(n -> n.at().kind() != BatchTime.Kind.REFERENCE).toList();
    int first = monitored.size();
    // Parts of a batch are one batch.
    while (first > 0 && at(first - 1).isSameBatch(at(monitored.size() - 1))) {
      first--;
    }
    this.tonight = monitored.subList(first, monitored.size());
  }

  private BatchTime at(int index) {
    return monitored.get(index).at();
  }

  /** The latest batch or its last part, all rows; empty if no batch has been monitored. */
  public Optional<BatchResult> latest() {
    return tonight.stream().filter(batch -> batch.segment().isEmpty()).reduce((a, b) -> b);
  }

  /**
   * Those of the latest batch and its segments that have alerts, all rows first; if there are none,
   * the latest batch with labels if these raised one.
   */
  public List<BatchResult> alarming() {
    List<BatchResult> now = tonight.stream().filter(batch -> !batch.alerts().isEmpty()).toList();
    if (!now.isEmpty()) {
      return now;
    }
    return monitored.stream()
        .filter(batch -> batch.segment().isEmpty() && batch.realised().isPresent())
        .reduce((a, b) -> b)
        .filter(n -> n.alerts().stream().anyMatch(a -> a.metric() == Metric.REALISED))
        .stream()
        .toList();
  }

  /** The most important fact. */
  public String headline() {
    if (monitored.isEmpty()) {
      return "No batch has been monitored yet";
    }
    List<BatchResult> alarming = alarming();
    if (!alarming.isEmpty()) {
      BatchResult worst = alarming.get(0);
      BatchTime since = since(worst);
      return format(
          "Alert %s %s: %s",
          since.equals(worst.at()) ? "on" : "since",
          since.title(),
          sentence(worst, worst.alerts().get(0)));
    }
    BatchTime at = at(monitored.size() - 1);
    return latest()
        .flatMap(batch -> batch.reading(Metric.ACCURACY))
        .map(
            accuracy ->
                format(
                    "All quiet: accuracy %.0f %%%s on %s, usual %.0f %%.",
                    100 * accuracy.value(),
                    accuracy.interval().map(MonitorWords::range).orElse(""),
                    at.title(),
                    100 * accuracy.expected()))
        .orElse("All quiet on " + at.title() + ".");
  }

  private static String range(Interval interval) {
    return format(" (%.0f to %.0f %%)", 100 * interval.low(), 100 * interval.high());
  }

  /** When the latest unbroken run of alerts on the same rows began. */
  private BatchTime since(BatchResult last) {
    BatchTime since = last.at();
    for (int i = monitored.size() - 1; i >= 0; i--) {
      BatchResult batch = monitored.get(i);
      if (batch.segment().equals(last.segment())) {
        if (batch.alerts().isEmpty()) {
          return since;
        }
        since = batch.at();
      }
    }
    return since;
  }

  /** The sentence below the headline; may be empty. */
  public String lead() {
    if (monitored.isEmpty()) {
      return whole.isEmpty()
          ? "The history is empty."
          : format("%,d reference batches show what is usual.", whole.size());
    }
    if (!alarming().isEmpty()) {
      return "";
    }
    long batches = monitored.stream().filter(batch -> batch.segment().isEmpty()).count();
    return monitored.stream()
        .filter(batch -> !batch.alerts().isEmpty())
        .reduce((a, b) -> b)
        .map(
            batch ->
                format(
                    "Nothing is beyond its threshold. The latest alert was on %s: %s",
                    batch.at().title(), sentence(batch, batch.alerts().get(0))))
        .orElse(
            batches == 1
                ? "Nothing is beyond its threshold."
                : format("No alert in %,d batches.", batches));
  }

  /** Every alert of the latest batch. */
  public List<String> alerts() {
    List<String> sentences = new ArrayList<>();
    for (BatchResult batch : tonight) {
      batch.alerts().forEach(alert -> sentences.add(sentence(batch, alert)));
    }
    return sentences;
  }

  /** How well the estimates have done; empty without labels. */
  public String trackRecord() {
    if (whole.stream().noneMatch(batch -> batch.realised().isPresent())) {
      return "";
    }
    TrackRecord record = TrackRecord.of(whole);
    if (record.batches() == 0) {
      return "";
    }
    String bias =
        format(
            "%.1f points too %s",
            100 * Math.abs(record.meanBias()), record.meanBias() < 0 ? "low" : "high");
    if (record.batches() == 1) {
      return format(
          "Track record: on the one batch with labels so far, the estimate was %s, and the realised"
              + " accuracy was %s the interval.",
          bias, record.covered() == 1 ? "inside" : "outside");
    }
    return format(
        "Track record: on the %,d batches with labels so far, the estimate was off by %.1f points on"
            + " average (%s), and the realised accuracy was inside the interval on %s of them.",
        record.batches(),
        100 * record.meanError(),
        bias,
        record.covered() == record.batches() ? "all" : format("%,d", record.covered()));
  }

  /** All alerts of a batch; empty if it is quiet. */
  public static String texts(BatchResult batch) {
    return batch.alerts().stream()
        .map(alert -> sentence(batch, alert))
        .collect(Collectors.joining(" "));
  }

  private static String sentence(BatchResult batch, Alert alert) {
    String text = plain(text(batch, alert));
    String where = batch.segment().map(s -> plain(s.toString())).orElse("");
    String full = where.isEmpty() || text.contains(where) ? text : where + ": " + text;
    return full.endsWith(".") ? full : full + ".";
  }

  /** The text of an alert; taken from the reading if only the alert's metric was kept. */
  public static String text(BatchResult batch, Alert alert) {
    return alert.text().isEmpty()
        ? batch.reading(alert.metric()).map(MonitorWords::beyond).orElse(alert.metric().title())
        : alert.text();
  }

  private static String beyond(Reading reading) {
    return format(
        "%s %s, %s %s",
        reading.metric().title(),
        value(reading.metric(), reading.value()),
        reading.metric().isWorseBelow() ? "below" : "above",
        value(reading.metric(), reading.threshold()));
  }

  /** A share in percent; a distance or area as it is. */
  private static String value(Metric metric, double value) {
    return metric.isShare() ? format("%.1f %%", 100 * value) : format("%.3f", value);
  }

  private static String plain(String text) {
    return ControlCharacters.replaced(text, "");
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
