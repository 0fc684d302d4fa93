package org.transcal.experiment;

import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.transcal.accuracy.ControlVariates;
import org.transcal.accuracy.WeightedError;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.Landscape;
import org.transcal.calibration.TransCal;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.WeightHistogram;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.shift.DomainSeparation;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.PreparedTask;
import org.transcal.task.SourceValidation;
import org.transcal.task.TransferTask;

/**
 * What the pictures of a task need, from its first run: sizes, weights, landscape, variances.
 *
 * @param task the task
 * @param classes number of classes
 * @param validationRows source validation rows
 * @param targetRows target rows
 * @param shift what the weights say, if there are any
 */
public record TaskPortrait(
    TaskName task, int classes, int validationRows, int targetRows, Optional<Shift> shift) {
  /** Most temperatures of a landscape that is kept. */
  private static final int MOST_TEMPERATURES = 32;

  private static final int MOST_LAMBDAS = 22;

  /** The method whose search is shown if several searched. */
  static final String PREFERRED = TransCal.released().name();

  /**
   * What importance weights say about a task.
   *
   * @param domainAuc how well the domains can be told apart, if an estimator knows
   * @param effectiveSampleSize (Σw)² / Σw²
   * @param weights how the weights are spread
   * @param search what a method that learns λ found, if one ran
   */
  public record Shift(
      OptionalDouble domainAuc,
      double effectiveSampleSize,
      WeightHistogram weights,
      Optional<Search> search) {}

  /**
   * A search over temperature and λ.
   *
   * @param method the method that searched
   * @param lambda the exponent it chose
   * @param tempered how the weights are spread after the exponent
   * @param landscape the objective, thinned
   * @param variances sample variances of the terms of the estimate at that exponent
   */
  public record Search(
      String method,
      double lambda,
      WeightHistogram tempered,
      Landscape landscape,
      Map<ControlVariates, Double> variances) {
    /** Copies the map. */
    public Search {
      variances = new TreeMap<>(variances);
    }
  }

  /** The portrait of the task of a comparison, with the weights its methods used. */
  public static TaskPortrait of(MethodComparison comparison) {
    return of(comparison.prepared(), comparison.weights(), searched(comparison.results()));
  }

  /**
   * The portrait of a task.
   *
   * @param weights the importance weights to show, if any
   * @param searched the method whose search over (T, λ) to show, if any
   */
  static TaskPortrait of(
      PreparedTask prepared,
      Optional<ImportanceWeights> weights,
      Optional<FittedCalibration> searched) {
    TransferTask task = prepared.task();
    return new TaskPortrait(
        TaskName.of(task.name()),
        task.classes(),
        task.sourceValidation().logits().rows(),
        task.target().logits().rows(),
        weights.map(known -> shift(prepared, known, searched)));
  }

  private static Shift shift(
      PreparedTask prepared, ImportanceWeights weights, Optional<FittedCalibration> searched) {
    TransferTask task = prepared.task();
    Frequencies frequencies = task.sourceValidation().frequencies();
    WeightHistogram.Range range = WeightHistogram.Range.of(weights.values(), frequencies);
    return new Shift(
        weights
            .separation()
            .map(DomainSeparation::domainAuc)
            .map(OptionalDouble::of)
            .orElse(OptionalDouble.empty()),
        weights.effectiveSampleSize(frequencies),
        WeightHistogram.of(weights.values(), frequencies, range),
        searched.map(
            fit -> {
              double lambda = fit.lambda().orElseThrow();
              return new Search(
                  fit.method(),
                  lambda,
                  WeightHistogram.of(weights.temperedBy(lambda), frequencies, range),
                  fit.landscape().orElseThrow().thinned(MOST_TEMPERATURES, MOST_LAMBDAS),
                  termVariances(prepared, weights, lambda));
            }));
  }

  /**
   * Sample variances of the per-row terms whose mean estimates target error, under each control
   * variate and at one λ, so that they can be compared; without those that have no variance.
   *
   * <p>Paper: {@code eq:cv1}, {@code eq:cv2}; the chain none ≥ weight ≥ serial is exact.
   */
  private static Map<ControlVariates, Double> termVariances(
      PreparedTask prepared, ImportanceWeights weights, double lambda) {
    SourceValidation source = prepared.task().sourceValidation();
    double temperature = prepared.sourceTemperature().temperature();
    double confidence =
        Kernels.meanConfidence(source.logits().values(), temperature, source.frequencies());
    double[] correctness = source.logits().correctness(source.labels());
    double[] error = Arrays.stream(correctness).map(r -> 1 - r).toArray();
    Map<ControlVariates, Double> variances = new EnumMap<>(ControlVariates.class);
    for (ControlVariates variates : ControlVariates.values()) {
      double[] terms =
          new WeightedError(weights, correctness, confidence, source.frequencies(), variates)
              .terms(error, lambda);
      double variance = source.frequencies().variance(terms);
      if (Double.isFinite(variance)) {
        variances.put(variates, variance);
      }
    }
    return variances;
  }

  /** The released method if it searched, else the first that did. */
  private static Optional<FittedCalibration> searched(List<MethodResult> results) {
    return results.stream()
        .flatMap(result -> result.calibration().stream())
        .filter(fit -> fit.lambda().isPresent() && fit.hasLandscape())
        .min(Comparator.comparing(fit -> fit.method().equals(PREFERRED) ? 0 : 1));
  }
}
