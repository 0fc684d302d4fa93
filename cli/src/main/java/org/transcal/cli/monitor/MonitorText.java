package org.transcal.cli.monitor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.Message;
import org.transcal.cli.terminal.TextTable;
import org.transcal.metric.Interval;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Night;
import org.transcal.monitoring.Reading;
import org.transcal.monitoring.TrackRecord;

/** Monitored nights as plain text. */
final class MonitorText {
  private MonitorText() {}

  /**
   * A headline, one line per night and segment, and the alerts.
   *
   * @param nights the results of this run
   * @param record how well the estimates have done so far, these nights included
   */
  static List<String> lines(List<Night> nights, TrackRecord record) {
    List<String> lines = new ArrayList<>();
    lines.add(headline(nights));
    lines.add("");
    TextTable table =
        new TextTable(
            List.of(
                "night",
                "rows",
                "accuracy %",
                "90 % interval",
                "alert below",
                "ECE %",
                "realised %",
                "alerts"));
    nights.forEach(night -> table.row(row(night)));
    lines.addAll(table.lines());
    lines.add("");
    for (Night night : nights) {
      for (Night.Alert alert : night.alerts()) {
        lines.add("  - " + (isOneNight(nights) ? "" : night.at() + ": ") + alert.text());
      }
    }
    if (nights.stream().anyMatch(night -> !night.alerts().isEmpty())) {
      lines.add("");
    }
    if (record.nights() > 0) {
      lines.add(sentence(record));
      lines.add("");
    }
    return lines;
  }

  /** What happened, in a sentence. */
  static String headline(List<Night> nights) {
    List<Night> alerting = nights.stream().filter(night -> !night.alerts().isEmpty()).toList();
    if (isOneNight(nights)) {
      Night whole = nights.get(0);
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
    String all = Figures.count(nights.stream().map(Night::at).distinct().count()) + " nights: ";
    return all
        + (alerting.isEmpty()
            ? "all fine"
            : "ALERT on "
                + alerting.stream()
                    .map(night -> night.at().toString())
                    .distinct()
                    .collect(Collectors.joining(", ")));
  }

  private static boolean isOneNight(List<Night> nights) {
    return nights.stream().map(Night::at).distinct().count() == 1;
  }

  private static List<String> row(Night night) {
    Optional<Reading> accuracy = night.reading(Metric.ACCURACY);
    return List.of(
        night.segment().map(segment -> "  " + segment).orElse(night.at().toString()),
        Figures.count(night.rows()),
        accuracy.map(r -> Figures.percent(r.value(), 1)).orElse(""),
        accuracy.flatMap(Reading::interval).map(MonitorText::range).orElse(""),
        accuracy.map(r -> Figures.percent(r.threshold(), 1)).orElse(""),
        night.reading(Metric.ECE).map(r -> Figures.percent(r.value(), 1)).orElse(""),
        night.realised().map(r -> Figures.percent(r.accuracy().value(), 1)).orElse(""),
        night.alerts().stream().map(a -> a.metric().key()).collect(Collectors.joining(",")));
  }

  private static String range(Interval interval) {
    return Figures.percent(interval.low(), 1) + " to " + Figures.percent(interval.high(), 1);
  }

  private static String sentence(TrackRecord record) {
    return Message.of(
        "On %s %s with labels the estimate was %s points off on average; %s of %s intervals held",
        Figures.count(record.nights()),
        record.nights() == 1 ? "night" : "nights",
        Figures.decimals(100 * record.meanError(), 1),
        Figures.count(record.covered()),
        Figures.count(record.nights()));
  }
}
