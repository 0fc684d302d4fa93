package org.transcal.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/** Inputs on the edge, with values worked out by hand. */
class EdgeCasesTest {
  @Test
  void givenTiedProbabilities_thenTheFirstClassIsPredicted() {
    LabelledPredictions predictions =
        LabelledPredictions.of(
            Probabilities.of(Matrix.copyOf(new double[][] {{.4, .4, .2}, {.4, .4, .2}})),
            Labels.copyOf(new int[] {0, 1}, 3));

    double accuracy = CalibrationMetrics.accuracy().measure(predictions);

    assertThat(predictions.correctness(0)).isEqualTo(1);
    assertThat(predictions.correctness(1)).isEqualTo(0);
    assertThat(accuracy).isEqualTo(0.5);
  }

  /** A peer gives confidence 1 a bin of its own, beyond the last. */
  @Test
  void givenConfidenceOne_thenItIsInTheLastBin() {
    LabelledPredictions predictions =
        BinaryRows.of(new double[] {1, .95, 1}, new boolean[] {true, true, false});

    List<ReliabilityDiagram.Bin> bins = ReliabilityDiagram.of(predictions, 15).bins();

    assertThat(bins).hasSize(15);
    assertThat(bins.get(14).count()).isEqualTo(3);
    // One bin: |2/3 − 2.95/3|. With two bins it would be |.05| / 3 + |1| / 3.
    assertThat(CalibrationMetrics.expectedCalibrationError(15).measure(predictions))
        .isCloseTo(0.95 / 3, within(1e-15));
  }

  @Test
  void givenConfidenceZeroAndEdges_thenBinsAreOpenBelowAndClosedAbove() {
    double[] confidence = {0, 0.2, 0.2 + 1.1e-6, 0.4, 1};

    ReliabilityDiagram diagram =
        ReliabilityDiagram.of(confidence, new double[5], Frequencies.ones(5), 5);

    assertThat(diagram.bins())
        .extracting(ReliabilityDiagram.Bin::count)
        .containsExactly(2.0, 2.0, 0.0, 0.0, 1.0);
  }

  /** A peer asked for B bins makes B − 1, and 50 unless asked. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 15, 50})
  void givenNumberOfBins_thenThatManyBinsCoverTheUnitInterval(int bins) {
    LabelledPredictions predictions =
        BinaryRows.of(new double[] {.5, .7, 1}, new boolean[] {true, true, false});

    List<ReliabilityDiagram.Bin> all = ReliabilityDiagram.of(predictions, bins).bins();

    assertThat(all).hasSize(bins);
    assertThat(all.get(0).low()).isEqualTo(0);
    assertThat(all.get(bins - 1).high()).isEqualTo(1);
    for (int b = 1; b < bins; b++) {
      assertThat(all.get(b).low()).isEqualTo(all.get(b - 1).high());
    }
    assertThat(CalibrationMetrics.DEFAULT_BINS).isEqualTo(15);
  }

  /** A peer splits rows by their position without sorting them. */
  @Test
  void givenUnsortedRows_thenEqualMassBinsAreOrderedByConfidence() {
    LabelledPredictions predictions =
        BinaryRows.of(new double[] {.9, .6, .9, .6}, new boolean[] {true, false, true, false});

    double error = CalibrationMetrics.equalMassCalibrationError(2).measure(predictions);

    // Bins {.6, .6} and {.9, .9}: (|0 − .6| + |1 − .9|) / 2; by position it would be .25.
    assertThat(error).isCloseTo(0.35, within(1e-15));
  }

  @Test
  void givenTieAtABinEdge_thenAllOfItIsInTheLowerBin() {
    LabelledPredictions predictions =
        BinaryRows.of(new double[] {.6, .7, .7, .8}, new boolean[] {true, true, false, true});

    double error = CalibrationMetrics.equalMassCalibrationError(2).measure(predictions);

    // Bins {.6, .7, .7} and {.8}: (|2 − 2.0| + |1 − .8|) / 4.
    assertThat(error).isCloseTo(0.05, within(1e-15));
  }

  @Test
  void givenFewerRowsThanBins_thenEachRowIsABin() {
    LabelledPredictions predictions =
        BinaryRows.of(new double[] {.6, .7, .8}, new boolean[] {true, false, true});

    double error = CalibrationMetrics.equalMassCalibrationError(15).measure(predictions);

    assertThat(error).isCloseTo((.4 + .7 + .2) / 3, within(1e-15));
    assertThat(CalibrationMetrics.debiasedL2(15).measure(predictions)).isEqualTo(0);
  }

