package org.transcal.calibration;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.transcal.Termination;
import org.transcal.calibration.Landscape.Point;
import org.transcal.kernel.Kernels;
import org.transcal.model.TemperatureModel;
import org.transcal.shift.DensityRatioEstimator;
import org.transcal.shift.FittedTemperature;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.PreparedTask;
import org.transcal.task.SourceValidation;
import org.transcal.task.TransferTask;

/**
 * Transferable calibration by the paper's own equations: the importance-weighted ECE of source
 * validation with both control variates, minimised over temperature and λ together.
 *
 * <p>Paper: {@code lambda_objective}, {@code eq:cv1}, {@code eq:cv2}. Deviation: the estimate can
 * fall below 0 although ECE cannot, so it is clamped at 0; among equal minima the point nearest to
 * (source temperature, 1) is taken. The objective jumps whenever a row changes bins or a bin its
 * sign, so that the search is a grid, then nested grids around its best points.
 *
 * @param bins number of equal-width bins of the ECE
 * @param densityRatio estimates the weights of tasks that bring none
 */
record TransCalPaper(int bins, DensityRatioEstimator densityRatio) implements SourceCalibrator {
  private static final double LOWEST = 0.1;
  private static final double HIGHEST = 100;
  private static final double COARSEST_STEP = 1.012;

  @Override
  public String name() {
    return "transcal-paper";
  }

  @Override
  public String summary() {
    return "TransCal by the paper's equations: weighted ECE minimised over T and λ";
  }

  @Override
  public Set<Need> needs() {
    return Set.of(Need.WEIGHTS);
  }

  @Override
  public FittedCalibration fit(PreparedTask prepared) {
    ImportanceWeights weights = prepared.weights(densityRatio);
    TransferTask task = prepared.task();
    PiecewiseSearch search = search(task.sourceValidation(), weights, prepared.sourceTemperature());
    return FittedCalibration.of(name(), task, found(search, task.classes()))
        .withWeights(weights)
        .withSeed(densityRatio.seed())
        .withLandscape(search::landscape);
  }

  @Override
  public FittedModel fit(SourceValidation source, Optional<ImportanceWeights> weights) {
    PiecewiseSearch search =
        search(source, weights.orElseThrow(), FittedTemperature.mostLikely(source));
    return found(search, source.logits().classes());
  }

  private PiecewiseSearch search(
      SourceValidation source, ImportanceWeights weights, FittedTemperature sourceTemperature) {
    double start = sourceTemperature.temperature();
    double sourceConfidence =
        Kernels.meanConfidence(source.logits().values(), start, source.frequencies());
    return new PiecewiseSearch(
        new WeightedCalibrationError(source, weights, sourceConfidence, bins),
        new Point(Math.max(LOWEST, Math.min(HIGHEST, start)), 1),
        LOWEST,
        HIGHEST);
  }

  private static FittedModel found(PiecewiseSearch search, int classes) {
    Point best = search.best();
    double start = search.landscape().start().temperature();
    boolean atEnd =
        Math.min(start, best.temperature()) <= LOWEST * COARSEST_STEP
            || Math.max(start, best.temperature()) >= HIGHEST / COARSEST_STEP;
    return new FittedModel(
        new TemperatureModel(classes, best.temperature()),
        search.leastValue(),
        atEnd ? Termination.AT_BOUND : Termination.CONVERGED,
        OptionalDouble.of(best.lambda()),
        OptionalDouble.empty());
  }
}
