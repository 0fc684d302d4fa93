package org.transcal.adapt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.adapt.method.AdaptationMethod;
import org.transcal.adapt.testing.Domains;
import org.transcal.adapt.train.TrainingSettings;
import org.transcal.prediction.Logits;
import org.transcal.task.SecondModel;

/** The second model of a trained task. */
class SecondModelTest {
  @TempDir private Path folder;
  private Adaptation adaptation;

  @BeforeEach
  void makeData() {
    adaptation =
        Adaptation.of(Domains.write(folder.resolve("d.npz"), 60, 3), "a", "b")
            .withDropoutPasses(0)
            .withSettings(
                TrainingSettings.DEFAULTS.withWidths(List.of(16, 8)).withSteps(201).withBatch(8));
  }

  private static double[][] values(Logits logits) {
    return logits.values().toArrays();
  }

  @ParameterizedTest
  @ValueSource(strings = {"source-only", "cdan-e"})
  void givenATraining_thenItsTaskHasAnotherModelThatLearnedTheSource(String method) {
    AtomicLong steps = new AtomicLong();
    Adaptation training = adaptation.withMethod(AdaptationMethod.named(method).orElseThrow());

    AdaptedTask trained = training.train(steps::incrementAndGet);

    SecondModel second = trained.task().secondModel().orElseThrow();
    assertThat(steps.get()).isEqualTo(training.steps()).isEqualTo(201 + 51);
    assertThat(trained.log().steps()).hasSize(201);
    assertThat(values(second.target())).isNotEqualTo(values(trained.targetLogits()));
    double[] correct =
        second.sourceValidation().correctness(trained.task().sourceValidation().labels());
    double right = 0;
    for (double one : correct) {
      right += one / correct.length;
    }
    // A third is chance.
    assertThat(right).isGreaterThan(0.5);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void givenTheSameSeed_thenTheSameSecondModelForAnyNumberOfModels(int models) {
    SecondModel expected = adaptation.train().task().secondModel().orElseThrow();

    SecondModel second = adaptation.withEnsemble(models).train().task().secondModel().orElseThrow();

    assertThat(values(second.sourceValidation()))
        .isDeepEqualTo(values(expected.sourceValidation()));
    assertThat(values(second.target())).isDeepEqualTo(values(expected.target()));
    SecondModel other = adaptation.withSeed(1).train().task().secondModel().orElseThrow();
    assertThat(values(other.target())).isNotEqualTo(values(expected.target()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"source-only", "dann"})
  void givenNoSecondModel_thenOnlyItIsMissing(String method) {
    Adaptation training = adaptation.withMethod(AdaptationMethod.named(method).orElseThrow());

    AdaptedTask without = training.withoutSecondModel().train();

    assertThat(without.task().secondModel()).isEmpty();
    assertThat(training.withoutSecondModel().steps()).isEqualTo(201);
    assertThat(values(without.targetLogits()))
        .isDeepEqualTo(values(training.train().targetLogits()));
  }
}
