package org.transcal.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.transcal.metric.MetricEvaluation;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Table;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;

/** Smooth reliability curves of several evaluations in one drawing. */
record ReliabilityCurves(String id, String title, ReliabilityChart.Words words, List<Curve> curves)
    implements Chart {
  private static final Frame PLOT = new Frame(66, 10, 352, 300);
  private static final double LINE = 19;
  private static final int LONGEST_NAME = 44;

  private record Curve(String name, double error, SmoothCurve smooth) {}

  static ReliabilityCurves of(
      String id, String title, ReliabilityChart.Words words, Map<String, MetricEvaluation> all) {
    List<Curve> curves = new ArrayList<>();
    all.forEach(
        (name, evaluation) ->
            curves.add(
                new Curve(
                    name,
                    evaluation.reliability().expectedCalibrationError(),
                    SmoothCurve.of(evaluation))));
    return new ReliabilityCurves(
        id, title, words, curves.stream().limit(ReliabilityChart.MOST_COMPARED).toList());
  }

  @Override
  public Element draw() {
    Scale x = PLOT.across(Scale.Domain.linear(0, 1));
    Scale y = PLOT.up(Scale.Domain.linear(0, 1));
    double legend = PLOT.bottom() + 56;
    Element sheet = Drawing.sheet(id, legend + LINE * curves.size() + 4, title, description());
    sheet.add(
        Axes.beside(PLOT, y, y.ticks(5), Numerals::percent),
        Axes.below(PLOT, x, x.ticks(5), Numerals::percent, words.across()),
        Axes.sideName(PLOT, words.up()),
        Marks.line("perfect", x.at(0), y.at(0), x.at(1), y.at(1)));
    for (int i = 0; i < curves.size(); i++) {
      Curve curve = curves.get(i);
      String style = "curve curve-" + i;
      Element group = Element.of("g").add(Marks.hint(words(curve)));
      curve.smooth().pieces().forEach(piece -> group.add(Marks.curve(style, piece, x, y)));
      double line = legend + LINE * i;
      group.add(
          Marks.line(style, PLOT.left(), line, PLOT.left() + 34, line),
          Marks.text("tick", PLOT.left() + 42, line + 4, words(curve)));
      sheet.add(group);
    }
    return sheet;
  }

  @Override
  public Table table() {
    Table table = Table.captioned(title).columns("name", "ECE", "bandwidth of the curve");
    curves.forEach(
        curve ->
            table.row(
                curve.name(),
                Numerals.percent(curve.error(), 2),
                Numerals.percent(curve.smooth().bandwidth(), 1)));
    return table;
  }

  private static String words(Curve curve) {
    return Text.of("%s: ECE %s", shortened(curve.name()), Numerals.percent(curve.error(), 2));
  }

  /** Cuts the start of a long name, since paths differ at the end. */
  private static String shortened(String name) {
    int length = name.codePointCount(0, name.length());
    return length <= LONGEST_NAME
        ? name
        : "…" + name.substring(name.offsetByCodePoints(0, length - LONGEST_NAME + 1));
  }

  private String description() {
    return Text.of(
        "Smooth reliability curves of %s evaluations; a calibrated one follows the dashed"
            + " diagonal.",
        curves.size());
  }
}
