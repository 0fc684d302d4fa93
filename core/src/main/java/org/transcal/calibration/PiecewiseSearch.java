package org.transcal.calibration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.transcal.calibration.Landscape.Point;
import org.transcal.calibration.WeightedCalibrationError.Factors;

/**
 * Global minimum over temperature and λ of an estimated ECE, which jumps in T whenever a row
 * changes bins.
 *
 * <p>Temperatures are divided at the jumps, or evenly if there are too many. The middle of each
 * piece is evaluated with every λ of a grid, and the best cells are refined by nested grids within
 * their piece. Interpolated confidences find candidates; the values compared in the end are exact.
 * Among equal values the point nearest to a preferred one wins.
 */
final class PiecewiseSearch {
  private static final int SHOWN_TEMPERATURES = 121;
  private static final int LAMBDAS = 41;

  /** More jumps than this are not resolved: with that many rows each is small. */
  private static final int PIECES = 3000;

  /** Even divisions besides the jumps, because bins also change signs between jumps. */
  private static final int EVEN_PIECES = 600;

  private static final int KNOTS = 241;
  private static final int CANDIDATES = 24;
  private static final int ZOOM_LEVELS = 10;
  private static final int ZOOM_POINTS = 11;
  private static final double ZOOM_SHRINK = 0.5;

  /** Share of a piece left out at each end, where rounding decides the bin. */
  private static final double MARGIN = 1e-4;

  private final WeightedCalibrationError objective;
  private final Point preferred;
  private final double lowest;
  private final double highest;
  private final double[] lambdas = new double[LAMBDAS];
  private final double[] shown;
  private final double[][] shownValues;
  private Point best;
  private double leastValue;

  PiecewiseSearch(
      WeightedCalibrationError objective, Point preferred, double lowest, double highest) {
    this.objective = objective;
    this.preferred = preferred;
    this.lowest = lowest;
    this.highest = highest;
    this.best = preferred;
    this.leastValue = exactly(preferred);
    Arrays.setAll(lambdas, i -> (double) i / (LAMBDAS - 1));
    this.shown = Temperatures.logSpaced(lowest, highest, SHOWN_TEMPERATURES);
    Factors factors = objective.factors(lambdas);
    this.shownValues = new double[SHOWN_TEMPERATURES][];
    for (int j = 0; j < SHOWN_TEMPERATURES; j++) {
      shownValues[j] = objective.at(shown[j], factors);
      for (int i = 0; i < LAMBDAS; i++) {
        offer(shownValues[j][i], new Point(shown[j], lambdas[i]));
      }
    }
    double[] ends = ends();
    double[] middles = new double[ends.length - 1];
    Arrays.setAll(middles, j -> Math.sqrt(ends[j] * ends[j + 1]));
    double[][] values = scan(middles, factors);
    for (Cell cell : candidates(middles, values)) {
      Point refined = zoom(cell, ends[cell.piece()], ends[cell.piece() + 1]);
      offer(exactly(cell.point()), cell.point());
      offer(exactly(refined), refined);
    }
  }

  Point best() {
    return best;
  }

  double leastValue() {
    return leastValue;
  }

  /**
   * The objective on a grid that is even in ln T. The estimate is clamped at 0, so its zeros fill
   * areas; for each λ only the zero nearest to the preferred point is listed.
   */
  Landscape landscape() {
    double[][] byLambda = new double[LAMBDAS][SHOWN_TEMPERATURES];
    List<Point> zeros = new ArrayList<>();
    for (int i = 0; i < LAMBDAS; i++) {
      double lambda = lambdas[i];
      double[] row = byLambda[i];
      int column = i;
      Arrays.setAll(row, j -> shownValues[j][column]);
      IntStream.range(0, SHOWN_TEMPERATURES)
          .filter(j -> row[j] == 0)
          .mapToObj(j -> new Point(shown[j], lambda))
          .min(Comparator.comparingDouble(this::distance))
          .ifPresent(zeros::add);
    }
    if (leastValue == 0 && zeros.stream().noneMatch(z -> z.lambda() == best.lambda())) {
      zeros.add(best);
      zeros.sort(Comparator.comparingDouble(Point::lambda));
    }
    return new Landscape(shown, lambdas, byLambda, zeros, preferred, best);
  }

