package org.transcal.adapt.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.transcal.adapt.Adaptation;
import org.transcal.adapt.AdaptedTask;
import org.transcal.adapt.method.AdaptationMethod;
import org.transcal.adapt.tensor.Constants;
import org.transcal.adapt.testing.Domains;
import org.transcal.adapt.train.EarlyStopping.Criterion;
import org.transcal.adapt.train.TrainingLog.Checkpoint;
import org.transcal.io.dataset.DataSet;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;

class EarlyStoppingTest {
  private static final int STEPS = 100;

  /** λ_p at 70 % of the steps. */
  private static final double LATE = Math.tanh(3.5);

  /** Late in training, target rows are pushed into class 0. */
  private static final AdaptationMethod COLLAPSING =
      AdaptationMethod.of(
          "collapsing",
          pass ->
              Constants.times(
                  pass.targetLogits().logSoftmax(1).get(":, 0").mean().neg(),
                  pass.ramp() >= LATE ? 3 : 0));

  @TempDir private Path folder;
  private DataSet data;

  @BeforeEach
  void makeData() {
    data = Domains.write(folder.resolve("d.npz"), 150, 3);
  }

  private AdaptedTask train(AdaptationMethod method, EarlyStopping stopping) {
    return Adaptation.of(data, "a", "b")
        .withMethod(method)
        .withDropoutPasses(0)
        .withoutSecondModel()
        .withSettings(
            TrainingSettings.DEFAULTS
                .withWidths(List.of(16, 8))
                .withDropout(0)
                .withSteps(STEPS)
                .withBatch(16)
                .withStopping(stopping))
        .train();
  }

  private static double accuracy(AdaptedTask task) {
    return Arrays.stream(task.targetLogits().correctness(task.targetLabels().orElseThrow()))
        .average()
        .orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void givenTrainingThatCollapsesLate_thenWeightsFromBeforeAreKept(Criterion criterion) {
    AdaptedTask last = train(COLLAPSING, EarlyStopping.NONE);
    AdaptedTask kept = train(COLLAPSING, EarlyStopping.by(criterion));

    assertThat(accuracy(last)).isLessThan(0.6);
    assertThat(accuracy(kept)).isGreaterThan(0.85);
    Checkpoint checkpoint = kept.log().kept().orElseThrow();
    assertThat(checkpoint.step()).isBetween(STEPS / 2 - 1, 75);
    assertThat(checkpoint.classEntropyRatio()).isGreaterThan(0.5);
    assertThat(kept.log().checkpoints().stream().filter(Checkpoint::kept)).hasSize(1);
    assertThat(kept.notes())
        .anyMatch(
            note ->
                note.startsWith("early stopping (" + criterion.optionName() + "): kept the weights")
                    && note.contains("after step " + (checkpoint.step() + 1) + ","));
  }

  @Test
  void givenNoBetterCheckpointForFive_thenTrainingEndsAndAllStepsAreCounted() {
    EarlyStopping often = new EarlyStopping(Criterion.INFORMATION, 2);

    TrainingLog log = train(COLLAPSING, often).log();

    int kept = log.kept().orElseThrow().step();
    assertThat(log.steps()).hasSize(kept + 2 * Checkpoints.PATIENCE + 1);
    assertThat(log.steps().size()).isLessThan(STEPS);
  }

  @Test
  void givenOnlyCollapsedCheckpoints_thenLastWeightsAreKeptAndANoteSaysSo() {
    AdaptationMethod always =
        AdaptationMethod.of(
            "one-class",
            pass ->
                Constants.times(pass.targetLogits().logSoftmax(1).get(":, 0").mean().neg(), 10));

    AdaptedTask stopped = train(always, EarlyStopping.by(Criterion.SOURCE_VALIDATION));

    assertThat(stopped.log().kept()).isEmpty();
    assertThat(stopped.log().steps()).hasSize(STEPS);
    assertThat(stopped.model().weights())
        .isEqualTo(train(always, EarlyStopping.NONE).model().weights());
    assertThat(stopped.notes()).anyMatch(note -> note.contains("kept the last weights"));
  }

  @Test
  void givenSameSeed_thenSameWeightsAndCheckpoints() {
    EarlyStopping dev = EarlyStopping.by(Criterion.DEV);

    AdaptedTask once = train(AdaptationMethod.DANN, dev);
    AdaptedTask again = train(AdaptationMethod.DANN, dev);

    assertThat(again.model()).isEqualTo(once.model());
    assertThat(again.log()).isEqualTo(once.log());
  }

  @Test
  void givenTargetLabels_thenTheyDoNotMatter() {
    EarlyStopping information = EarlyStopping.by(Criterion.INFORMATION);
    AdaptedTask labelled = train(AdaptationMethod.DANN, information);
    data = Domains.write(folder.resolve("u.npz"), 150, 3, row -> row < 150);

    AdaptedTask unlabelled = train(AdaptationMethod.DANN, information);

    assertThat(unlabelled.model()).isEqualTo(labelled.model());
  }

  @Test
  void givenCheckpoints_thenCsvHasTheirColumns() throws Exception {
    Path file = folder.resolve("log.csv");

    train(COLLAPSING, EarlyStopping.by(Criterion.INFORMATION)).log().writeCsv(file);

    List<String> lines = Files.readAllLines(file);
    assertThat(lines.get(0)).endsWith(",source_accuracy,criterion,class_entropy_ratio,kept");
    assertThat(lines.get(1)).endsWith(",,,").doesNotEndWith(",,,,");
    assertThat(lines.stream().filter(line -> line.endsWith(",1"))).hasSize(1);
  }

  @Test
  void givenNegativeDistance_thenItIsRefused() {
    assertThatThrownBy(() -> new EarlyStopping(Criterion.DEV, -1))
        .hasMessage("Steps between checkpoints are -1; they must be at least 1");
  }

  @Test
  void givenPredictions_thenInformationIsEntropyOfMeanMinusMeanEntropy() {
    double certain = 100;
    Logits both = Logits.of(Matrix.copyOf(new double[][] {{certain, 0}, {0, certain}}));
    Logits one = Logits.of(Matrix.copyOf(new double[][] {{certain, 0}, {certain, 0}}));
    Logits unsure = Logits.of(Matrix.copyOf(new double[][] {{0, 0}, {0, 0}}));

    assertThat(LabelFreeScores.information(both)).isCloseTo(Math.log(2), within(1e-12));
    assertThat(LabelFreeScores.information(one)).isCloseTo(0, within(1e-12));
    assertThat(LabelFreeScores.information(unsure)).isCloseTo(0, within(1e-12));
    assertThat(LabelFreeScores.classEntropy(new int[] {0, 1, 1, 0}, 3))
        .isCloseTo(Math.log(2), within(1e-12));
  }

  @Test
  void givenConstantLoss_thenControlVariateRemovesAllVariance() {
    double[] weights = {0.2, 3, 0.4, 1.1};

    // Whatever the weights, whose mean here is 1.175, the expected weighted loss is 0.7.
    assertThat(LabelFreeScores.deepEmbeddedValidation(new double[] {0.7, 0.7, 0.7, 0.7}, weights))
        .isCloseTo(0.7, within(1e-12));
    assertThat(LabelFreeScores.deepEmbeddedValidation(new double[] {1, 2}, new double[] {1, 1}))
        .isCloseTo(1.5, within(1e-12));
    assertThat(
            LabelFreeScores.losses(
                Logits.of(Matrix.copyOf(new double[][] {{0, 0}})), Labels.copyOf(new int[] {1}, 2)))
        .containsExactly(new double[] {Math.log(2)}, within(1e-12));
  }
}
