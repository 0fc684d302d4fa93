package org.transcal.report.chart;

import java.util.ArrayList;
import java.util.List;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Table;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;

/**
 * Accuracy against calibration error over adaptation methods: a hollow point before calibration and
 * a full one after, joined by a line.
 */
public record DilemmaChart(String id, String title, List<Model> models) implements Chart {
  /** Mean accuracy and errors, before and after calibration, of one adaptation method. */
  public record Model(String name, double accuracy, double before, double after) {}

  private static final double HEIGHT = 330;
  private static final Frame PLOT = new Frame(66, 14, 352, 254);
  private static final double RADIUS = 6;
  private static final double LINE = 15;
  private static final double LETTER = 6.6;

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
    Element labels = Marks.group("labels");
    List<double[]> taken = new ArrayList<>();
    for (Model model : models) {
      double at = x.at(model.accuracy());
      Element group = Element.of("g").add(Marks.hint(words(model)));
      group.add(Marks.line("link", at, y.at(model.before()), at, y.at(model.after())));
      group.add(
          Marks.circle("dot before", at, y.at(model.before()), RADIUS)
              .data("value", model.before()),
          Marks.circle("dot after", at, y.at(model.after()), RADIUS).data("value", model.after()));
      points.add(group);
      labels.add(label(model.name(), at, y.at(model.before()), taken));
    }
    return sheet.add(points, labels);
  }

  private static boolean isFree(double at, double from, double width, List<double[]> taken) {
    return taken.stream()
        .noneMatch(o -> Math.abs(o[0] - at) < LINE && from < o[2] && o[1] < from + width);
  }

  /** A name beside its point, moved until it meets no other. */
  private static Element label(String name, double x, double y, List<double[]> taken) {
    double width = LETTER * name.length();
    boolean left = x + RADIUS + 4 + width > PLOT.right();
    double from = left ? x - RADIUS - 4 - width : x + RADIUS + 4;
    double at = y + 4;
    // Nearest free line first, below and above in turn; the plot holds more lines than models.
    for (int step = 0; step < 2 * PLOT.height() / LINE; step++) {
      double tried = y + 4 + (step % 2 == 0 ? -1 : 1) * (step + 1) / 2 * LINE;
      boolean inside = tried > PLOT.top() + 8 && tried < PLOT.bottom() - 3;
      if (inside && isFree(tried, from, width, taken)) {
        at = tried;
        break;
      }
    }
    taken.add(new double[] {at, from, from + width});
    return Marks.text(left ? "label end" : "label", left ? x - RADIUS - 4 : from, at, name);
  }

  @Override
  public Table table() {
    Table table =
        Table.captioned(title)
            .columns("adaptation", "accuracy", "ECE before", "ECE after")
            .sortable();
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
        "Mean accuracy and calibration error of %s ways of adaptation, before and after"
            + " calibration. The table below the chart holds the same numbers.",
        models.size());
  }
}