  /** Both bounds and the temperatures between pieces. */
  private double[] ends() {
    double[] jumps = objective.jumps(lowest, highest, PIECES);
    int even = jumps.length == 0 ? PIECES : EVEN_PIECES;
    return DoubleStream.concat(
            Arrays.stream(jumps), Arrays.stream(Temperatures.logSpaced(lowest, highest, even + 1)))
        .sorted()
        .distinct()
        .toArray();
  }

  private double exactly(Point point) {
    return objective.at(point.temperature(), objective.factors(point.lambda()))[0];
  }

  /** The objective at increasing temperatures, with confidences interpolated between knots. */
  private double[][] scan(double[] temperatures, Factors factors) {
    double[] knots = Temperatures.logSpaced(lowest, highest, KNOTS);
    double[][] values = new double[temperatures.length][];
    int knot = 1;
    ConfidenceSpan span = objective.span(knots[0], knots[1]);
    for (int j = 0; j < temperatures.length; j++) {
      while (temperatures[j] > span.high() && knot < KNOTS - 1) {
        knot++;
        span = span.next(knots[knot]);
      }
      values[j] = objective.at(span.at(temperatures[j]), factors);
    }
    return values;
  }

  private record Cell(int piece, int lambda, Point point, double value) {}

  /** The best cells, no two of them neighbours in one piece. */
  private List<Cell> candidates(double[] middles, double[][] values) {
    List<Cell> cells = new ArrayList<>();
    for (int j = 0; j < middles.length; j++) {
      for (int i = 0; i < LAMBDAS; i++) {
        cells.add(new Cell(j, i, new Point(middles[j], lambdas[i]), values[j][i]));
      }
    }
    cells.sort(
        Comparator.comparingDouble(Cell::value)
            .thenComparingDouble(cell -> distance(cell.point())));
    boolean[][] taken = new boolean[middles.length][LAMBDAS + 1];
    List<Cell> best = new ArrayList<>();
    for (int at = 0; at < cells.size() && best.size() < CANDIDATES; at++) {
      Cell cell = cells.get(at);
      boolean[] piece = taken[cell.piece()];
      if (!piece[cell.lambda()]) {
        best.add(cell);
      }
      Arrays.fill(piece, Math.max(0, cell.lambda() - 1), cell.lambda() + 2, true);
    }
    return best;
  }

  /** Nested grids within a piece, each centred on the best point so far. */
  private Point zoom(Cell cell, double lowEnd, double highEnd) {
    ConfidenceSpan span = objective.span(lowEnd, highEnd);
    double margin = MARGIN * Math.log(highEnd / lowEnd);
    double low = Math.log(lowEnd) + margin;
    double high = Math.log(highEnd) - margin;
    Point center = cell.point();
    double centerValue = cell.value();
    double logReach = (high - low) / 2;
    double lambdaReach = lambdas[1];
    for (int level = 0; level < ZOOM_LEVELS; level++) {
      double[] nearLambdas = around(center.lambda(), lambdaReach, 0, 1);
      Factors factors = objective.factors(nearLambdas);
      double centerLog = Math.log(center.temperature());
      for (double logTemperature : around(centerLog, logReach, low, high)) {
        double temperature = Math.exp(logTemperature);
        double[] values = objective.at(span.at(temperature), factors);
        for (int i = 0; i < values.length; i++) {
          Point point = new Point(temperature, nearLambdas[i]);
          if (isBetter(values[i], point, centerValue, center)) {
            centerValue = values[i];
            center = point;
          }
        }
      }
      logReach *= ZOOM_SHRINK;
      lambdaReach *= ZOOM_SHRINK;
    }
    return center;
  }

  private static double[] around(double center, double reach, double low, double high) {
    double[] values = new double[ZOOM_POINTS];
    for (int i = 0; i < ZOOM_POINTS; i++) {
      double value = center + reach * (2.0 * i / (ZOOM_POINTS - 1) - 1);
      values[i] = Math.max(low, Math.min(high, value));
    }
    return values;
  }

  private void offer(double value, Point point) {
    if (isBetter(value, point, leastValue, best)) {
      leastValue = value;
      best = point;
    }
  }

  private boolean isBetter(double value, Point point, double otherValue, Point other) {
    return value < otherValue || (value == otherValue && distance(point) < distance(other));
  }

  private double distance(Point point) {
    return Math.hypot(
        point.temperature() - preferred.temperature(), point.lambda() - preferred.lambda());
  }
}
