package org.transcal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.transcal.metric.Interval;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchResult.Alert;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Reading;
import org.transcal.monitoring.TrackRecord;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;

/** The state of a monitored model in sentences. */
final class BatchWords {
  private final List<BatchResult> whole;
  private final List<BatchResult> monitored;
  private final List<BatchResult> tonight;

  /** Takes batches in order of time. */
  BatchWords(List<BatchResult> history) {
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
  Optional<BatchResult> latest() {
    return tonight.stream().filter(batch -> batch.segment().isEmpty()).reduce((a, b) -> b);
  }

  /**
   * Those of the latest batch and its segments that have alerts, all rows first; if there are none,
   * the latest batch with labels if these raised one.
   */
  List<BatchResult> alarming() {
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
  String headline() {
    if (monitored.isEmpty()) {
      return "No batch has been monitored yet";
    }
    List<BatchResult> alarming = alarming();
    if (!alarming.isEmpty()) {
      BatchResult worst = alarming.get(0);
      BatchTime since = since(worst);
      return Text.of(
          "Alert %s %s: %s",
          since.equals(worst.at()) ? "on" : "since",
          BatchPoints.name(since),
          sentence(worst, worst.alerts().get(0)));
    }
    BatchTime at = at(monitored.size() - 1);
    return latest()
        .flatMap(batch -> batch.reading(Metric.ACCURACY))
        .map(
            accuracy ->
                Text.of(
                    "All quiet: accuracy %s%s on %s, usual %s.",
                    Numerals.percent(accuracy.value()),
                    accuracy.interval().map(BatchWords::range).orElse(""),
                    BatchPoints.name(at),
                    Numerals.percent(accuracy.expected())))
        .orElse("All quiet on " + BatchPoints.name(at) + ".");
  }

  private static String range(Interval interval) {
    return Text.of(
        // A word joiner keeps the range on one line.
        " (%s–\u2060%s)",
        Numerals.decimals(100 * interval.low(), 0), Numerals.percent(interval.high()));
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
  String lead() {
    if (monitored.isEmpty()) {
      return whole.isEmpty()
          ? "The history is empty."
          : Text.of("%s reference batches show what is usual.", Numerals.count(whole.size()));
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
                Text.of(
                    "Nothing is beyond its threshold. The latest alert was on %s: %s",
                    BatchPoints.name(batch.at()), sentence(batch, batch.alerts().get(0))))
        .orElse(
            batches == 1
                ? "Nothing is beyond its threshold."
                : Text.of("No alert in %s batches.", Numerals.count(batches)));
  }

  /** Every alert of the latest batch. */
  List<String> alerts() {
    List<String> sentences = new ArrayList<>();
    for (BatchResult batch : tonight) {
      batch.alerts().forEach(alert -> sentences.add(sentence(batch, alert)));
    }
    return sentences;
  }

  /** How well the estimates have done; empty without labels. */
  String trackRecord() {
    if (whole.stream().noneMatch(batch -> batch.realised().isPresent())) {
      return "";
    }
    TrackRecord record = TrackRecord.of(whole);
    if (record.batches() == 0) {
      return "";
    }
    String bias =
        Text.of(
            "%s points too %s",
            Numerals.decimals(100 * Math.abs(record.meanBias()), 1),
            record.meanBias() < 0 ? "low" : "high");
    if (record.batches() == 1) {
      return Text.of(
          "Track record: on the one batch with labels so far, the estimate was %s, and the realised"
              + " accuracy was %s the interval.",
          bias, record.covered() == 1 ? "inside" : "outside");
    }
    return Text.of(
        "Track record: on the %s batches with labels so far, the estimate was off by %s points on"
            + " average (%s), and the realised accuracy was inside the interval on %s of them.",
        Numerals.count(record.batches()),
        Numerals.decimals(100 * record.meanError(), 1),
        bias,
        record.covered() == record.batches() ? "all" : Numerals.count(record.covered()));
  }

  /** All alerts of a batch; empty if it is quiet. */
  static String texts(BatchResult batch) {
    return batch.alerts().stream()
        .map(alert -> sentence(batch, alert))
        .collect(Collectors.joining(" "));
  }

  private static String sentence(BatchResult batch, Alert alert) {
    String text = BatchSeries.plain(text(batch, alert));
    String where = batch.segment().map(s -> BatchSeries.plain(s.toString())).orElse("");
    String full = where.isEmpty() || text.contains(where) ? text : where + ": " + text;
    return full.endsWith(".") ? full : full + ".";
  }

  /** The text of an alert; taken from the reading if only the alert's metric was kept. */
  static String text(BatchResult batch, Alert alert) {
    return alert.text().isEmpty()
        ? batch.reading(alert.metric()).map(BatchWords::beyond).orElse(alert.metric().title())
        : alert.text();
  }

  private static String beyond(Reading reading) {
    return Text.of(
        "%s %s, %s %s",
        reading.metric().title(),
        value(reading.metric(), reading.value()),
        reading.metric().isWorseBelow() ? "below" : "above",
        value(reading.metric(), reading.threshold()));
  }

  /** A share in percent; a distance or area as it is. */
  static String value(Metric metric, double value) {
    return isShare(metric) ? Numerals.percent(value, 1) : Numerals.decimals(value, 3);
  }

  static boolean isShare(Metric metric) {
    return metric == Metric.ACCURACY || metric == Metric.ECE || metric == Metric.REALISED;
  }
}
