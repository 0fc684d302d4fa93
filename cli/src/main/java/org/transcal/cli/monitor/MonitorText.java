package org.transcal.cli.monitor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.TextTable;
import org.transcal.metric.Interval;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.MonitorWords;
import org.transcal.monitoring.Reading;

/** Monitored batches as plain text. */
final class MonitorText {
  private MonitorText() {}

  /**
   * A headline, one line per batch and segment, and the alerts.
   *
   * @param batches the results of this run
   * @param all the history, these batches included
   */
  static List<String> lines(List<BatchResult> batches, List<BatchResult> all) {
    List<String> lines = new ArrayList<>();
    lines.add(new MonitorWords(batches).headline());
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
    String record = new MonitorWords(all).trackRecord();
    if (!record.isEmpty()) {
      lines.add(record);
      lines.add("");
    }
    return lines;
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
}
