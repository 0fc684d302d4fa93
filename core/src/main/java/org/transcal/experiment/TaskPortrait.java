package org.transcal.experiment;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.transcal.accuracy.ControlVariates;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.Landscape;
import org.transcal.calibration.TransCal;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.WeightHistogram;
import org.transcal.matrix.Frequencies;
import org.transcal.shift.DomainSeparation;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.PreparedTask;
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
      Map<ControlVariates, Double> copy = new EnumMap<>(ControlVariates.class);
      copy.putAll(variances);
      variances = copy;
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
                  TermVariances.of(prepared, weights, lambda));
            }));
  }

  /** The released method if it searched, else the first that did. */
  private static Optional<FittedCalibration> searched(List<MethodResult> results) {
    return results.stream()
        .flatMap(result -> result.calibration().stream())
        .filter(fit -> fit.lambda().isPresent() && fit.hasLandscape())
        .min(Comparator.comparing(fit -> fit.method().equals(PREFERRED) ? 0 : 1));
  }
}
