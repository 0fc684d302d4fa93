package org.transcal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.transcal.matrix.Frequencies;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.Mixup;
import org.transcal.task.TransferTask;

/** Temperature scaling on mixed target inputs. */
class PseudoCalTest {
  private static final int ROWS = 40;

  @Test
  void givenTwentyMixedRows_thenRefuses() {
    assertThatThrownBy(() -> new PseudoCal().fit(withMixedRows(20, Frequencies.ones(ROWS))))
        .isInstanceOf(CalibrationException.class)
        .hasMessageContaining("pseudocal found 20 mixed rows")
        .hasMessageContaining("more than 20 are needed");
  }

  @Test
  void givenTwentyOneMixedRows_thenRuns() {
    FittedCalibration fit = new PseudoCal().fit(withMixedRows(21, Frequencies.ones(ROWS)));

    assertThat(fit.temperature().orElseThrow()).isPositive();
  }

  @Test
  void givenMixedRowsThatCountTwice_thenElevenAreEnough() {
    double[] twice = new double[ROWS];
    Arrays.fill(twice, 2);

    assertThat(new PseudoCal().fit(withMixedRows(11, Frequencies.copyOf(twice))).temperature())
        .isPresent();
    assertThatThrownBy(() -> new PseudoCal().fit(withMixedRows(10, Frequencies.copyOf(twice))))
        .isInstanceOf(CalibrationException.class);
  }

  /** The same rows by hand: parts predicted differently, labelled by the larger part. */
  @Test
  void givenMixedRows_thenTemperatureScalingOnThem() {
    TransferTask task = withMixedRows(30, Frequencies.ones(ROWS));
    double[][] mixed = task.mixup().orElseThrow().logits().values().toArrays();

    FittedCalibration fit = new PseudoCal().fit(task);

    // Even rows are predicted as class 0, odd rows as class 1; the first 30 have a neighbour.
    int[] labels = new int[30];
    Arrays.setAll(labels, i -> i % 2);
    FittedCalibration byHand =
        new TemperatureScaling()
            .fit(
                TransferTask.named("by hand")
                    .sourceValidation(
                        Logits.copyOf(Arrays.copyOf(mixed, 30)), Labels.copyOf(labels, 2))
                    .target(task.target().logits())
                    .build());
    assertThat(fit.temperature().orElseThrow())
        .isCloseTo(byHand.temperature().orElseThrow(), within(1e-10));
    assertThat(fit.objective()).isCloseTo(byHand.objective(), within(1e-12));
  }

  /**
   * Rows predicted 0, 1, 0, 1, …; some are mixed with their neighbour, the rest with themselves.
   */
  private static TransferTask withMixedRows(int mixedRows, Frequencies frequencies) {
    Random random = new Random(5);
    double[][] target = new double[ROWS][];
    Arrays.setAll(target, i -> i % 2 == 0 ? new double[] {2, 0} : new double[] {0, 2});
    double[][] mixed = new double[ROWS][];
    Arrays.setAll(mixed, i -> new double[] {3 * random.nextGaussian() + (i % 2 == 0 ? 2 : -2), 0});
    int[] partner = new int[ROWS];
    Arrays.setAll(partner, i -> i < mixedRows ? (i ^ 1) : i);
    return TransferTask.named("mixed")
        .sourceValidation(Logits.copyOf(target), Labels.copyOf(new int[ROWS], 2))
        .target(Logits.copyOf(target), frequencies)
        .mixup(new Mixup(Logits.copyOf(mixed), partner))
        .build();
  }
}