  @Test
  void givenOneRow_thenErrorIsItsGap() {
    LabelledPredictions predictions = BinaryRows.of(new double[] {.75}, new boolean[] {true});

    for (String key :
        List.of("ece", "eceEqualMass", "eceClasswise", "maxCe", "eceSweep", "ks", "smoothEce")) {
      CalibrationMetric metric =
          CalibrationMetrics.all(15).stream()
              .filter(m -> m.key().equals(key))
              .findFirst()
              .orElseThrow();
      assertThat(metric.measure(predictions)).as(key).isCloseTo(.25, within(1e-9));
    }
    assertThat(CalibrationMetrics.brierScore().measure(predictions)).isEqualTo(0.125);
    assertThat(CalibrationMetrics.negativeLogLikelihood().measure(predictions))
        .isCloseTo(-Math.log(.75), within(1e-15));
  }

  @Test
  void givenClassThatNeverOccurs_thenClasswiseErrorIncludesItsProbability() {
    LabelledPredictions predictions =
        LabelledPredictions.of(
            Probabilities.of(Matrix.copyOf(new double[][] {{.5, .3, .2}, {.3, .5, .2}})),
            Labels.copyOf(new int[] {0, 1}, 3));

    double error = CalibrationMetrics.classwiseCalibrationError(15).measure(predictions);

    // Classes 0 and 1: (|.5 − 1| + |.3|) / 2 each; class 2: |.4| / 2.
    assertThat(error).isCloseTo((.4 + .4 + .2) / 3, within(1e-15));
  }

  @Test
  void givenTinyProbability_thenNllIsExactAndNotClipped() {
    LabelledPredictions predictions =
        LabelledPredictions.of(
            Logits.copyOf(new double[][] {{0, 2000}}).softmax(1), Labels.copyOf(new int[] {0}, 2));

    double nll = CalibrationMetrics.negativeLogLikelihood().measure(predictions);

    assertThat(nll).isEqualTo(2000);
  }

  @Test
  void givenTrueClassOfProbabilityZero_thenNllIsInfiniteUnlessTheRowIsAbsent() {
    LabelledPredictions predictions =
        BinaryRows.of(new double[] {1, .5}, new boolean[] {false, true});

    double present = CalibrationMetrics.negativeLogLikelihood().measure(predictions);
    double absent =
        CalibrationMetrics.negativeLogLikelihood()
            .measure(predictions.countedBy(Frequencies.copyOf(0, 1)));

    assertThat(present).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(absent).isCloseTo(Math.log(2), within(1e-15));
  }

  @Test
  void givenAllWrongWithConfidenceOne_thenSmoothErrorIsOne() {
    LabelledPredictions predictions =
        BinaryRows.of(new double[] {1, 1}, new boolean[] {false, false});

    double error = CalibrationMetrics.smoothCalibrationError().measure(predictions);

    assertThat(error).isCloseTo(1, within(1e-9));
  }

  @Test
  void givenNoBins_thenEveryBinnedMetricRefuses() {
    assertThatThrownBy(() -> CalibrationMetrics.expectedCalibrationError(0))
        .hasMessageContaining("0");
    assertThatThrownBy(() -> CalibrationMetrics.maximumCalibrationError(0))
        .hasMessageContaining("0");
    assertThatThrownBy(() -> CalibrationMetrics.classwiseCalibrationError(-1))
        .hasMessageContaining("-1");
    assertThatThrownBy(() -> CalibrationMetrics.equalMassCalibrationError(0))
        .hasMessageContaining("0");
    assertThatThrownBy(() -> CalibrationMetrics.debiasedL2(0)).hasMessageContaining("0");
    assertThatThrownBy(() -> ReliabilityDiagram.empty(0)).hasMessageContaining("0");
  }

  @Test
  void givenAccumulatorOfAnotherMetric_thenMergingIsRefused() {
    for (MergeableMetric metric : CalibrationMetrics.mergeable(15)) {
      for (MergeableMetric other : CalibrationMetrics.mergeable(14)) {
        if (!metric.equals(other)) {
          assertThatThrownBy(() -> metric.accumulator(3).merge(other.accumulator(3)))
              .as("%s into %s", other.key(), metric.key())
              .isInstanceOf(IllegalArgumentException.class);
        }
      }
    }
    assertThatThrownBy(
            () ->
                CalibrationMetrics.classwiseCalibrationError(15)
                    .accumulator(3)
                    .merge(CalibrationMetrics.classwiseCalibrationError(15).accumulator(4)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
