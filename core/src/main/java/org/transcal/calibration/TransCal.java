package org.transcal.calibration;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.transcal.accuracy.ControlVariates;
import org.transcal.accuracy.Replicates;
import org.transcal.accuracy.WeightedError;
import org.transcal.calibration.Landscape.Point;
import org.transcal.kernel.Kernels;
import org.transcal.metric.Bootstrap;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.model.TemperatureModel;
import org.transcal.shift.DensityRatioEstimator;
import org.transcal.shift.DomainClassifier;
import org.transcal.shift.FittedTemperature;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.PreparedTask;
import org.transcal.task.SourceValidation;
import org.transcal.task.TransferTask;

/**
 * Transferable calibration as released by its authors: the temperature at which mean target
 * confidence equals the target accuracy estimated from importance-weighted source errors, with a
 * learned exponent λ on the weights (less bias) and control variates (less variance).
 *
 * <p>Paper: Algorithm 1, {@code lambda_objective}, {@code eq:cv1}, {@code eq:cv2}. Symbols: {@code
 * T} temperature, {@code λ} exponent. Deviation: the paper minimises a weighted ECE ({@link
 * TransCalPaper}); the released code matches means, which is what users know by this name. {@link
 * ZeroCurve} says which of the objective's zeros is taken.
 *
 * @param name the name that results show
 * @param summary one sentence on what it does
 * @param variates control variates of the estimated accuracy
 * @param fixedExponent λ, unless it is learned
 * @param densityRatio estimates the weights of tasks that bring none
 */
