package org.transcal.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Table;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;

/**
 * One value over the steps of a training, each point the mean of several steps.
 *
 * @param chosen a point to mark, if any
 */
public record CurveChart(String id, String title, List<Point> points, Optional<Point> chosen)
    implements Chart {
  private static final int MOST_POINTS = 100;
  private static final int TABLE_ROWS = 20;
  private static final double HEIGHT = 272;
  private static final Frame PLOT = new Frame(66, 26, 352, 194);

  /**
   * A chart of values, one per step.
   *
   * @param values at least one, all finite
   */
  public static CurveChart of(String id, String title, double[] values) {
    return at(id, title, IntStream.range(0, values.length).toArray(), values);
  }

  /**
   * A chart of values that were measured at some steps.
   *
   * @param steps as many as values, in increasing order
   * @param values at least one, all finite
   */
  public static CurveChart at(String id, String title, int[] steps, double[] values) {
    if (values.length == 0 || steps.length != values.length) {
      throw new IllegalArgumentException(
          values.length + " values at " + steps.length + " steps cannot be drawn");
    }
    int block = (values.length + MOST_POINTS - 1) / MOST_POINTS;
    List<Point> points = new ArrayList<>();
    for (int from = 0; from < values.length; from += block) {
      int to = Math.min(values.length, from + block);
      double sum = 0;
      for (int i = from; i < to; i++) {
        sum += values[i];
      }
      points.add(new Point((steps[from] + steps[to - 1]) / 2.0, sum / (to - from)));
    }
    return new CurveChart(id, title, points, Optional.empty());
  }

  /** The same chart with a mark at a value. */
  public CurveChart withChosen(int step, double value) {
    return new CurveChart(id, title, points, Optional.of(new Point(step, value)));
  }

  @Override
  public Element draw() {
    double low = points.stream().mapToDouble(Point::y).min().orElseThrow();
    double high = points.stream().mapToDouble(Point::y).max().orElseThrow();
    // Losses and shares are read against 0, unless some are negative.
    double least = Math.min(low, 0);
    double room = high > least ? 0 : Math.max(0.5, Math.abs(low) / 2);
    double ground = least - (least < 0 ? room : 0);
    Scale x = PLOT.across(Scale.Domain.linear(0, points.get(points.size() - 1).x() + 1));
    Scale y = PLOT.up(Scale.Domain.linear(ground, high + room));
    Element sheet =
        Drawing.sheet(id, HEIGHT, title, description(low, high))
            .add(
                Axes.beside(PLOT, y, y.ticks(4), Numerals::exact),
                Axes.below(PLOT, x, x.ticks(5), Numerals::count, "step"),
                Marks.curve("zero", points, x, y));
    chosen.ifPresent(at -> sheet.add(Marks.circle("chosen-dot", x.at(at.x()), y.at(at.y()), 6)));
    return sheet;
  }

  @Override
  public Table table() {
    Table table = Table.captioned(title).columns("step", "mean");
    int stride = (points.size() + TABLE_ROWS - 1) / TABLE_ROWS;
    for (int i = 0; i < points.size(); i += stride) {
      table.row(Numerals.count(Math.rint(points.get(i).x())), Numerals.short3(points.get(i).y()));
    }
    return table;
  }

  private String description(double low, double high) {
    return Text.of(
        "Curve over steps, between %s and %s, from %s to %s.",
        Numerals.short3(low),
        Numerals.short3(high),
        Numerals.short3(points.get(0).y()),
        Numerals.short3(points.get(points.size() - 1).y()));
  }
}
