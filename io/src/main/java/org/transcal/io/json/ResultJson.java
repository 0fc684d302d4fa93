package org.transcal.io.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.FittedMethod;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.TargetScores;
import org.transcal.io.file.AtomicFile;
import org.transcal.matrix.Frequencies;
import org.transcal.prediction.Labels;
import org.transcal.shift.DomainSeparation;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.ShiftDiagnosis;
import org.transcal.task.DomainFeatures;
import org.transcal.task.TransferTask;

/**
 * Compared methods as JSON, schema {@value #SCHEMA}.
 *
 * <p>{@code seconds} is the only field that may differ between two runs with the same input and
 * seed. A number that is not finite, such as the likelihood of a class given probability 0, is
 * {@code null}.
 */
public final class ResultJson {
  /** The schema written. */
  public static final String SCHEMA = "transcal.result/1";

  private ResultJson() {}

  /** Writes the results, whole or not at all. */
  public static void write(Path file, MethodComparison comparison) {
    write(file, comparison, List.of());
  }

  /** Writes the results with warnings about the task, whole or not at all. */
  public static void write(Path file, MethodComparison comparison, List<String> warnings) {
    AtomicFile.write(file, encode(comparison, warnings));
  }

  /** The results in UTF-8. */
  public static byte[] encode(MethodComparison comparison) {
    return encode(comparison, List.of());
  }

  /** The results with warnings about the task, in UTF-8. */
  public static byte[] encode(MethodComparison comparison, List<String> warnings) {
    TransferTask task = comparison.task();
    return JsonText.object(
        json -> {
          json.writeStringField("schema", SCHEMA);
          writeTask(json, task, comparison.targetLabels());
          json.writeNumberField("seed", comparison.seed());
          json.writeNumberField("bins", comparison.bins());
          if (comparison.weights().isPresent()) {
            writeWeights(json, comparison.weights().get(), task.sourceValidation().frequencies());
          }
          if (!warnings.isEmpty()) {
            JsonText.texts(json, "warnings", warnings);
          }
          json.writeArrayFieldStart("results");
          for (MethodResult result : comparison.results()) {
            writeResult(json, comparison, result);
          }
          json.writeEndArray();
        });
  }

  private static void writeTask(
      JsonGenerator json, TransferTask task, Optional<Labels> targetLabels) throws IOException {
    Optional<DomainFeatures> features = task.features();
    json.writeObjectFieldStart("task");
    json.writeStringField("name", task.name());
    json.writeNumberField("classes", task.classes());
    json.writeObjectFieldStart("rows");
    if (features.isPresent()) {
      json.writeNumberField("sourceTrain", features.get().sourceTrain().rows());
    }
    json.writeNumberField("sourceVal", task.sourceValidation().logits().rows());
    json.writeNumberField("target", task.target().logits().rows());
    if (targetLabels.isPresent()) {
      json.writeNumberField("targetLabelled", targetLabels.get().known());
    }
    json.writeEndObject();
    if (features.isPresent()) {
      json.writeNumberField("features", features.get().columns());
    }
    json.writeEndObject();
  }

  private static void writeWeights(
      JsonGenerator json, ImportanceWeights weights, Frequencies frequencies) throws IOException {
    json.writeObjectFieldStart("weights");
    json.writeStringField("estimator", weights.estimator());
    if (weights.separation().isPresent()) {
      DomainSeparation separation = weights.separation().get();
      JsonText.number(json, "objective", separation.objective());
      JsonText.number(json, "domainAuc", separation.domainAuc());
    }
    ShiftDiagnosis diagnosis = ShiftDiagnosis.of(weights, frequencies);
    JsonText.number(json, "mean", diagnosis.mean());
    JsonText.number(json, "max", diagnosis.max());
    JsonText.number(json, "effectiveSampleSize", diagnosis.effectiveSampleSize());
    JsonText.number(json, "renyi2", diagnosis.renyi2());
    JsonText.number(json, "tailIndex", diagnosis.tailIndex());
    json.writeEndObject();
  }

  private static void writeResult(
      JsonGenerator json, MethodComparison comparison, MethodResult result) throws IOException {
    json.writeStartObject();
    json.writeStringField("method", result.method());
    if (result.failure().isPresent()) {
      json.writeStringField("error", result.failure().get().message());
    } else {
      writeFitted(json, result);
      Optional<TargetEstimate> known = comparison.estimate(result);
      if (known.isPresent()) {
        TargetEstimate estimate = known.get();
        JsonText.estimate(json, "accuracy", estimate.accuracy());
        json.writeStringField("verdict", estimate.verdict().word());
      }
      List<String> concerns = comparison.concerns(result);
      if (!concerns.isEmpty()) {
        JsonText.texts(json, "warnings", concerns);
      }
    }
    json.writeEndObject();
  }

  private static void writeFitted(JsonGenerator json, MethodResult result) throws IOException {
    FittedMethod fitted = result.fitted().orElseThrow();
    if (fitted instanceof FittedCalibration calibration) {
      JsonText.number(json, "temperature", calibration.temperature());
      JsonText.number(json, "lambda", calibration.lambda());
      JsonText.number(json, "objective", calibration.objective());
      json.writeStringField("termination", calibration.termination().name());
    }
    JsonText.number(json, "estimatedTargetAccuracy", fitted.estimatedTargetAccuracy());
    JsonText.number(json, "seconds", result.seconds());
    if (result.scores().isPresent()) {
      TargetScores scores = result.scores().get();
      json.writeObjectFieldStart("target");
      JsonText.number(json, "accuracy", scores.accuracy());
      JsonText.number(json, "ece", scores.ece());
      JsonText.number(json, "nll", scores.nll());
      JsonText.number(json, "brier", scores.brier());
      json.writeEndObject();
    }
  }
}
