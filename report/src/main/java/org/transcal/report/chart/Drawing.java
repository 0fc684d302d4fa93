package org.transcal.report.chart;

import org.transcal.report.markup.Element;
import org.transcal.report.number.Numerals;

/** The canvas of one chart, with a name and description for people who cannot see it. */
final class Drawing {
  /** All charts have the same width, and so the same text size. */
  static final double WIDTH = 440;

  private Drawing() {}

  /** An empty canvas; the id is unique in the page and a prefix of the ids inside the chart. */
  static Element sheet(String id, double height, String title, String description) {
    return Element.of("svg")
        .in("drawing")
        .with("id", id)
        .with("viewBox", "0 0 " + Numerals.coordinate(WIDTH) + " " + Numerals.coordinate(height))
        .with("role", "img")
        .with("aria-labelledby", id + "-title " + id + "-description")
        .add(
            Element.of("title", title).with("id", id + "-title"),
            Element.of("desc", description + " The table below the chart holds the numbers.")
                .with("id", id + "-description"));
  }

  /** Diagonal stripes, distinguishable from a plain fill without colour. */
  static Element stripes(String id, String classes) {
    return Element.of("pattern")
        .with("id", id)
        .in(classes)
        .with("width", 6)
        .with("height", 6)
        .with("patternUnits", "userSpaceOnUse")
        .with("patternTransform", "rotate(45)")
        .add(Marks.box("ground", 0, 0, 6, 6), Marks.box("stripe", 0, 0, 2.4, 6));
  }

  static String reference(String id) {
    return "url(#" + id + ")";
  }
}
