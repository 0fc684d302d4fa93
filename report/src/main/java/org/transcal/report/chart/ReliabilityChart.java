package org.transcal.report.chart;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.transcal.metric.MetricEvaluation;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Table;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;
import org.transcal.report.summary.DiagramSpread;

/**
 * Accuracy against confidence: one bar per bin with its interval, the gap to the bin's mean
 * confidence, a band around the diagonal, and below them the number of rows of each bin. For
 * repeated runs the bars are means, and bands reach one standard deviation to either side.
 *
 * <p>The script of a page draws the same marks for other bins: keep {@code charts.js} in step.
 */
public record ReliabilityChart(
    String id,
    String title,
    Kind kind,
    List<ReliabilityBin> bins,
    double error,
    List<Point> truth,
    double mostRows,
    Optional<SmoothCurve> smooth,
    Words words)
    implements Chart {
  static final double HEIGHT = 406;
  private static final Frame PLOT = new Frame(66, 10, 352, 272);
  private static final Frame STRIP = new Frame(66, 296, 352, 58);
  private static final double LARGEST_CAP = 5;

  /** Number of curves that can be told apart, by colour and dashes. */
  public static final int MOST_COMPARED = 6;

  enum Kind {
    /** One run: rows are counted, intervals exact. */
    MEASURED,
    /** One run of several tasks: rows are shares, intervals exact. */
    SHARED,
    /** Repeated runs: rows are shares, intervals one deviation wide. */
    REPEATED
  }

  /**
   * What the chart is about.
   *
   * @param across name of the horizontal axis
   * @param up name of the vertical axis
   * @param confidence what the predicted number is, in a few words
   * @param right what the counted rows are, in a few words
   */
  public record Words(String across, String up, String confidence, String right) {
    /** Confidence of the predicted class. */
    public static final Words OF_PREDICTIONS =
        new Words(
            "confidence of the prediction", "predictions that are right", "confidence", "right");

    /** Probability of one class. */
    public static Words ofClass(String name) {
      return new Words("predicted probability of " + name, "rows of " + name, "probability", name);
    }
  }

  public ReliabilityChart {
    bins = List.copyOf(bins);
    truth = List.copyOf(truth);
  }

  private ReliabilityChart(
      String id,
      String title,
      Kind kind,
      List<ReliabilityBin> bins,
      double error,
      double mostRows) {
    this(id, title, kind, bins, error, List.of(), mostRows, Optional.empty(), Words.OF_PREDICTIONS);
  }

  /** A chart of a diagram; the id must be unique in the page. */
  public static ReliabilityChart of(String id, String title, ReliabilityDiagram diagram) {
    List<ReliabilityBin> bins =
        diagram.bins().stream().map(bin -> ReliabilityBin.of(bin, 1)).toList();
    double error = diagram.expectedCalibrationError();
    return new ReliabilityChart(id, title, Kind.MEASURED, bins, error, fullest(diagram));
  }

  /** A chart of one run or repeated ones, with their mean calibration error. */
  public static ReliabilityChart of(String id, String title, DiagramSpread spread, double error) {
    double total = spread.bins().stream().mapToDouble(ReliabilityDiagram.Bin::count).sum();
    List<ReliabilityBin> bins =
        spread.bins().stream().map(bin -> ReliabilityBin.of(bin, total)).toList();
    Kind kind = spread.repeats() > 1 ? Kind.REPEATED : Kind.SHARED;
    return new ReliabilityChart(id, title, kind, bins, error, 1);
  }

  /** Also draws the true accuracy at each confidence. */
  public ReliabilityChart withTruth(List<Double> confidence, List<Double> accuracy) {
    return new ReliabilityChart(
        id, title, kind, bins, error, Point.of(confidence, accuracy), mostRows, smooth, words);
  }

  /** Draws row counts on a scale that fits both diagrams, so that the charts can be compared. */
  public ReliabilityChart comparableTo(ReliabilityDiagram other) {
    return new ReliabilityChart(
        id, title, kind, bins, error, truth, Math.max(mostRows, fullest(other)), smooth, words);
  }

  /** A chart of an evaluation with bars and a smooth curve. */
  public static ReliabilityChart of(
      String id, String title, Words words, MetricEvaluation evaluation) {
    ReliabilityChart bars = of(id, title, evaluation.reliability());
    Optional<SmoothCurve> curve = Optional.of(SmoothCurve.of(evaluation));
    return new ReliabilityChart(
        id, title, bars.kind, bars.bins, bars.error, List.of(), bars.mostRows, curve, words);
  }

  /** The smooth curves of the first {@value #MOST_COMPARED} evaluations, by name. */
  public static Chart comparing(
      String id, String title, Words words, Map<String, MetricEvaluation> evaluations) {
    return ReliabilityCurves.of(id, title, words, evaluations);
  }

  /** The bandwidth of the smooth curve; NaN without one. */
  public double bandwidth() {
    return smooth.map(SmoothCurve::bandwidth).orElse(Double.NaN);
  }

  @Override
  public Element draw() {
    Scale x = PLOT.across(Scale.Domain.linear(0, 1));
    Scale y = PLOT.up(Scale.Domain.linear(0, 1));
    Scale rows = STRIP.up(Scale.Domain.linear(0, mostRows > 0 ? mostRows : 1));
    Element sheet =
        Drawing.sheet(id, HEIGHT, title, description())
            .with("data-plot", PLOT.numbers())
            .with("data-strip", STRIP.numbers())
            .with("data-kind", kind.name().toLowerCase(Locale.ROOT))
            .data("most-rows", mostRows > 0 ? mostRows : 1);
    sheet.add(
        Element.of("defs")
            .add(
                Drawing.stripes(id + "-over", "stripes over"),
                Drawing.stripes(id + "-under", "stripes under")));
    sheet.add(
        Axes.beside(PLOT, y, y.ticks(5), Numerals::percent),
        kind == Kind.MEASURED
            ? Axes.beside(STRIP, rows, rowTicks(rows), Numerals::count)
            : Axes.beside(STRIP, rows, List.of(0.0, 1.0), Numerals::percent),
        Axes.below(STRIP, x, x.ticks(5), Numerals::percent, words.across()),
        Axes.sideName(PLOT, words.up()),
        Axes.sideName(STRIP, "rows"));
    Element bars = Marks.group("bars");
    Element counts = Marks.group("counts");
    Element whiskers = Marks.group("whiskers");
    Element columns = Marks.group("columns");
    for (int b = 0; b < bins.size(); b++) {
      ReliabilityBin bin = bins.get(b);
      if (bin.count() > 0) {
        double zero = y.at(0);
        bars.add(
            box("bar accuracy", b, bin, x, zero, y.at(bin.accuracy()))
                .data("value", bin.accuracy()),
            gap(b, bin, x, y));
        whiskers.add(interval(b, bin, x, y));
        counts.add(
            box("bar count", b, bin, x, rows.at(0), rows.at(bin.count()))
                .data("value", bin.count()));
        columns.add(column(bin, x));
      }
    }
    sheet.add(bars, counts, DiagonalBand.draw(bins, x, y));
    sheet.add(Marks.line("perfect", x.at(0), y.at(0), x.at(1), y.at(1)), whiskers);
    if (!truth.isEmpty()) {
      sheet.add(Marks.curve("truth halo", truth, x, y), Marks.curve("truth", truth, x, y));
    }
    smooth.ifPresent(
        curve ->
            curve
                .pieces()
                .forEach(
                    piece ->
                        sheet.add(
                            Marks.curve("smooth halo", piece, x, y),
                            Marks.curve("smooth", piece, x, y))));
    return sheet.add(columns);
  }

  @Override
  public Table table() {
    Table table =
        Table.captioned(title)
            .columns(
                words.confidence(),
                "rows",
                words.right(),
                around(),
                "mean " + words.confidence(),
                "± σ if calibrated");
    for (ReliabilityBin bin : bins) {
      boolean empty = !(bin.count() > 0);
      table.row(
          range(bin.low(), bin.high()),
          rows(bin),
          Numerals.percent(bin.accuracy(), 1),
          empty ? Numerals.NONE : range(bin.around().low(), bin.around().high()),
          Numerals.percent(bin.confidence(), 1),
          empty ? Numerals.NONE : "± " + Numerals.percent(bin.deviation(), 1));
    }
    return table;
  }

  /** A rectangle over the width of a bin, with the bin's number. */
  private static Element box(
      String classes, int index, ReliabilityBin bin, Scale x, double from, double to) {
    double left = x.at(bin.low());
    double right = x.at(bin.high());
    double inset = Math.min(1, (right - left) / 10);
    return Marks.box(classes, left + inset, from, right - inset, to).data("bin", index);
  }

  private Element gap(int index, ReliabilityBin bin, Scale x, Scale y) {
    String side = bin.confidence() > bin.accuracy() ? "over" : "under";
    return box("gap " + side, index, bin, x, y.at(bin.accuracy()), y.at(bin.confidence()))
        .with("fill", Drawing.reference(id + "-" + side))
        .data("value", bin.confidence());
  }

  private Element interval(int index, ReliabilityBin bin, Scale x, Scale y) {
    double low = y.at(bin.around().low());
    double high = y.at(bin.around().high());
    double cap = Math.min(LARGEST_CAP, (x.at(bin.high()) - x.at(bin.low())) / 3);
    Element mark =
        kind == Kind.REPEATED
            ? box("band", index, bin, x, low, high)
            : Marks.whisker("whisker", x.at((bin.low() + bin.high()) / 2), low, high, cap)
                .data("bin", index);
    return mark.data("low", bin.around().low()).data("high", bin.around().high());
  }

  private String around() {
    return kind == Kind.REPEATED ? "± deviation" : "95 % interval";
  }

  private String rows(ReliabilityBin bin) {
    return kind == Kind.MEASURED ? Numerals.count(bin.count()) : Numerals.percent(bin.count(), 1);
  }

  /** An invisible column over the whole height, so that pointing anywhere in a bin explains it. */
  private Element column(ReliabilityBin bin, Scale x) {
    String hint =
        Text.of(
            "%s %s: %s %s, %s %s (%s %s), mean %s %s",
            Character.toUpperCase(words.confidence().charAt(0)) + words.confidence().substring(1),
            range(bin.low(), bin.high()),
            rows(bin),
            kind == Kind.MEASURED ? "rows" : "of the rows",
            Numerals.percent(bin.accuracy(), 1),
            words.right(),
            around(),
            range(bin.around().low(), bin.around().high()),
            words.confidence(),
            Numerals.percent(bin.confidence(), 1));
    return Marks.box("column", x.at(bin.low()), PLOT.top(), x.at(bin.high()), STRIP.bottom())
        .add(Marks.hint(hint));
  }

  private String description() {
    double total = bins.stream().mapToDouble(ReliabilityBin::count).sum();
    return Text.of(
        "%s in %s bins of %s; expected calibration error %s. Bars show the share"
            + " of %s, the dashed diagonal perfect calibration, the band around it one standard deviation.",
        kind == Kind.MEASURED ? Numerals.count(total) + " rows" : "Rows",
        bins.size(),
        words.confidence(),
        Numerals.percent(error, 1),
        words.up());
  }

  private static List<Double> rowTicks(Scale rows) {
    List<Double> ticks = rows.ticks(3);
    return ticks.stream().filter(tick -> tick == Math.rint(tick)).toList();
  }

  private static String range(double low, double high) {
    return Numerals.decimals(100 * low, 1) + "–" + Numerals.percent(high, 1);
  }

  private static double fullest(ReliabilityDiagram diagram) {
    return diagram.bins().stream().mapToDouble(ReliabilityDiagram.Bin::count).max().orElse(0);
  }
}
