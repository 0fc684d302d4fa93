package org.transcal.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Night;
import org.transcal.monitoring.Segment;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Json;

/** The nights of all rows or of one segment, point by point. */
final class NightSeries {
  /** More segments than this make a list hard to read and a page large. */
  static final int MOST_SEGMENTS = 40;

  private final Optional<Segment> segment;
  private final NightPoints points;
  private final List<List<Night>> nights;
  private final Map<Metric, NightLine> lines;

  private NightSeries(Optional<Segment> segment, NightPoints points, List<List<Night>> nights) {
    this.segment = segment;
    this.points = points;
    this.nights = nights;
    this.lines = NightLine.of(nights);
  }

  /** All rows first, then the segments, those with most alerts and most rows first. */
  static List<NightSeries> of(List<Night> history, NightPoints points) {
    Map<Optional<Segment>, List<List<Night>>> found = new HashMap<>();
    for (Night night : history) {
      found
          .computeIfAbsent(night.segment(), segment -> empty(points))
          .get(points.indexOf(night.at()))
          .add(night);
    }
    found.computeIfAbsent(Optional.empty(), segment -> empty(points));
    Comparator<NightSeries> order =
        Comparator.comparing((NightSeries series) -> series.segment.isPresent())
            .thenComparing(Comparator.comparingLong(NightSeries::recentAlerts).reversed())
            .thenComparing(Comparator.comparingLong(NightSeries::lastRows).reversed())
            .thenComparing(
                series -> series.segment.orElse(null), Comparator.nullsFirst(Segment::compareTo));
    return found.entrySet().stream()
        .map(entry -> new NightSeries(entry.getKey(), points, entry.getValue()))
        .sorted(order)
        .toList();
  }

  private static List<List<Night>> empty(NightPoints points) {
    List<List<Night>> lists = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      lists.add(new ArrayList<>(1));
    }
    return lists;
  }

  String name() {
    return segment.map(some -> plain(some.toString())).orElse("all rows");
  }

  /** The nights of a point: one, none, or those of a group. */
  List<Night> at(int point) {
    return nights.get(point);
  }

  Set<Metric> metrics() {
    return lines.keySet();
  }

  private long recentAlerts() {
    return IntStream.range(0, points.size())
        .filter(points::isSingle)
        .filter(i -> nights.get(i).stream().anyMatch(night -> !night.alerts().isEmpty()))
        .count();
  }

  private long lastRows() {
    List<Night> last = points.size() == 0 ? List.of() : nights.get(points.size() - 1);
    return last.stream().mapToLong(Night::rows).sum();
  }

  /** Everything that charts draw. */
  Json json(NightSeries whole) {
    Json json =
        new Json()
            .with("name", name())
            .with("rows", means(night -> OptionalDouble.of(night.rows())), 0)
            .with("alerts", alerts(), 0);
    lines.forEach((metric, line) -> json.with(metric.key(), line.json()));
    double[] realised =
        means(
            night ->
                night
                    .realised()
                    .map(some -> OptionalDouble.of(some.accuracy().value()))
                    .orElse(OptionalDouble.empty()));
    if (Arrays.stream(realised).anyMatch(Double::isFinite)) {
      json.withShort("realised", realised);
    }
    if (segment.isPresent()) {
      json.withShort("share", shares(whole));
    }
    return json;
  }

  /** The metrics that alerted, as bits in their order. */
  private double[] alerts() {
    return nights.stream()
        .mapToDouble(
            group ->
                group.stream()
                    .flatMap(night -> night.alerts().stream())
                    .map(Night.Alert::metric)
                    .map(metric -> metric == Metric.REALISED ? Metric.ACCURACY : metric)
                    .mapToInt(metric -> 1 << metric.ordinal())
                    .reduce(0, (a, b) -> a | b))
        .toArray();
  }

  private double[] means(Function<Night, OptionalDouble> number) {
    return nights.stream()
        .mapToDouble(
            group ->
                group.stream()
                    .map(number)
                    .flatMapToDouble(OptionalDouble::stream)
                    .average()
                    .orElse(Double.NaN))
        .toArray();
  }

  /** This segment's share of each night's drop in accuracy; NaN without a drop and for groups. */
  private double[] shares(NightSeries whole) {
    return IntStream.range(0, points.size())
        .mapToDouble(
            i ->
                !points.isSingle(i) || nights.get(i).isEmpty() || whole.nights.get(i).isEmpty()
                    ? Double.NaN
                    : nights
                        .get(i)
                        .get(0)
                        .shareOfDrop(whole.nights.get(i).get(0))
                        .orElse(Double.NaN))
        .toArray();
  }

  /** Text from a file without control characters, which could reverse the order of other words. */
  static String plain(String text) {
    return Blocks.shortened(text)
        .replaceAll("[\\p{Cc}\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]", "\ufffd");
  }
}
