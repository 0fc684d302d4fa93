package org.transcal.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.transcal.monitoring.BatchTime;
import org.transcal.report.markup.Json;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;

/**
 * The times of a history as points of a chart: the latest one by one, older ones in groups of equal
 * size, so that a page stays small however long the history is.
 */
final class BatchPoints {
  static final int MOST_SINGLE = 100;
  static final int MOST_GROUPS = 400;

  /** One time, or the first and last of a group. */
  record Point(BatchTime first, BatchTime last, int batches) {
    boolean isReference() {
      return first.kind() == BatchTime.Kind.REFERENCE;
    }
  }

  private final List<Point> points = new ArrayList<>();
  private final Map<BatchTime, Integer> indexes = new HashMap<>();
  private int groupSize = 1;
  private int grouped;

  BatchPoints(Collection<BatchTime> all) {
    List<BatchTime> times = all.stream().distinct().sorted().toList();
    int older = Math.max(0, times.size() - MOST_SINGLE);
    if (older > 0) {
      // One group fewer than allowed, since groups also end with the reference period.
      groupSize = (older + MOST_GROUPS - 2) / (MOST_GROUPS - 1);
    }
    for (int i = 0; i < times.size(); ) {
      int end = Math.min(i + (i < older ? groupSize : 1), i < older ? older : times.size());
      while (times.get(end - 1).kind() != times.get(i).kind()) {
        end--;
      }
      for (BatchTime time : times.subList(i, end)) {
        indexes.put(time, points.size());
      }
      points.add(new Point(times.get(i), times.get(end - 1), end - i));
      i = end;
      grouped = i <= older ? points.size() : grouped;
    }
  }

  List<Point> all() {
    return points;
  }

  int size() {
    return points.size();
  }

  int indexOf(BatchTime time) {
    return indexes.get(time);
  }

  boolean isSingle(int index) {
    return index >= grouped;
  }

  /** How batches are grouped into points, as text; empty if each has its own point. */
  String explanation() {
    return groupSize == 1
        ? ""
        : Text.of(
            "The latest %s batches are drawn one by one, older ones in groups of up to %s: the mean"
                + " value, the widest interval, and a mark if any of them had an alert.",
            MOST_SINGLE, Numerals.count(groupSize));
  }

  Json json() {
    List<Point> groups = points.subList(0, grouped);
    return new Json()
        .withTexts("at", points.stream().map(point -> point.first().title()).toList())
        .withTexts("to", groups.stream().map(point -> point.last().title()).toList())
        .with("nights", groups.stream().mapToDouble(Point::batches).toArray())
        .with("gaps", gaps(), 0)
        .with("reference", points.stream().filter(Point::isReference).count());
  }

  /**
   * Points before which batches are missing: dates clearly farther apart than nine in ten steps, so
   * that weekends without a run are no gaps.
   */
  private double[] gaps() {
    double[] steps =
        IntStream.range(0, size())
            .mapToDouble(this::step)
            .filter(step -> step > 0)
            .sorted()
            .toArray();
    return steps.length == 0
        ? steps
        : IntStream.range(0, size())
            .filter(i -> step(i) > 1.2 * steps[(int) (0.9 * steps.length)])
            .asDoubleStream()
            .toArray();
  }

  /** Seconds since the point before; 0 if they are not two single dates. */
  private double step(int index) {
    if (index <= grouped || points.get(index).first().kind() != BatchTime.Kind.DATE) {
      return 0;
    }
    BatchTime before = points.get(index - 1).first();
    return before.kind() == BatchTime.Kind.DATE
        ? points.get(index).first().position() - before.position()
        : 0;
  }

  /** The mean of a number over all batches of each point; NaN if none has it. */
  double[] means(Map<BatchTime, Double> numbers) {
    double[] sums = new double[size()];
    int[] counts = new int[size()];
    numbers.forEach(
        (time, number) -> {
          Integer index = indexes.getOrDefault(time, indexes.get(time.asReference()));
          if (index != null) {
            sums[index] += number;
            counts[index]++;
          }
        });
    return IntStream.range(0, size()).mapToDouble(i -> sums[i] / counts[i]).toArray();
  }
}
