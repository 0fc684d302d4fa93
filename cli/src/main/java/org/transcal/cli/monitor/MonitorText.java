package org.transcal.cli.monitor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.Message;
import org.transcal.cli.terminal.TextTable;
import org.transcal.metric.Interval;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Reading;
import org.transcal.monitoring.TrackRecord;

/** Monitored batches as plain text. */
final class MonitorText {
  private MonitorText() {}

  /**
   * A headline, one line per batch and segment, and the alerts.
   *
   * @param batches the results of this run
   * @param record how well the estimates have done so far, these batches included
   */
  static List<String> lines(List<BatchResult> batches, TrackRecord record) {
    List<String> lines = new ArrayList<>();
    lines.add(headline(batches));
    lines.add("");
    TextTable table =
        new TextTable(
            List.of(
                "batch",
                "rows",
                "accuracy %",
                "90 % interval",
                "alert below",
                "ECE %",
                "realised %",
                "alerts"));
    batches.forEach(batch -> table.row(row(batch)));
    lines.addAll(table.lines());
    lines.add("");
    for (BatchResult batch : batches) {
      for (BatchResult.Alert alert : batch.alerts()) {
        lines.add("  - " + (isOneBatch(batches) ? "" : batch.at() + ": ") + alert.text());
      }
    }
    if (batches.stream().anyMatch(batch -> !batch.alerts().isEmpty())) {
      lines.add("");
    }
    if (record.batches() > 0) {
      lines.add(sentence(record));
      lines.add("");
    }
    return lines;
  }

  /** What happened, in a sentence. */
  static String headline(List<BatchResult> batches) {
    List<BatchResult> alerting =
        batches.stream().filter(batch -> !batch.alerts().isEmpty()).toList();
    if (isOneBatch(batches)) {
      BatchResult whole = batches.get(0);
      String accuracy =
          whole
              .reading(Metric.ACCURACY)
              .map(
                  r ->
                      Message.of(
                          ", estimated accuracy %s %% (usually %s %%)",
                          Figures.percent(r.value(), 1), Figures.percent(r.expected(), 1)))
              .orElse("");
      String realised =
          whole
              .realised()
              .map(r -> ", realised " + Figures.percent(r.accuracy().value(), 1) + " %")
              .orElse("");
      return whole.at() + ": " + (alerting.isEmpty() ? "fine" : "ALERT") + accuracy + realised;
    }
    String all =
        Figures.count(batches.stream().map(BatchResult::at).distinct().count()) + " batches: ";
    return all
        + (alerting.isEmpty()
            ? "all fine"
            : "ALERT on "
                + alerting.stream()
                    .map(batch -> batch.at().toString())
                    .distinct()
                    .collect(Collectors.joining(", ")));
  }

  private static boolean isOneBatch(List<BatchResult> batches) {
    return batches.stream().map(BatchResult::at).distinct().count() == 1;
  }

  private static List<String> row(BatchResult batch) {
    Optional<Reading> accuracy = batch.reading(Metric.ACCURACY);
    return List.of(
        batch.segment().map(segment -> "  " + segment).orElse(batch.at().toString()),
        Figures.count(batch.rows()),
        accuracy.map(r -> Figures.percent(r.value(), 1)).orElse(""),
        accuracy.flatMap(Reading::interval).map(MonitorText::range).orElse(""),
        accuracy.map(r -> Figures.percent(r.threshold(), 1)).orElse(""),
        batch.reading(Metric.ECE).map(r -> Figures.percent(r.value(), 1)).orElse(""),
        batch.realised().map(r -> Figures.percent(r.accuracy().value(), 1)).orElse(""),
        batch.alerts().stream().map(a -> a.metric().key()).collect(Collectors.joining(",")));
  }

  private static String range(Interval interval) {
    return Figures.percent(interval.low(), 1) + " to " + Figures.percent(interval.high(), 1);
  }

  private static String sentence(TrackRecord record) {
    return Message.of(
        "On %s %s with labels the estimate was %s points off on average; %s of %s intervals held",
        Figures.count(record.batches()),
        record.batches() == 1 ? "batch" : "batches",
        Figures.decimals(100 * record.meanError(), 1),
        Figures.count(record.covered()),
        Figures.count(record.batches()));
  }
}
