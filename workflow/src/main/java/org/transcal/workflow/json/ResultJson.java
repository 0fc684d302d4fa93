package org.transcal.workflow.json;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.transcal.Termination;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.FittedMethod;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.TargetScores;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.json.JsonCodec;
import org.transcal.matrix.Frequencies;
import org.transcal.metric.Estimate;
import org.transcal.prediction.Labels;
import org.transcal.shift.DomainSeparation;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.ShiftDiagnosis;
import org.transcal.task.DomainFeatures;
import org.transcal.task.TransferTask;
import org.transcal.workflow.Fit;

/**
 * Compared methods as JSON, schema transcal.result/1.
 *
 * <p>{@code seconds} is the only field that may differ between two runs with the same input and
 * seed. A number that is not finite, such as the likelihood of a class given probability 0, is
 * {@code null}.
 */
public final class ResultJson {
  private ResultJson() {}

  @JsonCodec.Schema("transcal.result/1")
  private record Document(
      Task task,
      long seed,
      int bins,
      Optional<Weights> weights,
      Optional<List<String>> warnings,
      List<Result> results,
      FindingsDocument findings) {}

  private record Task(String name, int classes, Rows rows, Optional<Integer> features) {}

  private record Rows(
      Optional<Integer> sourceTrain, int sourceVal, int target, Optional<Integer> targetLabelled) {}

  private record Weights(
      String estimator,
      Optional<Double> objective,
      Optional<Double> domainAuc,
      double mean,
      double max,
      double effectiveSampleSize,
      double renyi2,
      OptionalDouble tailIndex) {}

  /** What one method found, or the error that kept it from running. */
  private record Result(
      String method,
      Optional<String> error,
      OptionalDouble temperature,
      OptionalDouble lambda,
      Optional<Double> objective,
      Optional<Termination> termination,
      Optional<Double> estimatedTargetAccuracy,
      Optional<Double> seconds,
      Optional<TargetScores> target,
      Optional<Estimate> accuracy,
      Optional<String> verdict,
      Optional<List<String>> warnings) {}

  /** Writes the results, whole or not at all. */
  public static void write(Path file, Fit.Result fit) {
    AtomicFile.write(file, encode(fit));
  }

  /** The results in UTF-8. */
  public static byte[] encode(Fit.Result fit) {
    MethodComparison comparison = fit.comparison();
    TransferTask task = comparison.task();
    return JsonCodec.encode(
        new Document(
            task(task, comparison.targetLabels()),
            comparison.seed(),
            comparison.bins(),
            comparison.weights().map(w -> weights(w, task.sourceValidation().frequencies())),
            Optional.of(fit.input().warnings()).filter(some -> !some.isEmpty()),
            comparison.results().stream().map(result -> result(comparison, result)).toList(),
            FindingsDocument.of(fit.findings())));
  }

  private static Task task(TransferTask task, Optional<Labels> targetLabels) {
    Optional<DomainFeatures> features = task.features();
    Rows rows =
        new Rows(
            features.map(known -> known.sourceTrain().rows()),
            task.sourceValidation().logits().rows(),
            task.target().logits().rows(),
            targetLabels.map(Labels::known));
    return new Task(task.name(), task.classes(), rows, features.map(DomainFeatures::columns));
  }

  private static Weights weights(ImportanceWeights weights, Frequencies frequencies) {
    ShiftDiagnosis diagnosis = ShiftDiagnosis.of(weights, frequencies);
    return new Weights(
        weights.estimator(),
        weights.separation().map(DomainSeparation::objective),
        weights.separation().map(DomainSeparation::domainAuc),
        diagnosis.mean(),
        diagnosis.max(),
        diagnosis.effectiveSampleSize(),
        diagnosis.renyi2(),
        diagnosis.tailIndex());
  }

  private static Result result(MethodComparison comparison, MethodResult result) {
    Optional<FittedMethod> fitted = result.fitted();
    Optional<FittedCalibration> calibration = result.calibration();
    Optional<TargetEstimate> estimate = fitted.flatMap(any -> comparison.estimate(result));
    return new Result(
        result.method(),
        result.failure().map(MethodResult.Failure::message),
        calibration.map(FittedCalibration::temperature).orElse(OptionalDouble.empty()),
        calibration.map(FittedCalibration::lambda).orElse(OptionalDouble.empty()),
        calibration.map(FittedCalibration::objective),
        calibration.map(FittedCalibration::termination),
        fitted.map(FittedMethod::estimatedTargetAccuracy),
        fitted.map(any -> result.seconds()),
        result.scores(),
        estimate.map(TargetEstimate::accuracy),
        estimate.map(known -> known.verdict().word()),
        fitted.map(any -> comparison.concerns(result)).filter(concerns -> !concerns.isEmpty()));
  }
}
