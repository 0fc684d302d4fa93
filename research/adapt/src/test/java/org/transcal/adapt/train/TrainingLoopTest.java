package org.transcal.adapt.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.training.GradientCollector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.adapt.data.InputRows;
import org.transcal.adapt.data.Preparation;
import org.transcal.adapt.data.PreparationKind;
import org.transcal.adapt.method.AdaptationLoss;
import org.transcal.adapt.method.AdaptationMethod;
import org.transcal.adapt.method.ForwardPass;
import org.transcal.adapt.tensor.Constants;
import org.transcal.adapt.tensor.Engine;
import org.transcal.adapt.testing.Domains;
import org.transcal.calibration.CalibrationException;
import org.transcal.io.dataset.DataSet;
import org.transcal.prediction.Labels;

class TrainingLoopTest {
  private static final int ROWS = 60;
  private static final TrainingSettings SMALL =
      TrainingSettings.DEFAULTS.withWidths(List.of(16, 8)).withSteps(12).withBatch(8);

  @TempDir private Path folder;
  private TrainingData data;
  private InputRows sourceRows;

  @BeforeEach
  void makeData() {
    DataSet set = Domains.write(folder.resolve("d.npz"), ROWS, 3);
    int[] all = IntStream.range(0, 2 * ROWS).toArray();
    Preparation preparation = Preparation.fit(PreparationKind.STANDARDIZE, set.features(), all);
    Labels labels = set.labels(set.rowsOf(0));
    data = new TrainingData(preparation.prepare(set.features(), all), labels);
    sourceRows = preparation.prepare(set.features(), set.rowsOf(0));
  }

  private TrainingLoop.Trained train(AdaptationMethod method, TrainingSettings settings) {
    return TrainingLoop.run(method, settings, Optional.empty(), data, Optional.empty(), () -> {});
  }

  @ParameterizedTest
  @MethodSource("org.transcal.adapt.method.AdaptationMethod#builtIn")
  void givenSameSeed_thenSameBits(AdaptationMethod method) {
    TrainingLoop.Trained once = train(method, SMALL);
    TrainingLoop.Trained again = train(method, SMALL);

    assertThat(again.weights()).isEqualTo(once.weights());
    assertThat(again.log()).isEqualTo(once.log());
    assertThat(train(method, SMALL.withSeed(1)).weights()).isNotEqualTo(once.weights());
  }

  @ParameterizedTest
  @MethodSource("org.transcal.adapt.method.AdaptationMethod#builtIn")
  void givenMoreSteps_thenEveryMethodLearnsTheSource(AdaptationMethod method) {
    List<TrainingStep> log = train(method, SMALL.withSteps(150)).log().steps();

    assertThat(log).hasSize(150);
    double last =
        log.subList(130, 150).stream()
            .mapToDouble(TrainingStep::sourceAccuracy)
            .average()
            .orElse(0);
    // A third is chance; with half of 8 features dropped it stays short of all.
    assertThat(last).isGreaterThan(0.6);
    assertThat(log.get(0).ramp()).isZero();
    boolean adds = log.stream().anyMatch(step -> step.transferLoss() != 0);
    assertThat(adds).isEqualTo(method != AdaptationMethod.SOURCE_ONLY);
  }

  @Test
  void givenFarTooLargeLearningRate_thenMethodAndStepAreNamed() {
    assertThatThrownBy(() -> train(AdaptationMethod.DANN, SMALL.withLearningRate(1e30)))
        .isInstanceOf(CalibrationException.class)
        .hasMessageMatching("Training by dann diverged at step \\d+ of 12: .*learning rate.*");
  }

  @Test
  void givenSchedule_thenRateFallsAndRampRises() {
    assertThat(Schedule.learningRate(0.02, 0)).isEqualTo(0.02);
    // (1 + 10 · 1.5)^−¾ = 16^−¾ = 1/8.
    assertThat(Schedule.learningRate(0.02, 1.5)).isCloseTo(0.0025, within(1e-15));
    assertThat(Schedule.ramp(0)).isZero();
    assertThat(Schedule.ramp(0.1)).isCloseTo(Math.tanh(0.5), within(1e-15));
  }

