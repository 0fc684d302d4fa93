package org.transcal.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.transcal.ControlCharacters;
import org.transcal.metric.Interval;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Reading;
import org.transcal.monitoring.Segment;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Json;

/** The batches of all rows or of one segment, point by point. */
final class BatchSeries {
  /** More segments than this make a list hard to read and a page large. */
  static final int MOST_SEGMENTS = 40;

  private final Optional<Segment> segment;
  private final BatchPoints points;
  private final List<List<BatchResult>> batches;
  private final Set<Metric> metrics;

  private BatchSeries(
      Optional<Segment> segment, BatchPoints points, List<List<BatchResult>> batches) {
    this.segment = segment;
    this.points = points;
    this.batches = batches;
    this.metrics =
        batches.stream()
            .flatMap(List::stream)
            .flatMap(batch -> batch.readings().stream())
            .map(Reading::metric)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Metric.class)));
  }

  /** All rows first, then the segments, those with most alerts and most rows first. */
  static List<BatchSeries> of(List<BatchResult> history, BatchPoints points) {
    Map<Optional<Segment>, List<List<BatchResult>>> found = new HashMap<>();
    for (BatchResult batch : history) {
      found
          .computeIfAbsent(batch.segment(), segment -> empty(points))
          .get(points.indexOf(batch.at()))
          .add(batch);
    }
    found.computeIfAbsent(Optional.empty(), segment -> empty(points));
    Comparator<BatchSeries> order =
        Comparator.comparing((BatchSeries series) -> series.segment.isPresent())
            .thenComparing(Comparator.comparingLong(BatchSeries::recentAlerts).reversed())
            .thenComparing(Comparator.comparingLong(BatchSeries::lastRows).reversed())
            .thenComparing(
                series -> series.segment.orElse(null), Comparator.nullsFirst(Segment::compareTo));
    return found.entrySet().stream()
        .map(entry -> new BatchSeries(entry.getKey(), points, entry.getValue()))
        .sorted(order)
        .toList();
  }

  private static List<List<BatchResult>> empty(BatchPoints points) {
    List<List<BatchResult>> lists = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      lists.add(new ArrayList<>(1));
    }
    return lists;
  }

  String name() {
    return segment.map(some -> plain(some.toString())).orElse("all rows");
  }

  /** The batches of a point: one, none, or those of a group. */
  List<BatchResult> at(int point) {
    return batches.get(point);
  }

  Set<Metric> metrics() {
    return metrics;
  }

  private long recentAlerts() {
    return IntStream.range(0, points.size())
        .filter(points::isSingle)
        .filter(i -> batches.get(i).stream().anyMatch(batch -> !batch.alerts().isEmpty()))
        .count();
  }

  private long lastRows() {
    List<BatchResult> last = points.size() == 0 ? List.of() : batches.get(points.size() - 1);
    return last.stream().mapToLong(BatchResult::rows).sum();
  }

  /** Everything that charts draw. */
  Json json(BatchSeries whole) {
    Json json =
        new Json()
            .with("name", name())
            .with("rows", of(batch -> OptionalDouble.of(batch.rows()), DoubleStream::average), 0)
            .with("alerts", alerts(), 0);
    metrics.forEach(metric -> json.with(metric.key(), json(metric)));
    double[] realised =
        of(
            batch ->
                batch.realised().stream().mapToDouble(some -> some.accuracy().value()).findFirst(),
            DoubleStream::average);
    if (Arrays.stream(realised).anyMatch(Double::isFinite)) {
      json.withShort("realised", realised);
    }
    if (segment.isPresent()) {
      json.withShort("share", shares(whole));
    }
    return json;
  }

  /** One metric: means over the batches of a point, and the widest interval. */
  private Json json(Metric metric) {
    double[] low = of(metric, Reading::interval, Interval::low, DoubleStream::min);
    Json json =
        new Json()
            .withShort("v", of(metric, Optional::of, Reading::value, DoubleStream::average))
            .withShort("e", of(metric, Optional::of, Reading::expected, DoubleStream::average))
            .withShort("t", of(metric, Optional::of, Reading::threshold, DoubleStream::average));
    return Arrays.stream(low).allMatch(Double::isNaN)
        ? json
        : json.withShort("l", low)
            .withShort("h", of(metric, Reading::interval, Interval::high, DoubleStream::max));
  }

  private <T> double[] of(
      Metric metric,
      Function<Reading, Optional<T>> part,
      ToDoubleFunction<T> number,
      Function<DoubleStream, OptionalDouble> summary) {
    return of(
        batch -> batch.reading(metric).flatMap(part).stream().mapToDouble(number).findFirst(),
        summary);
  }

  /** The metrics that alerted, as bits in their order. */
  private double[] alerts() {
    return batches.stream()
        .mapToDouble(
            group ->
                group.stream()
                    .flatMap(batch -> batch.alerts().stream())
                    .map(BatchResult.Alert::metric)
                    .map(metric -> metric == Metric.REALISED ? Metric.ACCURACY : metric)
                    .mapToInt(metric -> 1 << metric.ordinal())
                    .reduce(0, (a, b) -> a | b))
        .toArray();
  }

  /** One number per point; NaN if none of its batches has it. */
  private double[] of(
      Function<BatchResult, OptionalDouble> number,
      Function<DoubleStream, OptionalDouble> summary) {
    return batches.stream()
        .map(group -> group.stream().map(number).flatMapToDouble(OptionalDouble::stream))
        .mapToDouble(numbers -> summary.apply(numbers).orElse(Double.NaN))
        .toArray();
  }

  /** This segment's share of each batch's drop in accuracy; NaN without a drop and for groups. */
  private double[] shares(BatchSeries whole) {
    return IntStream.range(0, points.size())
        .mapToDouble(
            i ->
                !points.isSingle(i) || batches.get(i).isEmpty() || whole.batches.get(i).isEmpty()
                    ? Double.NaN
                    : batches
                        .get(i)
                        .get(0)
                        .shareOfDrop(whole.batches.get(i).get(0))
                        .orElse(Double.NaN))
        .toArray();
  }

  /** Text from a file without control characters, which could reverse the order of other words. */
  static String plain(String text) {
    return ControlCharacters.replaced(Blocks.shortened(text), "");
  }
}
