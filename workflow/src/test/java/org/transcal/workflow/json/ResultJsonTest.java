package org.transcal.workflow.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.Termination;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.FittedExamples;
import org.transcal.calibration.FittedMethod;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.comparison.EvaluatedRows;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.TargetScores;
import org.transcal.example.KnownShift;
import org.transcal.io.LoadedTask;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.metric.CalibrationMetrics;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.metric.MetricEvaluation;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;
import org.transcal.shift.DomainSeparation;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.PreparedTask;
import org.transcal.task.TransferTask;
import org.transcal.workflow.Evaluate;
import org.transcal.workflow.Fit;
import org.transcal.workflow.TaskInput;

class ResultJsonTest {
  private static final Logits LOGITS = Logits.copyOf(new double[][] {{0, 0}, {0, 0}});
  private static final Labels LABELS = Labels.copyOf(new int[] {0, 1}, 2);

  @TempDir Path folder;

  private static TransferTask.Builder bare() {
    return TransferTask.named("A2C \"x\"").sourceValidation(LOGITS, LABELS).target(LOGITS);
  }

  private static TransferTask full() {
    Matrix train = Matrix.copyOf(new double[][] {{1, 2, 3}});
    Matrix other = Matrix.copyOf(new double[][] {{1, 2, 3}, {4, 5, 6}});
    return bare().features(train, other, other).build();
  }

  private static String encode(TransferTask task, MethodResult... results) {
    MethodComparison comparison =
        new MethodComparison(PreparedTask.of(task), MethodSettings.defaults(), List.of(results));
    return encode(comparison, List.of());
  }

  private static String encode(MethodComparison comparison, List<String> warnings) {
    LoadedTask loaded =
        new LoadedTask(
            comparison.task(), Optional.empty(), List.of(), List.of(), Map.of(), warnings);
    Fit.Result fit = Fit.Result.of(TaskInput.of(loaded), comparison);
    // Two equal logits are right half of the time, which every result warns about.
    return withoutFindings(ResultJson.encode(fit))
        .replaceFirst("(, )?\"Source validation accuracy[^\"]*\"", "")
        .replace("  \"warnings\": [  ],\n", "");
  }

  /** The text up to its last field. */
  private static String withoutFindings(byte[] json) {
    String text = new String(json, StandardCharsets.UTF_8);
    return text.substring(0, text.lastIndexOf(",\n  \"findings\": {")) + "\n}\n";
  }

  private static MethodResult failed() {
    return new MethodResult(
        "cpcs",
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.of(new MethodResult.Failure(MethodResult.Cause.UNEXPECTED, "bug")));
  }

  private static MethodResult ran(FittedMethod fitted, Optional<TargetScores> scores) {
    return new MethodResult(fitted.method(), 0.25, Optional.of(fitted), scores, Optional.empty());
  }

  @Test
  void givenWarnings_thenTheyAreInTheResults() {
    MethodComparison nothing =
        new MethodComparison(PreparedTask.of(full()), MethodSettings.defaults(), List.of(failed()));

    String with = encode(nothing, List.of("labels \"off\""));
    String without = encode(nothing, List.of());

    assertThat(with).containsPattern("\"warnings\": \\[\\s*\"labels \\\\\"off\\\\\"\"\\s*\\]");
    assertThat(without).doesNotContain("warnings");
  }

  @Test
  void givenTheDefaultMethod_thenItCarriesIntervalVerdictAndWarnings() {
    MethodComparison comparison =
        MethodComparison.run(
            KnownShift.sample(150, 120, 150, 5).task().renamed("known"),
            List.of(Methods.calibrator("temperature"), Methods.recommended()),
            MethodSettings.defaults(),
            result -> {});
    TargetEstimate estimate = comparison.estimate(comparison.results().get(1)).orElseThrow();

    String json = encode(comparison, List.of());

    String[] results = json.replaceAll("\\s+", " ").split("\"method\": ");
    assertThat(results[1]).doesNotContain("verdict", "\"low\"");
    assertThat(results[2])
        .contains(
            "\"accuracy\": { \"value\": "
                + estimate.accuracy().value()
                + ", \"low\": "
                + estimate.accuracy().interval().low()
                + ", \"high\": "
                + estimate.accuracy().interval().high()
                + " }")
        .contains("\"verdict\": \"" + estimate.verdict().word() + "\"");
    List<String> concerns = comparison.concerns(comparison.results().get(1));
    concerns.forEach(concern -> assertThat(results[2]).contains(concern));
    assertThat(results[2].contains("\"warnings\"")).isEqualTo(!concerns.isEmpty());
  }

