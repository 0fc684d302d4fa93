package org.transcal.report.chart;

import java.util.List;
import org.transcal.matrix.Frequencies;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Numerals;
import org.transcal.report.markup.Table;

/** How importance weights are spread, on a logarithmic axis; rows are summed, never listed. */
public final class WeightChart {
  /** The weights that an axis shows; what lies beyond is drawn in its outermost bars. */
  public record Range(double low, double high) {
    private static final double LOWEST = 1e-4;
    private static final double HIGHEST = 1e4;
    private static final double NARROWEST = 20;

    /** A range that shows the weights of rows that count, and 1. */
    public static Range of(double[] weights, Frequencies frequencies) {
      double low = 1;
      double high = 1;
      for (int i = 0; i < weights.length; i++) {
        if (frequencies.get(i) > 0) {
          low = Math.min(low, weights[i]);
          high = Math.max(high, weights[i]);
        }
      }
      low = Math.max(low, LOWEST);
      high = Math.min(high, HIGHEST);
      double widen = Math.sqrt(Math.max(1, NARROWEST / (high / low)));
      return new Range(low / widen, high * widen);
    }
  }

  private static final int BARS = 36;
  private static final double HEIGHT = 272;
  private static final Frame PLOT = new Frame(66, 26, 352, 194);

  private final String id;
  private final String title;
  private final Range range;
  private final double mean;
  private final double[] rows = new double[BARS];
  private double below;
  private double above;

  private WeightChart(String id, String title, Range range, double mean) {
    this.id = id;
    this.title = title;
    this.range = range;
    this.mean = mean;
  }

  /** A chart of weights, each row counted by its frequency; the id must be unique in the page. */
  public static WeightChart of(
      String id, String title, double[] weights, Frequencies frequencies, Range range) {
    WeightChart chart = new WeightChart(id, title, range, frequencies.mean(weights));
    for (int i = 0; i < weights.length; i++) {
      chart.count(weights[i], frequencies.get(i));
    }
    return chart;
  }

  private void count(double weight, double frequency) {
    double share = Math.log(weight / range.low()) / Math.log(range.high() / range.low());
    int bar = (int) Math.floor(share * BARS);
    rows[Math.max(0, Math.min(BARS - 1, bar))] += frequency;
    // The ends of the range are weights themselves: only clearly smaller or larger ones lie beyond.
    below += share < -1e-9 ? frequency : 0;
    above += share > 1 + 1e-9 ? frequency : 0;
  }

  /** The drawing. */
  public Element draw() {
    Scale x = PLOT.across(Scale.Domain.logarithmic(range.low(), range.high()));
    Scale y = PLOT.up(Scale.Domain.linear(0, Math.max(1, mostRows())));
    Element sheet = Drawing.sheet(id, HEIGHT, title, description());
    List<Double> rowTicks = y.ticks(4).stream().filter(t -> t == Math.rint(t)).toList();
    sheet.add(
        Axes.beside(PLOT, y, rowTicks, Numerals::count),
        Axes.below(PLOT, x, x.ticks(6), Axes::power, "importance weight (logarithmic)"),
        Axes.sideName(PLOT, "source validation rows"));
    Element bars = Marks.group("bars");
    for (int b = 0; b < BARS; b++) {
      if (rows[b] > 0) {
        bars.add(bar(b, x, y));
      }
    }
    sheet.add(bars, Marks.line("even", x.at(1), PLOT.top(), x.at(1), PLOT.bottom()));
    return sheet.add(meanMark(x));
  }

  /** The same numbers as a table. */
  public Table table() {
    Table table = Table.captioned(title).columns("weight", "rows");
    for (int b = 0; b < BARS; b++) {
      if (rows[b] > 0) {
        table.row(words(b), Numerals.count(rows[b]));
      }
    }
    return table;
  }

  /** Says how many rows the outermost bars took in from beyond the axis; empty where none. */
  public String beyond() {
    if (!(below + above > 0)) {
      return "";
    }
    return Numerals.count(below)
        + " rows below and "
        + Numerals.count(above)
        + " above the axis are drawn in its outermost bars.";
  }

  private Element bar(int index, Scale x, Scale y) {
    return Marks.box(
            "bar weight",
            x.at(edge(index)) + 0.5,
            y.at(0),
            x.at(edge(index + 1)) - 0.5,
            y.at(rows[index]))
        .data("bin", index)
        .data("low", edge(index))
        .data("value", rows[index])
        .add(Marks.hint("Weight " + words(index) + ": " + Numerals.count(rows[index]) + " rows"));
  }

  private Element meanMark(Scale x) {
    double at = x.within(mean);
    String anchor = at < PLOT.left() + 50 ? "" : at > PLOT.right() - 50 ? " end" : " mid";
    return Marks.group("mean")
        .data("value", mean)
        .add(
            Marks.line("mean-line", at, PLOT.top() - 4, at, PLOT.bottom()),
            Marks.text("label" + anchor, at, PLOT.top() - 9, "mean " + Numerals.short3(mean)));
  }

  private double edge(int index) {
    return range.low() * Math.pow(range.high() / range.low(), (double) index / BARS);
  }

  private String words(int index) {
    return Numerals.short3(edge(index)) + "–" + Numerals.short3(edge(index + 1));
  }

  private double mostRows() {
    double most = 0;
    for (double count : rows) {
      most = Math.max(most, count);
    }
    return most;
  }

  private String description() {
    return "Histogram of importance weights from "
        + Numerals.short3(range.low())
        + " to "
        + Numerals.short3(range.high())
        + " with mean "
        + Numerals.short3(mean)
        + ". The table below the chart holds the same numbers.";
  }
}
