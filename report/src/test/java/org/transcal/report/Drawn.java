package org.transcal.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** What a browser drew of a report, as {@code read-marks.js} read it. */
final class Drawn {
  /** A rectangle in pixels of the window. */
  record Box(double left, double top, double right, double bottom) {
    double width() {
      return right - left;
    }

    double height() {
      return bottom - top;
    }

    double middle() {
      return (left + right) / 2;
    }

    double level() {
      return (top + bottom) / 2;
    }

    /** Whether two boxes share more than a pixel in both directions. */
    boolean overlaps(Box other) {
      return Math.min(right, other.right) - Math.max(left, other.left) > 1
          && Math.min(bottom, other.bottom) - Math.max(top, other.top) > 1;
    }
  }

  /** One line: its fields, and the box that four of them make. */
  record Mark(List<String> fields) {
    String field(int index) {
      return fields.get(index);
    }

    double number(int index) {
      return Double.parseDouble(fields.get(index));
    }

    Box box(int first) {
      return new Box(number(first), number(first + 1), number(first + 2), number(first + 3));
    }
  }

  private final List<Mark> marks;

  private Drawn(List<Mark> marks) {
    this.marks = marks;
  }

  /** Draws a report; the script that reads it is the only thing let through its policy. */
  static Drawn of(Browser browser, String html, int width, Browser.Scheme scheme)
      throws IOException, InterruptedException {
    String dom = browser.draw(withScript(html, script(), Policy.OPENED), width, scheme);
    int start = dom.indexOf("<pre id=\"drawn\">");
    if (start < 0) {
      throw new AssertionError(
          "The script did not run; the browser gave: " + dom.length() + " characters");
    }
    String text =
        dom.substring(start + "<pre id=\"drawn\">".length(), dom.indexOf("</pre>", start))
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&nbsp;", "\u00a0")
            .replace("&amp;", "&");
    return new Drawn(text.lines().map(line -> new Mark(List.of(line.split("\t", -1)))).toList());
  }

  /** Whether a page's content security policy lets a script of the test through. */
  enum Policy {
    KEPT,
    OPENED
  }

  /** The page with a script at its end. */
  static String withScript(String html, String script, Policy policy) {
    String end = "<script>" + script + "</script></body>";
    String page = html.replace("</body>", end);
    return policy == Policy.OPENED
        ? page.replace(
            "default-src &#39;none&#39;",
            "default-src &#39;none&#39;; script-src &#39;unsafe-inline&#39;")
        : page;
  }

  /** All marks of a kind. */
  List<Mark> all(String kind) {
    return marks.stream().filter(mark -> mark.field(0).equals(kind)).toList();
  }

  /** All marks of a kind in a chart. */
  List<Mark> in(String chart, String kind) {
    return all(kind).stream().filter(mark -> mark.field(1).equals(chart)).toList();
  }

  /** Marks of bins of a class in a chart. */
  List<Mark> bins(String chart, String classes) {
    return in(chart, "mark").stream().filter(mark -> mark.field(2).equals(classes)).toList();
  }

  /** Height on the page of the grid line with a label. */
  double grid(String chart, String label) {
    return only(in(chart, "grid").stream().filter(mark -> mark.field(2).equals(label)), label)
        .box(3)
        .level();
  }

  /** Position across the page of the lowest text that reads so: a label of the axis below. */
  double tick(String chart, String label) {
    return in(chart, "text").stream()
        .filter(mark -> mark.field(2).equals(label))
        .max((a, b) -> Double.compare(a.box(3).bottom(), b.box(3).bottom()))
        .orElseThrow(() -> new AssertionError("No label " + label + " in " + chart))
        .box(3)
        .middle();
  }

  private static Mark only(Stream<Mark> found, String what) {
    return found.findFirst().orElseThrow(() -> new AssertionError("Nothing drawn for " + what));
  }

  private static String script() throws IOException {
    try (InputStream in = Drawn.class.getResourceAsStream("read-marks.js")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