  @Test
  void givenEverything_thenFieldsAndOrderAreTheContract() {
    TransferTask task = full();
    MethodResult transcal =
        ran(
            FittedExamples.withLambda("transcal", task, 2.1, 0.48)
                .withWeights(
                    ImportanceWeights.ofLogs(
                        new double[] {0, 0},
                        "logistic",
                        new DomainSeparation(1817.5, 0.75, Termination.CONVERGED))),
            Optional.of(new TargetScores(0.5, 0.0625, 1.25, 0.5)));

    // Two weights of 1: mean 1, largest 1, effective sample size 2, no tail to speak of.
    assertThat(encode(task, transcal))
        .isEqualToIgnoringWhitespace(
            """
            {"schema": "transcal.result/1",
             "task": {"name": "A2C \\"x\\"", "classes": 2,
               "rows": {"sourceTrain": 1, "sourceVal": 2, "target": 2}, "features": 3},
             "seed": 0, "bins": 15,
             "weights": {"estimator": "logistic", "objective": 1817.5, "domainAuc": 0.75,
               "mean": 1.0, "max": 1.0, "effectiveSampleSize": 2.0, "renyi2": 1.0},
             "results": [{"method": "transcal", "temperature": 2.1, "lambda": 0.48,
               "objective": 0.25, "termination": "CONVERGED", "estimatedTargetAccuracy": 0.625,
               "seconds": 0.25,
               "target": {"accuracy": 0.5, "ece": 0.0625, "nll": 1.25, "brier": 0.5},
               "warnings": ["Few source rows carry most of the weight: the 2 validation rows\
             count as 2 (effective sample size), so the estimate is noisy."]}]}
            """);
  }

  @Test
  void givenTheLeast_thenWhatDoesNotExistIsAbsent() {
    TransferTask task = bare().build();
    MethodResult temperature =
        ran(FittedExamples.temperature("temperature", task, 2), Optional.empty());

    assertThat(encode(task, temperature))
        .isEqualToIgnoringWhitespace(
            """
            {"schema": "transcal.result/1",
             "task": {"name": "A2C \\"x\\"", "classes": 2, "rows": {"sourceVal": 2, "target": 2}},
             "seed": 0, "bins": 15,
             "results": [{"method": "temperature", "temperature": 2.0, "objective": 0.25,
               "termination": "CONVERGED", "estimatedTargetAccuracy": 0.5, "seconds": 0.25}]}
            """);
  }

  @Test
  void givenWeightsOfTheUser_thenNoSeparationIsShown() {
    TransferTask task = bare().weights(1, 1).build();
    FittedCalibration fitted =
        FittedExamples.temperature("cpcs", task, 2).withWeights(ImportanceWeights.of(1, 1));

    String json = encode(task, ran(fitted, Optional.empty()));

    assertThat(json.substring(0, json.indexOf("results")))
        .contains("\"estimator\": \"given\"")
        .contains("\"mean\": 1.0")
        .doesNotContain("objective")
        .doesNotContain("domainAuc");
  }

  @Test
  void givenAFailure_thenItsReasonReplacesTheNumbers() {
    MethodResult failed =
        new MethodResult(
            "mc-dropout",
            1,
            Optional.empty(),
            Optional.empty(),
            Optional.of(new MethodResult.Failure(MethodResult.Cause.MISSING_INPUT, "needs x")));

    assertThat(encode(bare().build(), failed))
        .endsWith(
            "\"results\": [ {\n    \"method\": \"mc-dropout\",\n    \"error\": \"needs x\"\n  } ]\n}\n");
  }

