package org.transcal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.transcal.metric.Interval;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Night;
import org.transcal.monitoring.Night.Alert;
import org.transcal.monitoring.NightTime;
import org.transcal.monitoring.Reading;
import org.transcal.monitoring.TrackRecord;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;

/** The state of a monitored model in sentences. */
final class NightWords {
  private final List<Night> whole;
  private final List<Night> monitored;
  private final List<Night> tonight;

  /** Takes nights in order of time. */
  NightWords(List<Night> history) {
    this.whole = history.stream().filter(night -> night.segment().isEmpty()).toList();
    this.monitored =
        history.stream().filter(n -> n.at().kind() != NightTime.Kind.REFERENCE).toList();
    int first = monitored.size();
    // Parts of a night are one night.
    while (first > 0 && at(first - 1).isSameNight(at(monitored.size() - 1))) {
      first--;
    }
    this.tonight = monitored.subList(first, monitored.size());
  }

  private NightTime at(int index) {
    return monitored.get(index).at();
  }

  /** The latest night or its last part, all rows; empty if no night has been monitored. */
  Optional<Night> latest() {
    return tonight.stream().filter(night -> night.segment().isEmpty()).reduce((a, b) -> b);
  }

  /**
   * Those of the latest night and its segments that have alerts, all rows first; if there are none,
   * the latest night with labels if these raised one.
   */
  List<Night> alarming() {
    List<Night> now = tonight.stream().filter(night -> !night.alerts().isEmpty()).toList();
    if (!now.isEmpty()) {
      return now;
    }
    return monitored.stream()
        .filter(night -> night.segment().isEmpty() && night.realised().isPresent())
        .reduce((a, b) -> b)
        .filter(n -> n.alerts().stream().anyMatch(a -> a.metric() == Metric.REALISED))
        .stream()
        .toList();
  }

  /** The most important fact. */
  String headline() {
    if (monitored.isEmpty()) {
      return "No night has been monitored yet";
    }
    List<Night> alarming = alarming();
    if (!alarming.isEmpty()) {
      Night worst = alarming.get(0);
      NightTime since = since(worst);
      return Text.of(
          "Alert %s %s: %s",
          since.equals(worst.at()) ? "on" : "since",
          NightPoints.name(since),
          sentence(worst, worst.alerts().get(0)));
    }
    NightTime at = at(monitored.size() - 1);
    return latest()
        .flatMap(night -> night.reading(Metric.ACCURACY))
        .map(
            accuracy ->
                Text.of(
                    "All quiet: accuracy %s%s on %s, usual %s.",
                    Numerals.percent(accuracy.value()),
                    accuracy.interval().map(NightWords::range).orElse(""),
                    NightPoints.name(at),
                    Numerals.percent(accuracy.expected())))
        .orElse("All quiet on " + NightPoints.name(at) + ".");
  }

  private static String range(Interval interval) {
    return Text.of(
        // A word joiner keeps the range on one line.
        " (%s–\u2060%s)",
        Numerals.decimals(100 * interval.low(), 0), Numerals.percent(interval.high()));
  }

  /** When the latest unbroken run of alerts on the same rows began. */
  private NightTime since(Night last) {
    NightTime since = last.at();
    for (int i = monitored.size() - 1; i >= 0; i--) {
      Night night = monitored.get(i);
      if (night.segment().equals(last.segment())) {
        if (night.alerts().isEmpty()) {
          return since;
        }
        since = night.at();
      }
    }
    return since;
  }

  /** The sentence below the headline; may be empty. */
  String lead() {
    if (monitored.isEmpty()) {
      return whole.isEmpty()
          ? "The history is empty."
          : Text.of("%s reference nights show what is usual.", Numerals.count(whole.size()));
    }
    if (!alarming().isEmpty()) {
      return "";
    }
    long nights = monitored.stream().filter(night -> night.segment().isEmpty()).count();
    return monitored.stream()
        .filter(night -> !night.alerts().isEmpty())
        .reduce((a, b) -> b)
        .map(
            night ->
                Text.of(
                    "Nothing is beyond its threshold. The latest alert was on %s: %s",
                    NightPoints.name(night.at()), sentence(night, night.alerts().get(0))))
        .orElse(
            nights == 1
                ? "Nothing is beyond its threshold."
                : Text.of("No alert in %s nights.", Numerals.count(nights)));
  }

  /** Every alert of the latest night. */
  List<String> alerts() {
    List<String> sentences = new ArrayList<>();
    for (Night night : tonight) {
      night.alerts().forEach(alert -> sentences.add(sentence(night, alert)));
    }
    return sentences;
  }

  /** How well the estimates have done; empty without labels. */
  String trackRecord() {
    if (whole.stream().noneMatch(night -> night.realised().isPresent())) {
      return "";
    }
    TrackRecord record = TrackRecord.of(whole);
    if (record.nights() == 0) {
      return "";
    }
    String bias =
        Text.of(
            "%s points too %s",
            Numerals.decimals(100 * Math.abs(record.meanBias()), 1),
            record.meanBias() < 0 ? "low" : "high");
    if (record.nights() == 1) {
      return Text.of(
          "Track record: on the one night with labels so far, the estimate was %s, and the realised"
              + " accuracy was %s the interval.",
          bias, record.covered() == 1 ? "inside" : "outside");
    }
    return Text.of(
        "Track record: on the %s nights with labels so far, the estimate was off by %s points on"
            + " average (%s), and the realised accuracy was inside the interval on %s of them.",
        Numerals.count(record.nights()),
        Numerals.decimals(100 * record.meanError(), 1),
        bias,
        record.covered() == record.nights() ? "all" : Numerals.count(record.covered()));
  }

  /** All alerts of a night; empty if it is quiet. */
  static String texts(Night night) {
    return night.alerts().stream()
        .map(alert -> sentence(night, alert))
        .collect(Collectors.joining(" "));
  }

  private static String sentence(Night night, Alert alert) {
    String text = NightSeries.plain(text(night, alert));
    String where = night.segment().map(s -> NightSeries.plain(s.toString())).orElse("");
    String full = where.isEmpty() || text.contains(where) ? text : where + ": " + text;
    return full.endsWith(".") ? full : full + ".";
  }

  /** The text of an alert; taken from the reading if only the alert's metric was kept. */
  static String text(Night night, Alert alert) {
    return alert.text().isEmpty()
        ? night.reading(alert.metric()).map(NightWords::beyond).orElse(alert.metric().title())
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
