package org.transcal.report.chart;

import java.util.List;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;

/** The shapes that charts are made of; positions are in units of the page. */
final class Marks {
  private Marks() {}

  static Element group(String classes) {
    return Element.of("g").in(classes);
  }

  /** A rectangle between two corners, in any order. */
  static Element box(String classes, double x1, double y1, double x2, double y2) {
    return Element.of("rect")
        .in(classes)
        .with("x", Math.min(x1, x2))
        .with("y", Math.min(y1, y2))
        .with("width", Math.abs(x2 - x1))
        .with("height", Math.abs(y2 - y1));
  }

  static Element line(String classes, double x1, double y1, double x2, double y2) {
    return Element.of("line")
        .in(classes)
        .with("x1", x1)
        .with("y1", y1)
        .with("x2", x2)
        .with("y2", y2);
  }

  static Element circle(String classes, double x, double y, double radius) {
    return Element.of("circle").in(classes).with("cx", x).with("cy", y).with("r", radius);
  }

  static Element text(String classes, double x, double y, String text) {
    return Element.of("text", text).in(classes).with("x", x).with("y", y);
  }

  /** A line through points of the data. */
  static Element curve(String classes, List<Point> points, Scale x, Scale y) {
    StringBuilder positions = new StringBuilder();
    for (Point point : points) {
      positions
          .append(positions.length() == 0 ? "" : " ")
          .append(Numerals.coordinate(x.at(point.x())))
          .append(',')
          .append(Numerals.coordinate(y.at(point.y())));
    }
    return Element.of("polyline").in(classes).with("points", positions.toString());
  }

  static Element path(String classes, String path) {
    return Element.of("path").in(classes).with("d", path);
  }

  /** A vertical line with caps: an interval. */
  static Element whisker(String classes, double x, double low, double high, double cap) {
    String path =
        Text.of(
            "M%1$s %4$sH%2$sM%3$s %4$sV%5$sM%1$s %5$sH%2$s",
            Numerals.coordinate(x - cap),
            Numerals.coordinate(x + cap),
            Numerals.coordinate(x),
            Numerals.coordinate(low),
            Numerals.coordinate(high));
    return path(classes, path);
  }

  /** Two diagonal lines that cross at a point. */
  static Element cross(String classes, double x, double y, double half) {
    return group(classes)
        .add(
            line("", x - half, y - half, x + half, y + half),
            line("", x - half, y + half, x + half, y - half));
  }

  /** The tooltip of a mark. */
  static Element hint(String text) {
    return Element.of("title", text);
  }
}