  @Test
  void givenProbabilitiesOnly_thenThereIsNoTemperatureAndInfinityIsNull() {
    Probabilities probabilities = LOGITS.softmax(1);
    FittedMethod ensemble =
        new FittedMethod() {
          @Override
          public String method() {
            return "ensemble";
          }

          @Override
          public Probabilities targetProbabilities() {
            return probabilities;
          }

          @Override
          public double estimatedTargetAccuracy() {
            return 1e-9;
          }
        };
    TargetScores scores = new TargetScores(1, 0, Double.POSITIVE_INFINITY, 0.1);

    assertThat(encode(bare().build(), ran(ensemble, Optional.of(scores))))
        .contains("\"nll\": null", "\"brier\": 0.1", "\"estimatedTargetAccuracy\": 1.0E-9")
        .doesNotContain("temperature")
        .doesNotContain("termination");
  }

  @Test
  void givenAFile_thenItHoldsTheSameBytes() {
    TransferTask task = bare().build();
    Path file = folder.resolve("a/result.json");

    Fit.Result fit =
        Fit.Result.of(
            TaskInput.of(task),
            new MethodComparison(
                PreparedTask.of(task), MethodSettings.defaults(), List.of(failed())));

    ResultJson.write(file, fit);

    assertThat(file).hasBinaryContent(ResultJson.encode(fit));
  }

  @Test
  void givenAnEvaluation_thenFieldsAndOrderAreTheContract() {
    List<MetricEvaluation.Score> scores =
        List.of(
            new MetricEvaluation.Score(
                CalibrationMetrics.expectedCalibrationError(15),
                new Estimate(0.125, new Interval(0.0625, 0.25))),
            new MetricEvaluation.Score(
                CalibrationMetrics.negativeLogLikelihood(),
                new Estimate(Double.POSITIVE_INFINITY, new Interval(1, Double.POSITIVE_INFINITY))));
    ReliabilityDiagram diagram =
        ReliabilityDiagram.of(
            new double[] {0.75, 1}, new double[] {1, 0}, Frequencies.copyOf(2, 0.5), 2);

    MetricEvaluation evaluation =
        new MetricEvaluation(
            2,
            2,
            0.95,
            scores,
            diagram,
            diagram,
            List.of(
                new MetricEvaluation.ClassScore(1.5, 0, 0, 0.25),
                new MetricEvaluation.ClassScore(1, 2.5, 1, 0.25)));
    MetricEvaluation positive =
        new MetricEvaluation(2, 2, 0.95, scores.subList(0, 1), diagram, diagram, List.of());
    EvaluatedRows rows =
        new EvaluatedRows(
            "a.npz",
            List.of("no", "yes"),
            evaluation,
            Optional.of(new EvaluatedRows.PositiveClass(1, positive)));

    String text =
        withoutFindings(EvaluationJson.encode(Evaluate.Result.of(List.of(rows), List.of())));
    String several =
        withoutFindings(EvaluationJson.encode(Evaluate.Result.of(List.of(rows, rows), List.of())));

    String fields =
        """
        "rows": 2, "classes": 2,
         "metrics": {"ece": {"value": 0.125, "low": 0.0625, "high": 0.25},
           "nll": {"value": null, "low": 1.0, "high": null}},
         "reliability": [
           {"low": 0.0, "high": 0.5, "count": 0, "accuracy": null, "confidence": null},
           {"low": 0.5, "high": 1.0, "count": 2.5, "accuracy": 0.8, "confidence": 0.8}],
         "byClass": [
           {"class": 0, "name": "no", "count": 1.5, "predicted": 0, "precision": null,
            "recall": 0.0, "f1": 0.0, "ece": 0.25},
           {"class": 1, "name": "yes", "count": 1, "predicted": 2.5, "precision": 0.4,
            "recall": 1.0, "f1": 0.5714285714285714, "ece": 0.25}],
         "positive": {"class": 1, "name": "yes", "prevalence": 0.8,
           "metrics": {"ece": {"value": 0.125, "low": 0.0625, "high": 0.25}},
           "reliability": [
             {"low": 0.0, "high": 0.5, "count": 0, "accuracy": null, "confidence": null},
             {"low": 0.5, "high": 1.0, "count": 2.5, "accuracy": 0.8, "confidence": 0.8}]}
        """;
    String schema = "{\"schema\": \"transcal.evaluation/1\", ";
    assertThat(text).isEqualToIgnoringWhitespace(schema + fields + "}");
    String named = "{\"name\": \"a.npz\", " + fields + "}";
    assertThat(several)
        .isEqualToIgnoringWhitespace(schema + "\"evaluations\": [" + named + ", " + named + "]}");
  }
}
