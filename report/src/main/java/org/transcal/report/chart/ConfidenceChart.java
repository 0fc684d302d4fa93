package org.transcal.report.chart;

import java.util.List;
import org.transcal.metric.Estimate;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Table;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;

/**
 * Mean target confidence against temperature, and where it crosses the estimated accuracy.
 *
 * @param temperatures increasing
 * @param confidences one per temperature
 * @param accuracy the estimated accuracy with its interval
 * @param temperature the temperature at which they cross, with its interval
 */
public record ConfidenceChart(
    String id,
    List<Double> temperatures,
    List<Double> confidences,
    Estimate accuracy,
    Estimate temperature)
    implements Chart {
  private static final String TITLE = "Mean confidence against temperature";
  private static final double HEIGHT = 330;
  private static final Frame PLOT = new Frame(66, 14, 352, 254);

  /** The axis reaches this factor beyond T = 1 and the interval of T, within the curve. */
  private static final double ROOM = 1.6;

  private static final int TABLE_ROWS = 20;

  @Override
  public Element draw() {
    double first = temperatures.get(0);
    double last = temperatures.get(temperatures.size() - 1);
    double from = Math.min(1, temperature.interval().low()) / ROOM;
    double to = Math.max(1, temperature.interval().high()) * ROOM;
    Scale x = PLOT.across(Scale.Domain.logarithmic(Math.max(first, from), Math.min(last, to)));
    Scale y = PLOT.up(Scale.Domain.linear(0, 1));
    List<Point> seen =
        Point.of(temperatures, confidences).stream()
            .filter(point -> x.domain().holds(point.x()))
            .toList();
    double level = y.at(accuracy.value());
    double at = x.within(temperature.value());
    boolean left = at > PLOT.right() - 90;
    return Drawing.sheet(id, HEIGHT, TITLE, description())
        .add(
            Marks.box(
                    "range",
                    PLOT.left(),
                    y.at(accuracy.interval().low()),
                    PLOT.right(),
                    y.at(accuracy.interval().high()))
                .data("low", accuracy.interval().low())
                .data("high", accuracy.interval().high()),
            Axes.beside(PLOT, y, y.ticks(5), Numerals::percent),
            Axes.below(PLOT, x, x.ticks(6), Axes::power, "temperature T (logarithmic)"),
            Axes.sideName(PLOT, "mean target confidence"),
            Marks.line("even", PLOT.left(), level, PLOT.right(), level),
            Marks.line("even", at, level, at, PLOT.bottom()),
            Marks.curve("confidence", seen, x, y),
            Marks.group("chosen")
                .data("temperature", temperature.value())
                .data("accuracy", accuracy.value())
                .add(
                    Marks.circle("chosen-dot", at, level, 6),
                    Marks.text(
                        left ? "label end" : "label",
                        at + (left ? -11 : 11),
                        level + (left ? 19 : -9),
                        "T = " + Numerals.short3(temperature.value()))));
  }

  @Override
  public Table table() {
    Table table = Table.captioned(TITLE).columns("temperature T", "mean target confidence");
    int stride = (temperatures.size() + TABLE_ROWS - 1) / TABLE_ROWS;
    for (int i = 0; i < temperatures.size(); i += stride) {
      table.row(Numerals.short3(temperatures.get(i)), Numerals.percent(confidences.get(i), 1));
    }
    return table;
  }

  private String description() {
    return Text.of(
        "Mean confidence falls as the temperature rises; at T = %s it equals the estimated"
            + " accuracy of %s.",
        Numerals.short3(temperature.value()), Numerals.percent(accuracy.value(), 1));
  }
}
