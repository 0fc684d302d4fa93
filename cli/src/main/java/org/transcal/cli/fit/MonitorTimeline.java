package org.transcal.cli.fit;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.Message;
import org.transcal.metric.Interval;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Reading;
import org.transcal.monitoring.Segment;
import org.transcal.monitoring.example.MonitoredDays.Event;
import org.transcal.monitoring.example.MonitoredDays.KnownBatch;

/** What happened on the days of the demo, and what the monitor reported the same batch. */
final class MonitorTimeline {
  private final List<Day> days = new ArrayList<>();

  /** A day: the truth, and that batch's results for all rows and segments. */
  private record Day(int number, KnownBatch known, List<BatchResult> found) {
    boolean alerted() {
      return found.stream().anyMatch(batch -> !batch.alerts().isEmpty());
    }

    Reading accuracy() {
      return found.get(0).reading(Metric.ACCURACY).orElseThrow();
    }
  }

  void add(KnownBatch known, List<BatchResult> found) {
    days.add(new Day(days.size() + 1, known, found));
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("A classifier is monitored for " + days.size() + " nights without labels.");
    lines.add("The nights are synthetic, so the truth is known.");
    lines.add("");
    int from = 0;
    for (int to = 1; to <= days.size(); to++) {
      if (to == days.size() || event(to) != event(from)) {
        lines.addAll(describe(days.subList(from, to)));
        from = to;
      }
    }
    lines.add("");
    lines.addAll(summary());
    lines.add("");
    return lines;
  }

  private Event event(int index) {
    return days.get(index).known().event();
  }

  private static List<String> describe(List<Day> episode) {
    Day first = episode.get(0);
    Day last = episode.get(episode.size() - 1);
    String what =
        switch (first.known().event()) {
          case QUIET -> "quiet";
          case DECAY -> "the light fails slowly";
          case BREAK -> "two sensors break";
          case SEGMENT -> "camera 3 is out of focus";
          case NOISE -> "camera 3 is noisy";
          case LABEL_SHIFT -> "rare parts become frequent";
        };
    boolean decays = first.known().event() == Event.DECAY;
    String truth =
        decays
            ? range(first.known().accuracy(), last.known().accuracy())
            : mean(episode.stream().mapToDouble(day -> day.known().accuracy()));
    String estimate =
        decays
            ? range(first.accuracy().value(), last.accuracy().value())
            : mean(episode.stream().mapToDouble(day -> day.accuracy().value()));
    String number = first.number() + "–" + last.number();
    return List.of(
        Message.of(
            "days %-7s %-27s true accuracy %s %%, estimated %s %%", number, what, truth, estimate),
        " ".repeat(13) + found(episode));
  }

  private static String range(double first, double last) {
    return Figures.percent(first, 1) + " → " + Figures.percent(last, 1);
  }

  private static String mean(DoubleStream values) {
    return Figures.percent(values.average().orElseThrow(), 1);
  }

  private static String found(List<Day> episode) {
    List<Day> alerted = episode.stream().filter(Day::alerted).toList();
    if (episode.get(0).known().event() == Event.QUIET) {
      return alerted.isEmpty() ? "no alert" : "false alarm on day " + numbers(alerted);
    }
    if (alerted.isEmpty()) {
      return "missed";
    }
    Day first = alerted.get(0);
    String when =
        first == episode.get(0)
            ? "alert the same night"
            : Message.of(
                "alert on day %d, at %s %%",
                first.number(), Figures.percent(first.known().accuracy(), 1));
    return when + ": " + what(alerted);
  }

  /** The metrics that alerted, and the segments if only some of them alerted on accuracy. */
  private static String what(List<Day> alerted) {
    Set<Metric> metrics = new TreeSet<>();
    Set<Segment> bad = new LinkedHashSet<>();
    Set<Segment> fine = new LinkedHashSet<>();
    for (Day day : alerted) {
      for (BatchResult batch : day.found()) {
        batch.alerts().forEach(alert -> metrics.add(alert.metric()));
        boolean low = batch.alerts().stream().anyMatch(a -> a.metric() == Metric.ACCURACY);
        batch.segment().ifPresent(low ? bad::add : fine::add);
      }
    }
    fine.removeAll(bad);
    String segments =
        bad.stream()
            .filter(s -> fine.stream().anyMatch(other -> other.column().equals(s.column())))
            .map(Segment::toString)
            .collect(Collectors.joining(", "));
    String text = metrics.stream().map(Metric::title).collect(Collectors.joining(", "));
    return segments.isEmpty() ? text : text + " (accuracy: only " + segments + ")";
  }

  private static String numbers(List<Day> some) {
    return some.stream()
        .map(day -> Integer.toString(day.number()))
        .collect(Collectors.joining(", "));
  }

  private List<String> summary() {
    List<Day> quiet = days.stream().filter(d -> d.known().event() == Event.QUIET).toList();
    List<Day> missed =
        days.stream().filter(d -> d.known().event() != Event.QUIET && !d.alerted()).toList();
    long inside =
        days.stream()
            .filter(
                day -> {
                  Interval interval = day.accuracy().interval().orElseThrow();
                  return interval.contains(day.known().realisedAccuracy());
                })
            .count();
    double error =
        days.stream()
            .mapToDouble(day -> Math.abs(day.accuracy().value() - day.known().accuracy()))
            .average()
            .orElseThrow();
    return List.of(
        Message.of(
            "False alarms: %d of %d quiet nights. Nights with an event and no alert: %s.",
            quiet.stream().filter(Day::alerted).count(),
            quiet.size(),
            missed.isEmpty() ? "none" : "day " + numbers(missed)),
        Message.of(
            "Estimates: %s points from the true accuracy on average; the realised accuracy was in"
                + " the interval on %d of %d nights.",
            Figures.percent(error, 1), inside, days.size()));
  }
}
