package org.transcal.adapt.train;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDArray;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.adapt.data.Preparation;
import org.transcal.adapt.data.PreparationKind;
import org.transcal.adapt.method.AdaptationLoss;
import org.transcal.adapt.method.AdaptationMethod;
import org.transcal.adapt.method.ForwardPass;
import org.transcal.adapt.network.Normalization;
import org.transcal.adapt.testing.Collecting;
import org.transcal.adapt.testing.Domains;
import org.transcal.adapt.testing.SegmentDigits;
import org.transcal.calibration.CalibrationException;
import org.transcal.io.dataset.DataSet;

/** Garbage is collected between every forward and backward pass; weights must not notice. */
class ForcedCollectionTest {
  /** Two steps for each half of training: ADDA does something else in the second. */
  private static final TrainingSettings SMALL =
      TrainingSettings.DEFAULTS
          .withChannels(List.of(3, 4))
          .withWidths(List.of(12, 8))
          .withSteps(4)
          .withBatch(8);

  /** A freed buffer may happen to keep its value. */
  private static final int TRIES = 10;

  @TempDir private Path folder;

  private TrainingData rows() {
    return data(Domains.write(folder.resolve("d.npz"), 40, 3), PreparationKind.STANDARDIZE);
  }

  private TrainingData images() {
    return data(SegmentDigits.writeImages(folder.resolve("i.npz"), 40), PreparationKind.CHANNELS);
  }

  private static TrainingData data(DataSet set, PreparationKind kind) {
    int[] all = IntStream.range(0, set.features().rows()).toArray();
    Preparation preparation = Preparation.fit(kind, set.features(), all);
    return new TrainingData(preparation.prepare(set.features(), all), set.labels(set.rowsOf(0)));
  }

  private static TrainingLoop.Trained train(
      AdaptationMethod method, TrainingSettings settings, TrainingData data) {
    return TrainingLoop.run(method, settings, Optional.empty(), data, Optional.empty(), () -> {});
  }

  @ParameterizedTest
  @MethodSource("org.transcal.adapt.method.AdaptationMethod#builtIn")
  void givenCollectionsBeforeBackward_thenEveryMethodTrainsToTheSameBits(AdaptationMethod method) {
    TrainingData data = rows();

    TrainingLoop.Trained pressed =
        train(Collecting.of(method), Collecting.settings(method, SMALL), data);

    TrainingLoop.Trained undisturbed = train(method, SMALL, data);
    assertThat(pressed.weights()).isEqualTo(undisturbed.weights());
    assertThat(pressed.sourceWeights()).isEqualTo(undisturbed.sourceWeights());
    assertThat(pressed.log()).isEqualTo(undisturbed.log());
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "TRANSNORM"})
  void givenCollectionsBeforeBackward_thenImagesTrainToTheSameBits(Normalization normalization) {
    TrainingData data = images();
    TrainingSettings settings = SMALL.withNormalization(normalization);

    TrainingLoop.Trained pressed = train(Collecting.of(AdaptationMethod.CDAN_E), settings, data);

    TrainingLoop.Trained undisturbed = train(AdaptationMethod.CDAN_E, settings, data);
    assertThat(pressed.weights()).isEqualTo(undisturbed.weights());
    assertThat(pressed.log()).isEqualTo(undisturbed.log());
  }

  @Test
  void givenNumbersAsOperandsInALoss_thenCollectionsAreNoticed() {
    AdaptationMethod wrong = AdaptationMethod.of("numbers", pass -> ofNumbers(pass.features()));

    assertThat(isEverDisturbed(wrong)).isTrue();
  }

  @Test
  void givenNumbersAsOperandsInAnUpdate_thenCollectionsAreNoticed() {
    AdaptationMethod wrong =
        AdaptationMethod.withLayers("numbers in an update", layers -> new InUpdate());

    assertThat(isEverDisturbed(wrong)).isTrue();
  }

  /** What the build forbids in the module: operands in memory of Java. */
  private static NDArray ofNumbers(NDArray features) {
    return features.mul(0.3f).add(1).pow(1.5f).div(7f).sum();
  }

  private static final class InUpdate implements AdaptationLoss {
    @Override
    public Optional<NDArray> transfer(ForwardPass pass) {
      return Optional.empty();
    }

    @Override
    public List<Update> updates() {
      return List.of(new Update(Updated.ENCODER, pass -> ofNumbers(pass.features())));
    }
  }

  private boolean isEverDisturbed(AdaptationMethod method) {
    TrainingData data = rows();
    TrainingLoop.Trained undisturbed = train(method, SMALL, data);
    BooleanSupplier isDisturbed =
        () -> {
          try {
            return !train(Collecting.of(method), SMALL, data)
                .weights()
                .equals(undisturbed.weights());
          } catch (CalibrationException diverged) {
            return true;
          }
        };
    return IntStream.range(0, TRIES).anyMatch(i -> isDisturbed.getAsBoolean());
  }
}
