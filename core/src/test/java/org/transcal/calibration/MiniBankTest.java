package org.transcal.calibration;

import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.accuracy.TargetEstimator;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.TargetScores;
import org.transcal.matrix.Frequencies;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.Mixup;
import org.transcal.task.TransferTask;
import org.transcal.testing.TestNpz;

/**
 * Five small tasks that are part of the repository, against values from numpy, scipy and
 * scikit-learn. {@code research/bench/quality/mini-bank} has the scripts that wrote both.
 */
@Tag("slow")
class MiniBankTest {
  private static final Path FOLDER = resource("/mini-bank");
  private static final double SCORE_TOLERANCE = 1e-4;
  private static final double TEMPERATURE_TOLERANCE = 1e-3;
  private static final double ORACLE_TOLERANCE = 1e-3;

  /** Methods whose golden temperature is one of several equally good ones. */
  private static final Set<String> SCORED_BY_ECE = Set.of("oracle");

  static Stream<String> tasks() throws IOException {
    return golden().properties().stream().map(Map.Entry::getKey);
  }

  @ParameterizedTest
  @MethodSource("tasks")
  void givenTask_thenEveryMethodMatchesTheGoldenValues(String name) throws IOException {
    JsonNode expected = golden().get(name);

    MethodComparison found = compare(read(name, expected.get("classes").asInt()));

    SoftAssertions soft = new SoftAssertions();
    checkWeights(soft, found.weights().orElseThrow(), expected.get("weights"));
    Set<String> checked = new TreeSet<>();
    for (MethodResult result : found.results()) {
      JsonNode values = expected.get("methods").get(result.method());
      if (values != null) {
        soft.assertThat(result.failure()).as(result.method()).isEmpty();
        check(soft, result, values);
        checked.add(result.method());
      }
    }
    soft.assertThat(checked).hasSize(expected.get("methods").size());
    soft.assertAll();
  }

  @ParameterizedTest
  @MethodSource("tasks")
  void givenTask_thenAccuracyEstimatesMatchTheGoldenValues(String name) throws IOException {
    JsonNode expected = golden().get(name);
    TransferTask task = read(name, expected.get("classes").asInt()).task();

    Map<String, Double> found = TargetEstimator.seeded(0).estimate(task).estimators();

    SoftAssertions soft = new SoftAssertions();
    for (Map.Entry<String, JsonNode> entry : expected.get("estimators").properties()) {
      soft.assertThat(found.get(entry.getKey()))
          .as(entry.getKey())
          .isCloseTo(entry.getValue().asDouble(), within(SCORE_TOLERANCE));
    }
    soft.assertAll();
  }

  private static void check(SoftAssertions soft, MethodResult result, JsonNode expected) {
    String method = result.method();
    FittedMethod fitted = result.fitted().orElseThrow();
    TargetScores scores = result.scores().orElseThrow();
    if (expected.has("objective")) {
      soft.assertThat(((FittedCalibration) fitted).objective())
          .as(method + " objective")
          .isLessThanOrEqualTo(expected.get("objective").asDouble() + SCORE_TOLERANCE);
    } else if (SCORED_BY_ECE.contains(method)) {
      soft.assertThat(scores.ece())
          .as(method + " ece")
          .isLessThanOrEqualTo(expected.get("ece").asDouble() + ORACLE_TOLERANCE);
    } else {
      if (expected.has("temperature")) {
        double temperature = expected.get("temperature").asDouble();
        soft.assertThat(((FittedCalibration) fitted).temperature().orElseThrow())
            .as(method + " temperature")
            .isCloseTo(temperature, within(TEMPERATURE_TOLERANCE * temperature));
      }
      close(soft, method, expected, "accuracy", scores.accuracy());
      close(soft, method, expected, "ece", scores.ece());
      close(soft, method, expected, "brier", scores.brier());
      close(soft, method, expected, "nll", scores.nll());
    }
  }

  private static void checkWeights(
      SoftAssertions soft, ImportanceWeights weights, JsonNode expected) {
    double objective = expected.get("objective").asDouble();
    soft.assertThat(weights.separation().orElseThrow().objective())
        .as("objective of the domain classifier")
        .isCloseTo(objective, within(1e-6 * objective));
    soft.assertThat(weights.separation().orElseThrow().domainAuc())
        .as("domain AUC")
        .isCloseTo(expected.get("domain_auc").asDouble(), within(1e-5));
    double size = expected.get("ess").asDouble();
    soft.assertThat(weights.effectiveSampleSize(Frequencies.ones(weights.rows())))
        .as("effective sample size")
        .isCloseTo(size, within(1e-3 * size));
  }

  private static void close(
      SoftAssertions soft, String method, JsonNode expected, String score, double found) {
    if (expected.has(score)) {
      soft.assertThat(found)
          .as(method + " " + score)
          .isCloseTo(expected.get(score).asDouble(), within(SCORE_TOLERANCE));
    }
  }

  private record LabelledTask(TransferTask task, Labels targetLabels) {}

  private static MethodComparison compare(LabelledTask labelled) {
    MethodSettings settings = MethodSettings.defaults().withTargetLabels(labelled.targetLabels());
    return MethodComparison.run(labelled.task(), Methods.all(settings), settings, result -> {});
  }

  private static LabelledTask read(String name, int classes) {
    TestNpz file = TestNpz.open(FOLDER.resolve(name + ".npz"));
    TransferTask.Builder task =
        TransferTask.named(name)
            .sourceValidation(
                logits(file, "source_val"), Labels.copyOf(file.ints("source_val_labels"), classes))
            .target(logits(file, "target"))
            .features(
                file.matrix("source_train_features"),
                file.matrix("source_val_features"),
                file.matrix("target_features"))
            .sourceTraining(logits(file, "source_train"));
    if (file.has("mixup_logits")) {
      task.mixup(new Mixup(Logits.of(file.matrix("mixup_logits")), file.ints("mixup_partner")))
          .mcDropout(Probabilities.of(file.matrix("mcdropout_probs")))
          .ensemble(Probabilities.of(file.matrix("ensemble_probs")));
    }
    return new LabelledTask(task.build(), Labels.copyOf(file.ints("target_labels"), classes));
  }

  private static Logits logits(TestNpz file, String split) {
    return file.has(split + "_logits")
        ? Logits.of(file.matrix(split + "_logits"))
        : Probabilities.of(file.matrix(split + "_probabilities")).toLogits();
  }

  private static JsonNode golden() throws IOException {
    return new ObjectMapper().readTree(FOLDER.resolve("golden.json").toFile());
  }

  private static Path resource(String name) {
    try {
      return Path.of(MiniBankTest.class.getResource(name).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
