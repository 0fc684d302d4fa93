package org.transcal.report.chart;

import java.util.ArrayList;
import java.util.List;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Table;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;

/**
 * Accuracy against calibration error over models: a hollow point before calibration and a full one
 * after, joined by a line.
 */
public record DilemmaChart(String id, String title, List<Model> models) implements Chart {
  /** Mean accuracy and errors, before and after calibration, of one model. */
  public record Model(String name, double accuracy, double before, double after) {}

  private static final double HEIGHT = 330;
  private static final Frame PLOT = new Frame(66, 14, 352, 254);
  private static final double RADIUS = 6;

  /** Height of a label, and how far its letters reach below the baseline. */
  private static final double LINE = 16;

  private static final double BELOW = 4;

  /** Width of a bold letter, in the larger font of narrow pages too. */
  private static final double LETTER = 8.6;

  /** Step between the heights that are tried. */
  private static final double GRID = 4;

  public DilemmaChart {
    models = List.copyOf(models);
  }

  @Override
  public Element draw() {
    double low = models.stream().mapToDouble(Model::accuracy).min().orElse(0);
    double high = models.stream().mapToDouble(Model::accuracy).max().orElse(1);
    double margin = Math.max(0.01, 0.15 * (high - low));
    double most =
        models.stream().mapToDouble(m -> Math.max(m.before(), m.after())).max().orElse(0.1);
    Scale x =
        PLOT.across(Scale.Domain.linear(Math.max(0, low - margin), Math.min(1, high + margin)));
    Scale y = PLOT.up(Scale.Domain.linear(0, Math.max(0.01, 1.12 * most)));
    Element sheet = Drawing.sheet(id, HEIGHT, title, description());
    int decimals = x.domain().high() - x.domain().low() < 0.05 ? 1 : 0;
    sheet.add(
        Axes.beside(PLOT, y, y.ticks(5), Numerals::percent),
        Axes.below(PLOT, x, x.ticks(5), v -> Numerals.percent(v, decimals), "mean target accuracy"),
        Axes.sideName(PLOT, "mean target ECE"));
    Element points = Marks.group("models");
    List<Box> taken = new ArrayList<>();
    for (Model model : models) {
      double at = x.at(model.accuracy());
      double before = y.at(model.before());
      double after = y.at(model.after());
      Element group = Element.of("g").add(Marks.hint(words(model)));
      group.add(Marks.line("link", at, before, at, after));
      group.add(
          Marks.circle("dot before", at, before, RADIUS).data("value", model.before()),
          Marks.circle("dot after", at, after, RADIUS).data("value", model.after()));
      points.add(group);
      taken.add(new Box(at - 1, at + 1, Math.min(before, after), Math.max(before, after)));
      taken.add(new Box(at - RADIUS, at + RADIUS, before - RADIUS, before + RADIUS));
      taken.add(new Box(at - RADIUS, at + RADIUS, after - RADIUS, after + RADIUS));
    }
    Element labels = Marks.group("labels");
    for (Model model : models) {
      double at = x.at(model.accuracy());
      Box place = place(model.name(), at, y.at(model.before()), taken);
      taken.add(place);
      // A wider font than expected grows away from the point.
      String anchor = place.left() > at ? "label" : place.right() < at ? "label end" : "label mid";
      double from = place.left() > at ? place.left() : place.right() < at ? place.right() : at;
      labels.add(Marks.text(anchor, from, place.bottom() - BELOW, model.name()));
    }
    return sheet.add(points, labels);
  }

  /** What a mark or a label covers. */
  private record Box(double left, double right, double top, double bottom) {
    boolean overlaps(Box other) {
      return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
  }

  /** The nearest free place for a name: beside its point, else above or below. */
  private static Box place(String name, double x, double y, List<Box> taken) {
    double width = LETTER * name.length();
    double gap = RADIUS + 3;
    for (int step = 0; step < PLOT.height() / GRID; step++) {
      for (double middle : new double[] {y - step * GRID, y + step * GRID}) {
        for (double left : new double[] {x + gap, x - gap - width, x - width / 2}) {
          Box box = new Box(left, left + width, middle - LINE / 2, middle + LINE / 2);
          boolean inside =
              left >= PLOT.left()
                  && box.right() <= Drawing.WIDTH
                  && box.top() >= 0
                  && box.bottom() <= PLOT.bottom();
          if (inside && taken.stream().noneMatch(box::overlaps)) {
            return box;
          }
        }
      }
    }
    return new Box(x + gap, x + gap + width, y - LINE / 2, y + LINE / 2);
  }

  @Override
  public Table table() {
    Table table =
        Table.captioned(title).columns("model", "accuracy", "ECE before", "ECE after").sortable();
    models.forEach(
        model ->
            table.row(
                model.name(),
                Numerals.percent(model.accuracy(), 1),
                Numerals.percent(model.before(), 1),
                Numerals.percent(model.after(), 1)));
    return table;
  }

  private static String words(Model model) {
    return Text.of(
        "%s: %s right, ECE %s before and %s after calibration",
        model.name(),
        Numerals.percent(model.accuracy(), 1),
        Numerals.percent(model.before(), 1),
        Numerals.percent(model.after(), 1));
  }

  private String description() {
    return Text.of(
        "Mean accuracy and calibration error of %s models, before and after" + " calibration.",
        models.size());
  }
}
