package org.transcal.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SweepCalibrationErrorTest {
  @Test
  void givenDecreasingAccuracy_thenOneBin() {
    LabelledPredictions predictions =
        BinaryRows.of(new double[] {.6, .9}, new boolean[] {true, false});

    assertThat(SweepCalibrationError.bins(predictions.confidenceLevels())).isEqualTo(1);
    assertThat(SweepCalibrationError.measure(predictions.confidenceLevels()))
        .isCloseTo(.25, within(1e-15));
  }

  @Test
  void givenPerfectlySortedRows_thenEachRowIsABin() {
    LabelledPredictions predictions =
        BinaryRows.of(new double[] {.6, .7, .8, .9}, new boolean[] {false, false, true, true});

    assertThat(SweepCalibrationError.bins(predictions.confidenceLevels())).isEqualTo(4);
    assertThat(SweepCalibrationError.measure(predictions.confidenceLevels()))
        .isCloseTo((.6 + .7 + .2 + .1) / 4, within(1e-15));
  }

  /** Right, wrong, then only right: no small number of bins shows the fall. */
  @Test
  void givenOneWrongRowAmongMany_thenTheSweepStopsWhereItLeavesTheFirstBin() {
    int rows = 20_000;
    double[] confidence = new double[rows];
    Arrays.setAll(confidence, i -> 0.5 + 0.5 * (i + 1) / rows);
    boolean[] correct = new boolean[rows];
    Arrays.fill(correct, true);
    correct[3] = false;
    LabelledPredictions predictions = BinaryRows.of(confidence, correct);

    int bins = SweepCalibrationError.bins(predictions.confidenceLevels());

    // The wrong row leaves the first bin when that has 3 rows: from 20,000 / 3 bins on, where the
    // larger bins come first.
    assertThat(bins).isEqualTo(6666);
  }
}
