package org.transcal.calibration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.transcal.calibration.Landscape.Point;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.model.TemperatureModel;
import org.transcal.optim.Termination;
import org.transcal.risk.ControlVariates;
import org.transcal.risk.WeightedError;
import org.transcal.shift.DensityRatioEstimator;
import org.transcal.shift.DomainClassifier;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.SourceValidation;
import org.transcal.shift.TransferTask;

/**
 * Transferable calibration by the paper's own equations: the importance-weighted ECE of source
 * validation with both control variates, minimised over temperature and λ together.
 *
 * <p>Paper: {@code lambda_objective}, {@code eq:cv1}, {@code eq:cv2}. Deviation: the estimate can
 * fall below 0 although ECE cannot, so it is clamped at 0; among equal minima the point nearest to
 * (source temperature, 1) is taken. The objective is piecewise smooth with many minima: the search
 * is a grid, then finer grids around its best points.
 *
 * @param bins number of equal-width bins of the ECE
 * @param densityRatio estimates the weights of tasks that bring none
 */
public record TransCalPaper(int bins, DensityRatioEstimator densityRatio)
    implements Calibrator, WeightedCalibration {
  private static final double LOWEST = 0.1;
  private static final double HIGHEST = 100;
  private static final int GRID_TEMPERATURES = 121;
  private static final int GRID_LAMBDAS = 41;
  private static final int ZOOM_LEVELS = 5;
  private static final int ZOOM_POINTS = 11;
  private static final int CANDIDATES = 6;

  /** The method with 15 bins. */
  public static TransCalPaper withDefaults() {
    return new TransCalPaper(15, DomainClassifier.reweighted());
  }

  @Override
  public String name() {
    return "transcal-paper";
  }

  @Override
  public String summary() {
    return "TransCal by the paper's equations: weighted ECE minimised over T and λ";
  }

  @Override
  public FittedCalibration fit(TransferTask task) {
    ImportanceWeights weights = weightsOf(task);
    SourceValidation source = task.sourceValidation();
    double sourceTemperature = TemperatureScaling.minimize(source).at();
    double temperature = Math.max(LOWEST, Math.min(HIGHEST, sourceTemperature));
    Objective objective =
        new Objective(source, weights, bins, new Point(temperature, 1), sourceTemperature);
    double[] temperatures = Temperatures.logSpaced(LOWEST, HIGHEST, GRID_TEMPERATURES);
    double[] lambdas = new double[GRID_LAMBDAS];
    Arrays.setAll(lambdas, i -> (double) i / (GRID_LAMBDAS - 1));
    double[][] grid = new double[GRID_LAMBDAS][GRID_TEMPERATURES];
    for (int j = 0; j < GRID_TEMPERATURES; j++) {
      for (int i = 0; i < GRID_LAMBDAS; i++) {
        grid[i][j] = objective.offer(temperatures[j], lambdas[i]);
      }
    }
    double logStep = Math.log(temperatures[1] / temperatures[0]);
    for (Point candidate : objective.bestOf(temperatures, lambdas, grid, CANDIDATES)) {
      zoom(objective, candidate, logStep, lambdas[1] - lambdas[0]);
    }
    Point best = objective.best;
    boolean atEnd = best.temperature() <= LOWEST || best.temperature() >= HIGHEST;
    return FittedCalibration.of(
            name(),
            task,
            new TemperatureModel(task.classes(), best.temperature()),
            objective.bestValue,
            atEnd ? Termination.AT_BOUND : Termination.CONVERGED)
        .withLambda(best.lambda())
        .withWeights(weights)
        .withLandscape(() -> new Landscape(temperatures, lambdas, grid, List.of(), best));
  }

  /** Ever finer grids around a point, each centred on the best point so far near it. */
  private static void zoom(Objective objective, Point start, double logStep, double lambdaStep) {
    Point center = start;
    double centerValue = objective.offer(center.temperature(), center.lambda());
    double logReach = logStep;
    double lambdaReach = lambdaStep;
    for (int level = 0; level < ZOOM_LEVELS; level++) {
      Point next = center;
      for (int j = 0; j < ZOOM_POINTS; j++) {
        double share = 2.0 * j / (ZOOM_POINTS - 1) - 1;
        double temperature =
            clamp(center.temperature() * Math.exp(share * logReach), LOWEST, HIGHEST);
        for (int i = 0; i < ZOOM_POINTS; i++) {
          double shift = 2.0 * i / (ZOOM_POINTS - 1) - 1;
          Point point = new Point(temperature, clamp(center.lambda() + shift * lambdaReach, 0, 1));
          double value = objective.offer(point.temperature(), point.lambda());
          if (objective.isBetter(value, point, centerValue, next)) {
            centerValue = value;
            next = point;
          }
        }
      }
      center = next;
      logReach *= 2.0 / (ZOOM_POINTS - 1);
      lambdaReach *= 2.0 / (ZOOM_POINTS - 1);
    }
  }

  private static double clamp(double value, double low, double high) {
    return Math.max(low, Math.min(high, value));
  }

  /** The clamped estimate of target ECE, and the best point it was asked for. */
  private static final class Objective {
    private final Matrix logits;
    private final double[] correctness;
    private final Frequencies frequencies;
    private final WeightedError estimate;
    private final Point preferred;
    private final int bins;
    private Point best;
    private double bestValue;
    private double cachedTemperature = Double.NaN;
    private double[] cachedConfidence = new double[0];
    private int[] cachedBins = new int[0];
    private final Map<Double, WeightedError.AtExponent> byExponent = new HashMap<>();

    Objective(
        SourceValidation source,
        ImportanceWeights weights,
        int bins,
        Point preferred,
        double sourceTemperature) {
      this.logits = source.logits().values();
      this.correctness = source.logits().softmax(1).top().correctness(source.labels());
      this.frequencies = source.frequencies();
      this.bins = bins;
      this.preferred = preferred;
      double sourceConfidence = Kernels.meanConfidence(logits, sourceTemperature, frequencies);
      this.estimate =
          new WeightedError(
              weights, correctness, sourceConfidence, frequencies, ControlVariates.SERIAL);
      this.best = preferred;
      this.bestValue = value(preferred.temperature(), preferred.lambda());
    }

    double offer(double temperature, double lambda) {
      double value = value(temperature, lambda);
      Point point = new Point(temperature, lambda);
      if (isBetter(value, point, bestValue, best)) {
        bestValue = value;
        best = point;
      }
      return value;
    }

    boolean isBetter(double value, Point point, double otherValue, Point other) {
      return value < otherValue || (value == otherValue && distance(point) < distance(other));
    }

    private double distance(Point point) {
      return Math.hypot(
          point.temperature() - preferred.temperature(), point.lambda() - preferred.lambda());
    }

    /** u_i = sign of its bin's Σ w^λ (c − r), times c − r; weighted and reduced, then clamped. */
    private double value(double temperature, double lambda) {
      if (temperature != cachedTemperature) {
        cachedConfidence = Kernels.rowConfidence(logits, temperature);
        cachedBins = new int[cachedConfidence.length];
        Arrays.setAll(cachedBins, i -> Kernels.equalWidthBin(cachedConfidence[i], bins));
        cachedTemperature = temperature;
      }
      if (byExponent.size() > 2 * GRID_LAMBDAS) {
        byExponent.clear();
      }
      WeightedError.AtExponent weighted = byExponent.computeIfAbsent(lambda, estimate::at);
      double[] sums = new double[bins];
      double[] loss = new double[correctness.length];
      for (int i = 0; i < loss.length; i++) {
        loss[i] = cachedConfidence[i] - correctness[i];
        sums[cachedBins[i]] += frequencies.get(i) * weighted.weight(i) * loss[i];
      }
      for (int i = 0; i < loss.length; i++) {
        loss[i] *= Math.signum(sums[cachedBins[i]]);
      }
      return Math.max(0, weighted.mean(loss));
    }

    /** The best points of a grid that are no neighbours of one another. */
    List<Point> bestOf(double[] temperatures, double[] lambdas, double[][] grid, int count) {
      boolean[][] taken = new boolean[lambdas.length][temperatures.length];
      List<Point> points = new ArrayList<>();
      for (int round = 0; round < count; round++) {
        int row = -1;
        int column = -1;
        for (int i = 0; i < lambdas.length; i++) {
          for (int j = 0; j < temperatures.length; j++) {
            if (!taken[i][j]
                && (row < 0
                    || isBetter(
                        grid[i][j],
                        new Point(temperatures[j], lambdas[i]),
                        grid[row][column],
                        new Point(temperatures[column], lambdas[row])))) {
              row = i;
              column = j;
            }
          }
        }
        if (row < 0) {
          return points;
        }
        points.add(new Point(temperatures[column], lambdas[row]));
        for (int i = Math.max(0, row - 2); i <= Math.min(lambdas.length - 1, row + 2); i++) {
          int right = Math.min(temperatures.length - 1, column + 2);
          Arrays.fill(taken[i], Math.max(0, column - 2), right + 1, true);
        }
      }
      return points;
    }
  }
}
