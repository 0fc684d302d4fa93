package org.transcal.report.chart;

import java.util.List;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Table;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;

/**
 * Calibration error of each task before and after a method, as pairs of bars from the left; {@code
 * largest}, where the axis ends, is the same for charts that are compared.
 */
public record BeforeAfterChart(String id, String title, List<Pair> pairs, double largest)
    implements Chart {
  /** The errors of a task; {@code best} is the oracle's, NaN if there is none. */
  public record Pair(String name, double before, double after, double best) {}

  private static final double LEFT = 140;
  private static final double TOP = 8;
  private static final double ROW = 26;
  private static final double BAR = 9;
  private static final int LONGEST_NAME = 16;

  public BeforeAfterChart {
    pairs = List.copyOf(pairs);
    largest = Math.max(0.01, largest);
  }

  @Override
  public Element draw() {
    Frame plot = new Frame(LEFT, TOP, Drawing.WIDTH - LEFT - 18, ROW * pairs.size());
    Scale x = plot.across(Scale.Domain.linear(0, largest));
    Element sheet = Drawing.sheet(id, plot.bottom() + 52, title, description());
    Element grid = Marks.group("axis");
    for (double tick : x.ticks(5)) {
      grid.add(Marks.line("grid", x.at(tick), plot.top(), x.at(tick), plot.bottom()));
    }
    sheet.add(grid, Axes.below(plot, x, x.ticks(5), Numerals::percent, "target ECE"));
    Element bars = Marks.group("bars");
    for (int i = 0; i < pairs.size(); i++) {
      Pair pair = pairs.get(i);
      double top = plot.top() + ROW * i + (ROW - 2 * BAR - 1) / 2;
      Element group = Element.of("g").add(Marks.hint(words(pair)));
      group.add(Marks.text("tick end", LEFT - 7, top + BAR + 5, shortened(pair.name())));
      group.add(
          bar("bar before", pair.before(), x, top),
          bar("bar after", pair.after(), x, top + BAR + 1));
      if (!Double.isNaN(pair.best())) {
        double at = x.within(pair.best());
        group.add(
            Marks.line("best-mark", at, top - 2, at, top + 2 * BAR + 3).data("value", pair.best()));
      }
      bars.add(group);
    }
    return sheet.add(bars);
  }

  private static Element bar(String classes, double value, Scale x, double top) {
    return Marks.box(classes, x.at(0), top, x.within(value), top + BAR).data("value", value);
  }

  @Override
  public Table table() {
    Table table = Table.captioned(title).columns("task", "before", "after", "oracle").sortable();
    pairs.forEach(
        pair ->
            table.row(
                pair.name(),
                Numerals.percent(pair.before(), 1),
                Numerals.percent(pair.after(), 1),
                Numerals.percent(pair.best(), 1)));
    return table;
  }

  private static String words(Pair pair) {
    return Text.of(
        "%s: before %s, after %s%s",
        pair.name(),
        Numerals.percent(pair.before(), 1),
        Numerals.percent(pair.after(), 1),
        Double.isNaN(pair.best()) ? "" : ", oracle " + Numerals.percent(pair.best(), 1));
  }

  private static String shortened(String name) {
    return name.codePointCount(0, name.length()) <= LONGEST_NAME
        ? name
        : name.substring(0, name.offsetByCodePoints(0, LONGEST_NAME - 1)) + "…";
  }

  private String description() {
    long better = pairs.stream().filter(pair -> pair.after() < pair.before()).count();
    return Text.of(
        "Pairs of bars for %s tasks; the error fell on %s of them.", pairs.size(), better);
  }
}
