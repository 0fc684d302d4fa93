package org.transcal.report.chart;

import java.util.List;
import java.util.function.Supplier;
import org.transcal.report.markup.Element;
import org.transcal.report.number.Numerals;

/** What the marks of a chart mean. */
public enum Legend {
  ACCURACY("right predictions", () -> List.of(Marks.box("bar accuracy", 1, 2, 19, 14))),
  OF_CLASS("rows of the class", () -> List.of(Marks.box("bar accuracy", 1, 2, 19, 14))),
  OVER("over-confident by", () -> swatch("over")),
  UNDER("under-confident by", () -> swatch("under")),
  INTERVAL("95 % interval", () -> List.of(Marks.whisker("whisker", 10, 14, 2, 4))),
  PERFECT("perfect calibration", () -> List.of(Marks.line("perfect", 1, 14, 19, 2))),
  CHANCE(
      "perfect calibration ± σ",
      () ->
          List.of(Marks.path("chance", "M1 11L19 0V5L1 16Z"), Marks.line("perfect", 1, 14, 19, 2))),
  TRUTH("closed-form truth", () -> List.of(Marks.line("truth", 1, 14, 19, 2))),
  SMOOTH("smooth curve", () -> List.of(Marks.line("smooth", 1, 14, 19, 2))),
  ZEROS("zeros of the objective", () -> List.of(Marks.line("zero", 1, 14, 19, 2))),
  CHOSEN("chosen", () -> List.of(Marks.group("chosen").add(Marks.circle("chosen-dot", 10, 8, 6)))),
  BAND("± one deviation over runs", () -> List.of(Marks.box("band", 1, 2, 19, 14))),
  BEFORE("before calibration", () -> List.of(Marks.box("bar before", 1, 4, 19, 12))),
  AFTER("after calibration", () -> List.of(Marks.box("bar after", 1, 4, 19, 12))),
  BEST("oracle", () -> List.of(Marks.line("best-mark", 10, 1, 10, 15))),
  HOLLOW("before calibration", () -> List.of(Marks.circle("dot before", 10, 8, 5))),
  FULL("after calibration", () -> List.of(Marks.circle("dot after", 10, 8, 5))),
  USED("used; the larger, the more it counts", () -> List.of(Marks.circle("dot after", 10, 8, 6))),
  CAPPED(
      "capped: what it says, and the value used",
      () ->
          List.of(
              Marks.line("link", 4, 8, 16, 8),
              Marks.circle("dot after", 4, 8, 4),
              Marks.circle("dot before", 15, 8, 4))),
  DROPPED("dropped", () -> List.of(Marks.cross("dropped", 10, 8, 5))),
  POOLED("estimate", () -> List.of(Marks.circle("chosen-dot", 10, 8, 6))),
  RANGE("90 % interval", () -> List.of(Marks.box("range", 1, 2, 19, 14))),
  SOURCE("accuracy on source rows", () -> List.of(Marks.line("even", 10, 1, 10, 15))),
  START("start", () -> List.of(Marks.cross("start", 10, 8, 5))),
  NIGHTS("each batch", () -> List.of(Marks.line("night-line", 1, 8, 19, 8), batchDot())),
  USUAL("usual value", () -> List.of(Marks.line("night-usual", 1, 8, 19, 8))),
  THRESHOLD("alert threshold", () -> List.of(Marks.line("night-threshold", 1, 8, 19, 8))),
  ALERT("alert", () -> List.of(Element.of("path").in("night-alert").with("d", "M10 1L17 14H3Z"))),
  REALISED("realised accuracy", () -> List.of(Marks.circle("night-realised", 10, 8, 4))),
  TRUE_ACCURACY("true accuracy", () -> List.of(Marks.line("night-truth", 1, 8, 19, 8))),
  REFERENCE("reference period", () -> List.of(Marks.box("night-reference", 1, 2, 19, 14)));

  /** The marks of a reliability chart, except the truth. */
  public static final List<Legend> OF_RELIABILITY =
      List.of(ACCURACY, OVER, UNDER, INTERVAL, CHANCE);

  /** The same with a smooth curve. */
  public static final List<Legend> OF_EVALUATION =
      List.of(ACCURACY, OVER, UNDER, INTERVAL, SMOOTH, CHANCE);

  /** The same for the probability of one class. */
  public static final List<Legend> OF_ONE_CLASS =
      List.of(OF_CLASS, OVER, UNDER, INTERVAL, SMOOTH, CHANCE);

  /** The marks of a reliability chart of repeated runs. */
  public static final List<Legend> OF_REPEATS = List.of(ACCURACY, OVER, UNDER, BAND, CHANCE);

  private static final double SWATCH = 20;
  private static final double HEIGHT = 16;

  /** Mean width of a letter at the size of labels. */
  private static final double LETTER = 6.3;

  private final String words;
  private final Supplier<List<Element>> symbol;

  Legend(String words, Supplier<List<Element>> symbol) {
    this.words = words;
    this.symbol = symbol;
  }

  /** A legend for a page, which wraps if the page is narrow. */
  public static Element list(List<Legend> entries) {
    Element list = Element.of("ul").in("legend");
    for (Legend entry : entries) {
      Element picture =
          Element.of("svg")
              .with("viewBox", "0 0 20 16")
              .with("width", SWATCH)
              .with("height", HEIGHT)
              .with("aria-hidden", "true")
              .add(entry.symbol.get());
      list.add(Element.of("li").add(picture).text(" " + entry.words));
    }
    return list;
  }

  /** A legend inside a drawing: one line, centred. */
  static Element line(List<Legend> entries, double middle, double top) {
    double width = entries.stream().mapToDouble(Legend::width).sum();
    Element line = Marks.group("legend");
    double at = middle - width / 2;
    for (Legend entry : entries) {
      String move = "translate(" + Numerals.coordinate(at) + " " + Numerals.coordinate(top) + ")";
      line.add(
          Element.of("g")
              .with("transform", move)
              .add(entry.symbol.get())
              .add(Marks.text("tick", SWATCH + 5, 12, entry.words)));
      at += entry.width();
    }
    return line;
  }

  private double width() {
    return SWATCH + 5 + LETTER * words.length() + 18;
  }

  private static Element batchDot() {
    return Marks.circle("night-dot", 10, 8, 3);
  }

  private static List<Element> swatch(String side) {
    String pattern = "legend-" + side;
    Element box = Marks.box("gap " + side, 1, 2, 19, 14);
    return List.of(
        Element.of("defs").add(Drawing.stripes(pattern, "stripes " + side)),
        box.with("fill", Drawing.reference(pattern)));
  }
}
