package org.transcal.report.chart;

import java.util.Arrays;
import java.util.List;
import org.transcal.comparison.WeightHistogram;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Json;
import org.transcal.report.markup.Table;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;

/**
 * The distribution of importance weights on a logarithmic axis.
 *
 * @param id unique in the page
 */
public record WeightChart(String id, String title, WeightHistogram histogram) implements Chart {
  private static final int BARS = WeightHistogram.BARS;
  private static final double HEIGHT = 272;
  private static final Frame PLOT = new Frame(66, 26, 352, 194);

  @Override
  public Element draw() {
    double mostRows = Math.max(1, histogram.mostRows());
    Scale x =
        PLOT.across(Scale.Domain.logarithmic(histogram.range().low(), histogram.range().high()));
    Scale y = PLOT.up(Scale.Domain.linear(0, mostRows));
    Element sheet =
        Drawing.sheet(id, HEIGHT, title, description())
            .with("data-plot", PLOT.numbers())
            .data("most-rows", mostRows);
    List<Double> rowTicks = y.ticks(4).stream().filter(t -> t == Math.rint(t)).toList();
    sheet.add(
        Axes.beside(PLOT, y, rowTicks, Numerals::count),
        Axes.below(PLOT, x, x.ticks(6), Axes::power, "importance weight (logarithmic)"),
        Axes.sideName(PLOT, "source validation rows"));
    Element bars = Marks.group("bars");
    for (int b = 0; b < BARS; b++) {
      if (histogram.rows(b) > 0) {
        bars.add(bar(b, x, y));
      }
    }
    sheet.add(bars, Marks.line("even", x.at(1), PLOT.top(), x.at(1), PLOT.bottom()));
    return sheet.add(meanMark(x));
  }

  @Override
  public Table table() {
    Table table = Table.captioned(title).columns("weight", "rows");
    for (int b = 0; b < BARS; b++) {
      if (histogram.rows(b) > 0) {
        table.row(words(b), Numerals.count(histogram.rows(b)));
      }
    }
    return table;
  }

  /** How many rows beyond the axis the outermost bars include, as text; empty if none. */
  public String beyond() {
    if (!(histogram.below() + histogram.above() > 0)) {
      return "";
    }
    return Text.of(
        "%s rows below and %s above the axis are drawn in its outermost bars.",
        Numerals.count(histogram.below()), Numerals.count(histogram.above()));
  }

  private Element bar(int index, Scale x, Scale y) {
    String words =
        "Weight " + words(index) + ": " + Numerals.count(histogram.rows(index)) + " rows";
    return Marks.box(
            "bar weight",
            x.at(histogram.edge(index)) + 0.5,
            y.at(0),
            x.at(histogram.edge(index + 1)) - 0.5,
            y.at(histogram.rows(index)))
        .data("bin", index)
        .data("low", histogram.edge(index))
        .data("value", histogram.rows(index))
        .add(Marks.hint(words));
  }

  private Element meanMark(Scale x) {
    double at = x.within(histogram.mean());
    String anchor = at < PLOT.left() + 50 ? "" : at > PLOT.right() - 50 ? " end" : " mid";
    return Marks.group("mean")
        .data("value", histogram.mean())
        .add(
            Marks.line("mean-line", at, PLOT.top() - 4, at, PLOT.bottom()),
            Marks.text(
                "label" + anchor, at, PLOT.top() - 9, "mean " + Numerals.short3(histogram.mean())));
  }

  private String words(int index) {
    String low = Numerals.short3(histogram.edge(index));
    return low + "–" + Numerals.short3(histogram.edge(index + 1));
  }

  private String description() {
    return Text.of(
        "Histogram of importance weights from %s to %s with mean %s.",
        Numerals.short3(histogram.range().low()),
        Numerals.short3(histogram.range().high()),
        Numerals.short3(histogram.mean()));
  }

  /** A histogram for the script of a page. */
  public static Json json(WeightHistogram histogram) {
    double[] rows = new double[WeightHistogram.BARS];
    Arrays.setAll(rows, histogram::rows);
    return new Json()
        .with("low", histogram.range().low())
        .with("high", histogram.range().high())
        .with("rows", rows)
        .with("mean", histogram.mean());
  }
}
