package org.transcal.report.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.transcal.calibration.Landscape;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Table;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;

/**
 * The objective over temperature and λ as a heat map, with the curve of its zeros, the chosen point
 * and the start: the point that the method measures distance from, if it does.
 */
public record LandscapeChart(
    String id, String title, Landscape landscape, Optional<Landscape.Point> start)
    implements Chart {
  private static final double HEIGHT = 376;
  private static final Frame PLOT = new Frame(66, 10, 352, 292);
  private static final double LABEL_WIDTH = 130;
  private static final double LABEL_HEIGHT = 16;
  private static final int MOST_COLUMNS = 48;
  private static final int MOST_ROWS = 32;
  private static final int MOST_ZEROS = 160;
  private static final int TABLE_ROWS = 12;

  public static LandscapeChart of(String id, String title, Landscape landscape) {
    return new LandscapeChart(id, title, landscape, Optional.empty());
  }

  /** Whether a landscape has enough points on both axes to be drawn. */
  public static boolean canDraw(Landscape landscape) {
    return landscape.temperatures().length > 1 && landscape.lambdas().length > 1;
  }

  /** The colours of all cells, one digit each, row by row; for the script of a page. */
  public static String levels(Landscape landscape) {
    return new HeatGrid(landscape).levels();
  }

  public static double largest(Landscape landscape) {
    return new HeatGrid(landscape).largest();
  }

  /** Also marks the point that the method measures distance from. */
  public LandscapeChart startingAt(Landscape.Point point) {
    return new LandscapeChart(id, title, landscape, Optional.of(point));
  }

  @Override
  public Element draw() {
    HeatGrid grid = new HeatGrid(landscape.thinned(MOST_COLUMNS, MOST_ROWS));
    Scale x = PLOT.across(grid.temperatures());
    Scale y = PLOT.up(grid.lambdas());
    Element sheet =
        Drawing.sheet(id, HEIGHT, title, description()).with("data-plot", PLOT.numbers());
    sheet.add(
        Element.of("defs")
            .add(
                Element.of("clipPath")
                    .with("id", id + "-plot")
                    .add(Marks.box("", PLOT.left(), PLOT.top(), PLOT.right(), PLOT.bottom()))));
    sheet.add(grid.draw(x, y));
    sheet.add(
        Axes.below(PLOT, x, x.ticks(6), Axes::power, "temperature T (logarithmic)"),
        Axes.beside(PLOT, y, y.ticks(5), Numerals::exact),
        Axes.sideName(PLOT, "exponent λ on the weights"));
    sheet.add(zeroCurve(x, y));
    start
        .filter(p -> x.domain().holds(p.temperature()) && y.domain().holds(p.lambda()))
        .ifPresent(point -> sheet.add(startMark(point, x, y)));
    sheet.add(chosenMark(x, y));
    return sheet.add(grid.key(PLOT.left(), PLOT.bottom() + 56, PLOT.width()));
  }

  @Override
  public Table table() {
    Table table = Table.captioned(title).columns("point", "temperature T", "exponent λ");
    addRow(table, "chosen", landscape.chosen());
    start.ifPresent(point -> addRow(table, "start", point));
    thinned(landscape.zeros(), TABLE_ROWS).forEach(zero -> addRow(table, "zero", zero));
    return table;
  }

  private static void addRow(Table table, String name, Landscape.Point point) {
    table.row(name, Numerals.short3(point.temperature()), Numerals.decimals(point.lambda(), 3));
  }

  private Element zeroCurve(Scale x, Scale y) {
    Element curves = Marks.group("zeros").with("clip-path", Drawing.reference(id + "-plot"));
    for (List<Landscape.Point> branch : branches()) {
      List<Point> points =
          thinned(branch, MOST_ZEROS).stream()
              .map(zero -> new Point(zero.temperature(), zero.lambda()))
              .toList();
      curves.add(Marks.curve("zero halo", points, x, y));
      curves.add(Marks.curve("zero", points, x, y).data("points", points.size()));
    }
    return curves;
  }

  /** The curve is cut where λ jumps by far more than its usual step: no zero lies in between. */
  private List<List<Landscape.Point>> branches() {
    List<Landscape.Point> zeros = landscape.zeros();
    double[] steps = new double[Math.max(0, zeros.size() - 1)];
    Arrays.setAll(steps, i -> zeros.get(i + 1).lambda() - zeros.get(i).lambda());
    double[] sorted = steps.clone();
    Arrays.sort(sorted);
    double usual = sorted.length == 0 ? 0 : sorted[sorted.length / 2];
    List<List<Landscape.Point>> branches = new ArrayList<>();
    int from = 0;
    for (int i = 0; i <= steps.length; i++) {
      if (i == steps.length || steps[i] > 3 * usual + 1e-9) {
        branches.add(zeros.subList(from, Math.min(i + 1, zeros.size())));
        from = i + 1;
      }
    }
    return branches.stream().filter(branch -> !branch.isEmpty()).toList();
  }

  private Element chosenMark(Scale x, Scale y) {
    Landscape.Point chosen = landscape.chosen();
    double atX = x.within(chosen.temperature());
    double atY = y.within(chosen.lambda());
    String temperature = Numerals.short3(chosen.temperature());
    String words = "T = " + temperature + ", λ = " + Numerals.decimals(chosen.lambda(), 2);
    // The curve of zeros runs up and down, so the label is beside it; on the left if the
    // plot ends or the start mark lies on the right.
    boolean left = atX > PLOT.right() - LABEL_WIDTH || start.filter(p -> near(p, x, y)).isPresent();
    double labelY = Math.max(PLOT.top() + 14, Math.min(PLOT.bottom() - 6, atY + 4));
    return Marks.group("chosen")
        .data("temperature", chosen.temperature())
        .data("lambda", chosen.lambda())
        .add(
            Marks.circle("chosen-dot", atX, atY, 6),
            Marks.text(left ? "label end" : "label", atX + (left ? -12 : 12), labelY, words));
  }

  private boolean near(Landscape.Point other, Scale x, Scale y) {
    double right = x.at(other.temperature()) - x.within(landscape.chosen().temperature());
    double below = y.at(other.lambda()) - y.within(landscape.chosen().lambda());
    return right > 0 && right < LABEL_WIDTH && Math.abs(below) < LABEL_HEIGHT;
  }

  private static Element startMark(Landscape.Point start, Scale x, Scale y) {
    double atX = x.at(start.temperature());
    double atY = y.at(start.lambda());
    return Marks.cross("start", atX, atY, 6)
        .data("temperature", start.temperature())
        .data("lambda", start.lambda());
  }

  private static List<Landscape.Point> thinned(List<Landscape.Point> points, int most) {
    int size = Math.min(points.size(), most);
    List<Landscape.Point> kept = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      kept.add(points.get(size == 1 ? 0 : (int) ((long) i * (points.size() - 1) / (size - 1))));
    }
    return kept;
  }

  private String description() {
    Landscape.Point chosen = landscape.chosen();
    return Text.of(
        "Heat map of the objective over temperature and λ. The chosen point is temperature"
            + " %s and λ %s%s",
        Numerals.short3(chosen.temperature()),
        Numerals.decimals(chosen.lambda(), 3),
        landscape.zeros().isEmpty()
            ? "; no point makes the objective zero."
            : "; it lies on a curve of points that all make the objective zero.");
  }
}