  @Test
  void givenTwoSteps_thenDescentFollowsItsFormula() {
    try (NDManager manager = Engine.newManager()) {
      NDArray w = Constants.vector(manager, new float[] {2});
      w.setRequiresGradient(true);
      NesterovDescent descent = new NesterovDescent(manager, List.of(w));

      double expected = 2;
      double velocity = 0;
      for (int step = 0; step < 2; step++) {
        try (GradientCollector collector = Engine.newGradientCollector()) {
          collector.backward(w.square().sum());
        }
        descent.step(List.of(w), 0.1);
        double gradient = 2 * expected + 5e-4 * expected;
        velocity = 0.9 * velocity + gradient;
        expected -= 0.1 * (gradient + 0.9 * velocity);
      }

      assertThat(w.toFloatArray()[0]).isCloseTo((float) expected, within(1e-6f));
    }
  }

  @Test
  void givenParameterThatIsNotUpdated_thenItStaysAndItsGradientIsCleared() {
    try (NDManager manager = Engine.newManager()) {
      NDArray moved = Constants.vector(manager, new float[] {1});
      NDArray kept = Constants.vector(manager, new float[] {1});
      moved.setRequiresGradient(true);
      kept.setRequiresGradient(true);
      NesterovDescent descent = new NesterovDescent(manager, List.of(moved, kept));

      try (GradientCollector collector = Engine.newGradientCollector()) {
        collector.backward(moved.mul(kept).sum());
      }
      descent.step(List.of(moved), 0.1);

      assertThat(kept.toFloatArray()).containsExactly(1);
      assertThat(kept.getGradient().toFloatArray()).containsExactly(0);
      assertThat(moved.toFloatArray()[0]).isLessThan(1);
    }
  }

  @Test
  void givenRateOfAnUpdate_thenItMovesParametersThatFar() {
    TrainingSettings once = SMALL.withSteps(1).withDropout(0);

    assertThat(train(withUpdate("still", 0), once).weights())
        .isEqualTo(train(AdaptationMethod.SOURCE_ONLY, once).weights());
    assertThat(train(withUpdate("moving", 1), once).weights())
        .isNotEqualTo(train(AdaptationMethod.SOURCE_ONLY, once).weights());
  }

  private static AdaptationMethod withUpdate(String name, double rate) {
    AdaptationLoss.Update update =
        new AdaptationLoss.Update(
            AdaptationLoss.Updated.ENCODER, pass -> pass.features().square().sum(), rate);
    return AdaptationMethod.withLayers(
        name,
        layers ->
            new AdaptationLoss() {
              @Override
              public Optional<NDArray> transfer(ForwardPass pass) {
                return Optional.empty();
              }

              @Override
              public List<Update> updates() {
                return List.of(update);
              }
            });
  }

  @Test
  void givenPlainStep_thenNoMomentumAndNoDecay() {
    try (NDManager manager = Engine.newManager()) {
      NDArray w = Constants.vector(manager, new float[] {2});
      w.setRequiresGradient(true);
      NesterovDescent descent = new NesterovDescent(manager, List.of(w));
      try (GradientCollector collector = Engine.newGradientCollector()) {
        collector.backward(w.square().sum());
      }

      descent.plainStep(List.of(w), 0.1);

      assertThat(w.toFloatArray()[0]).isCloseTo(1.6f, within(1e-6f));
      assertThat(w.getGradient().toFloatArray()).containsExactly(0);
    }
  }

  @Test
  void givenValidationRows_thenAccuracyIsMeasuredAtRegularIntervalsAndWeightsStay() {
    TrainingSettings settings = SMALL.withSteps(60);
    Validation rows = new Validation(sourceRows, data.labels());

    TrainingLoop.Trained trained =
        TrainingLoop.run(
            AdaptationMethod.AFN, settings, Optional.empty(), data, Optional.of(rows), () -> {});

    assertThat(trained.log().validationAccuracy())
        .hasSize(TrainingLog.MEASUREMENTS)
        .allSatisfy(accuracy -> assertThat(accuracy).isBetween(0.0, 1.0));
    assertThat(trained.log().validationAccuracy().get(19)).isGreaterThan(0.6);
    assertThat(trained.weights()).isEqualTo(train(AdaptationMethod.AFN, settings).weights());
  }

  @Test
  void givenLog_thenOneLinePerStep() throws Exception {
    Path file = folder.resolve("log.csv");

    train(AdaptationMethod.DAN, SMALL).log().writeCsv(file);

    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(13);
    assertThat(lines.get(0))
        .isEqualTo("step,learning_rate,ramp,source_loss,transfer_loss,source_accuracy");
    assertThat(lines.get(1)).startsWith("0,0.02,0.0,");
  }
}