public record TransCal(
    String name,
    String summary,
    ControlVariates variates,
    OptionalDouble fixedExponent,
    DensityRatioEstimator densityRatio)
    implements Calibrator {
  private static final int GRID_TEMPERATURES = 61;
  private static final int GRID_LAMBDAS = 41;
  private static final int LAMBDA_RESAMPLES = 20;

  /** The released behaviour: λ learned, serial control variates. */
  public static TransCal released() {
    return withControlVariates(ControlVariates.SERIAL);
  }

  /** Ablation: λ = 1, so nothing reduces the bias of large weights. */
  public static TransCal withoutBiasReduction() {
    return new TransCal(
        "transcal-no-bias",
        "TransCal with λ = 1 (ablation: no bias reduction)",
        ControlVariates.SERIAL,
        OptionalDouble.of(1),
        DomainClassifier.reweighted());
  }

  /** Ablations: λ learned, with the given control variates. */
  public static TransCal withControlVariates(ControlVariates variates) {
    String name =
        switch (variates) {
          case SERIAL -> "transcal";
          case NONE -> "transcal-no-variance";
          case WEIGHT -> "transcal-cv-weight";
          case CORRECTNESS -> "transcal-cv-correctness";
          case PARALLEL -> "transcal-cv-parallel";
        };
    String summary =
        switch (variates) {
          case SERIAL ->
              "TransCal: temperature from estimated target accuracy, learned λ, serial control"
                  + " variates";
          case NONE -> "TransCal without control variates (ablation: no variance reduction)";
          case WEIGHT -> "TransCal with the weight as its only control variate";
          case CORRECTNESS -> "TransCal with correctness as its only control variate";
          case PARALLEL -> "TransCal with both control variates at once";
        };
    return new TransCal(
        name, summary, variates, OptionalDouble.empty(), DomainClassifier.reweighted());
  }

  /** The same method with another density ratio. */
  public TransCal withDensityRatio(DensityRatioEstimator estimator) {
    return new TransCal(name, summary, variates, fixedExponent, estimator);
  }

  /**
   * Fits to a target of which only the mean confidence is known, such as a distributed one.
   *
   * @throws CalibrationException if the data cannot be calibrated
   */
  public FittedModel fit(
      SourceValidation source, ImportanceWeights weights, TargetConfidence target) {
    return new Problem(source, weights, target, FittedTemperature.mostLikely(source)).solution();
  }

  @Override
  public Set<Need> needs() {
    return Set.of(Need.WEIGHTS);
  }

  @Override
  public FittedCalibration fit(PreparedTask prepared) {
    TransferTask task = prepared.task();
    ImportanceWeights weights = prepared.weights(densityRatio);
    Problem problem =
        new Problem(
            task.sourceValidation(),
            weights,
            TargetConfidence.of(task.target()),
            prepared.sourceTemperature());
    FittedModel solution = problem.solution();
    return FittedCalibration.of(name, task, solution)
        .withWeights(weights)
        .withSeed(densityRatio.seed())
        .withLandscape(() -> problem.landscape(solution));
  }

  /**
   * The learned exponent with the middle 90 % of its bootstrap resamples; empty if the task has
   * neither weights nor features, or cannot be calibrated.
   */
  public Optional<Estimate> lambdaInterval(PreparedTask prepared, long seed) {
    if (!prepared.hasWeights()) {
      return Optional.empty();
    }
    try {
      double value = fit(prepared).lambda().orElseThrow();
      double[] resampled =
          Replicates.sorted(
              prepared, LAMBDA_RESAMPLES, seed, resample -> fit(resample).lambda().orElseThrow());
      return Optional.of(
          new Estimate(
              value,
              new Interval(
                  Math.min(value, Bootstrap.quantile(resampled, 0.05)),
                  Math.max(value, Bootstrap.quantile(resampled, 0.95)))));
    } catch (CalibrationException impossible) {
      return Optional.empty();
    }
  }

  /** The equation of one task: mean target confidence at T = estimated accuracy at λ. */
  private final class Problem {
    private final int classes;
    private final WeightedError risk;
    private final double[] error;
    private final ZeroCurve zeros;

    Problem(
        SourceValidation source,
        ImportanceWeights weights,
        TargetConfidence target,
        FittedTemperature sourceTemperature) {
      classes = source.logits().classes();
      double sourceConfidence =
          Kernels.meanConfidence(
              source.logits().values(), sourceTemperature.temperature(), source.frequencies());
      double[] correctness = source.logits().correctness(source.labels());
      error = new double[correctness.length];
      Arrays.setAll(error, i -> 1 - correctness[i]);
      risk =
          new WeightedError(weights, correctness, sourceConfidence, source.frequencies(), variates);
      if (Double.isNaN(risk.mean(error, 1))) {
        throw new CalibrationException(
            name
                + " needs more than one source validation row, by frequency, for a variance;"
                + " their frequencies add up to "
                + source.frequencies().total());
      }
      zeros = new ZeroCurve(target, this::accuracy);
    }

    private double accuracy(double lambda) {
      return 1 - risk.mean(error, lambda);
    }

    FittedModel solution() {
      ZeroCurve.Choice choice =
          fixedExponent.isPresent() ? zeros.at(fixedExponent.getAsDouble()) : zeros.nearest();
      double lambda = choice.point().lambda();
      return new FittedModel(
          new TemperatureModel(classes, choice.point().temperature()),
          choice.gap(),
          choice.termination(),
          OptionalDouble.of(lambda),
          OptionalDouble.of(Math.max(0, Math.min(1, accuracy(lambda)))));
    }

    Landscape landscape(FittedModel solution) {
      double found = ((TemperatureModel) solution.model()).temperature();
      double[] lambdas = new double[GRID_LAMBDAS];
      Arrays.setAll(lambdas, i -> (double) i / (GRID_LAMBDAS - 1));
      List<Point> curve = zeros.points(lambdas);
      double largest = Math.max(10, found);
      for (Point zero : curve) {
        largest = Math.max(largest, Math.min(100, zero.temperature()));
      }
      double[] temperatures =
          Temperatures.logSpaced(
              ConfidenceCurve.LOWEST, Math.min(1000, 1.2 * largest), GRID_TEMPERATURES);
      double[] confidences = Arrays.stream(temperatures).map(zeros::confidence).toArray();
      double[][] objective = new double[GRID_LAMBDAS][GRID_TEMPERATURES];
      for (int i = 0; i < GRID_LAMBDAS; i++) {
        double accuracy = accuracy(lambdas[i]);
        for (int j = 0; j < GRID_TEMPERATURES; j++) {
          objective[i][j] = Math.abs(confidences[j] - accuracy);
        }
      }
      return new Landscape(
          temperatures,
          lambdas,
          objective,
          curve,
          ZeroCurve.START,
          new Point(found, solution.lambda().orElseThrow()));
    }
  }
}
