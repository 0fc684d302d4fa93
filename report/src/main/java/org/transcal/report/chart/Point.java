package org.transcal.report.chart;

import java.util.List;
import java.util.stream.IntStream;

/** A point in the units of the data, not of the page. */
record Point(double x, double y) {
  static List<Point> of(List<Double> x, List<Double> y) {
    return IntStream.range(0, x.size()).mapToObj(i -> new Point(x.get(i), y.get(i))).toList();
  }
}
