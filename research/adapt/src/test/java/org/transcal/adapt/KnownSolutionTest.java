package org.transcal.adapt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.adapt.method.AdaptationMethod;
import org.transcal.adapt.testing.SegmentDigits;
import org.transcal.adapt.train.TrainingSettings;

/** A shift that adaptation can undo. */
class KnownSolutionTest {
  @TempDir private Path folder;
  private Adaptation adaptation;

  @BeforeEach
  void makeData() {
    adaptation =
        Adaptation.of(SegmentDigits.write(folder.resolve("digits.npz"), 500), "dark", "light")
            .withDropoutPasses(0)
            .withoutSecondModel()
            .withSettings(
                TrainingSettings.DEFAULTS.withWidths(List.of(64, 32)).withSteps(200).withBatch(32));
  }

  private double accuracy(String method) {
    AdaptedTask task = adaptation.withMethod(AdaptationMethod.named(method).orElseThrow()).train();
    return Arrays.stream(task.targetLogits().correctness(task.targetLabels().orElseThrow()))
        .average()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"afn", "mcd", "ddc", "rtn"})
  void givenDigitsInAnotherLight_thenAdaptationIsBetterThanSourceOnly(String method) {
    assertThat(accuracy(method)).isGreaterThan(accuracy("source-only") + 0.01);
  }
}
