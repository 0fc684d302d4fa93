package org.transcal.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.transcal.matrix.Frequencies;
import org.transcal.testing.Cases;

/** The threshold is the (number of errors)-th smallest source confidence, counted from 0. */
class AverageThresholdedConfidenceTest {
  private static final double[] TARGET = {0.1, 0.3, 0.5, 0.5, 0.7, 0.9};

  @Test
  void givenTwoErrors_thenThirdSmallestIsTheThreshold() {
    double[] source = {0.9, 0.2, 0.5, 0.3, 0.8};

    // Sorted 0.2, 0.3, 0.5: four of six target rows reach 0.5.
    assertThat(accuracy(source, 1, 0, 1, 1, 0)).isCloseTo(4 / 6.0, within(1e-15));
  }

  @Test
  void givenAllRight_thenSmallestIsTheThreshold() {
    assertThat(accuracy(new double[] {0.6, 0.3, 0.9}, 1, 1, 1)).isCloseTo(5 / 6.0, within(1e-15));
  }

  @Test
  void givenAllWrong_thenZero() {
    assertThat(accuracy(new double[] {0.05, 0.01}, 0, 0)).isZero();
    // In this order of confidence the frequencies add up to one unit in the last place more.
    assertThat(
            AccuracyEstimator.thresholdedConfidence(
                new double[] {0.03, 0.02, 0.01},
                new double[3],
                Frequencies.copyOf(0.3, 0.2, 0.1),
                TARGET,
                Frequencies.ones(6)))
        .isZero();
  }

  @Test
  void givenTiesAtTheThreshold_thenTargetRowsEqualToItCount() {
    double[] source = {0.5, 0.5, 0.5, 0.5};

    assertThat(accuracy(source, 1, 0, 0, 0)).isCloseTo(4 / 6.0, within(1e-15));
  }

  @Test
  void givenTargetFrequencies_thenShareIsCounted() {
    double found =
        AccuracyEstimator.thresholdedConfidence(
            new double[] {0.5, 0.6},
            new double[] {1, 1},
            Frequencies.ones(2),
            TARGET,
            Frequencies.copyOf(7, 0, 1, 0, 1, 1));

    assertThat(found).isCloseTo(3 / 10.0, within(1e-15));
  }

  @Test
  void givenIntegerFrequencies_thenAsRepeatedRows() {
    Cases.of(300, 18)
        .check(
            draw -> {
              int[] levels = draw.integers(9, 1, 6);
              int[] correctness = draw.integers(9, 0, 1);
              int[] counts = draw.integers(9, 0, 3);

              draw.assume(Arrays.stream(counts).sum() > 0);
              double[] confidence = Arrays.stream(levels).mapToDouble(l -> l / 7.0).toArray();
              double[] correct = Arrays.stream(correctness).mapToDouble(r -> r).toArray();
              double[] frequency = Arrays.stream(counts).mapToDouble(c -> c).toArray();

              double found =
                  AccuracyEstimator.thresholdedConfidence(
                      confidence,
                      correct,
                      Frequencies.copyOf(frequency),
                      TARGET,
                      Frequencies.ones(6));

              assertThat(found).isCloseTo(plain(confidence, correct, counts), within(1e-15));
            });
  }

  @Test
  void givenFrequenciesThatAreNotWhole_thenOnlyTheirProportionsMatter() {
    double[] confidence = {0.4, 0.6};
    double[] correct = {1, 0};

    for (double scale : new double[] {0.01, 0.1, 1, 10}) {
      // The wrong 1.3 are fewer than the lower 1.5: the threshold is 0.4.
      double found =
          AccuracyEstimator.thresholdedConfidence(
              confidence,
              correct,
              Frequencies.copyOf(1.5 * scale, 1.3 * scale),
              TARGET,
              Frequencies.ones(6));

      assertThat(found).isCloseTo(4 / 6.0, within(1e-15));
    }
  }

  private static double plain(double[] confidence, double[] correct, int[] counts) {
    double[] repeated = new double[Arrays.stream(counts).sum()];
    int at = 0;
    int errors = 0;
    for (int i = 0; i < confidence.length; i++) {
      for (int copy = 0; copy < counts[i]; copy++) {
        repeated[at++] = confidence[i];
        errors += correct[i] == 0 ? 1 : 0;
      }
    }
    if (errors == repeated.length) {
      return 0;
    }
    Arrays.sort(repeated);
    double threshold = repeated[errors];
    return Arrays.stream(TARGET).filter(c -> c >= threshold).count() / 6.0;
  }

  private static double accuracy(double[] source, double... correct) {
    return AccuracyEstimator.thresholdedConfidence(
        source, correct, Frequencies.ones(source.length), TARGET, Frequencies.ones(6));
  }
}
