package org.transcal.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.transcal.matrix.Frequencies;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.prediction.Logits;
import org.transcal.task.Target;

class ClassQualitiesTest {
  private static final double DIGITS = 1e-9;

  /** Rows with the given probabilities of class 1. */
  private static Target binary(double... probabilities) {
    double[][] logits = new double[probabilities.length][2];
    for (int i = 0; i < logits.length; i++) {
      logits[i][1] = Math.log(probabilities[i] / (1 - probabilities[i]));
    }
    return new Target(Logits.copyOf(logits), Frequencies.ones(logits.length));
  }

  @Test
  void givenCalibratedProbabilities_thenExpectationsAreThoseByHand() {
    // Mean confidence is 0.775 at temperature 1, so an accuracy of 0.775 leaves it there.
    Target target = binary(0.9, 0.8, 0.6, 0.2);

    ClassQualities found = ClassQualities.of(target, 0.775);

    assertThat(found.precision(1)).isCloseTo((0.9 + 0.8 + 0.6) / 3, within(DIGITS));
    assertThat(found.recall(1)).isCloseTo(2.3 / 2.5, within(DIGITS));
    assertThat(found.f1(1)).isCloseTo(2 * 2.3 / (3 + 2.5), within(DIGITS));
    assertThat(found.precision(0)).isCloseTo(0.8, within(DIGITS));
    assertThat(found.recall(0)).isCloseTo(0.8 / 1.5, within(DIGITS));
  }

  @Test
  void givenBinaryRowsWithTies_thenAurocIsThatOfAllPairs() {
    double[] p = {0.9, 0.7, 0.7, 0.4, 0.2, 0.4};
    double accuracy = (0.9 + 0.7 + 0.7 + 0.6 + 0.8 + 0.6) / 6;

    double found = ClassQualities.of(binary(p), accuracy).auroc();

    double wins = 0;
    double pairs = 0;
    for (double positive : p) {
      for (double negative : p) {
        double weight = positive * (1 - negative);
        pairs += weight;
        wins += weight * (positive > negative ? 1 : positive == negative ? 0.5 : 0);
      }
    }
    assertThat(found).isCloseTo(wins / pairs, within(1e-7));
  }

  @Test
  void givenClassThatIsNeverPredicted_thenItsQualityIsZeroAndNotNaN() {
    Target target = binary(0.9, 0.8);

    BatchResult.ClassQuality quality =
        ClassQualities.Range.of(target, new Estimate(0.85, new Interval(0.7, 0.95)))
            .qualities(new int[] {0}, k -> "zero")
            .get(0);

    assertThat(quality.name()).isEqualTo("zero");
    assertThat(quality.precision().value()).isZero();
    assertThat(quality.recall().value()).isZero();
    assertThat(quality.f1().value()).isZero();
  }

  @Test
  void givenCalibratedModel_thenIntervalsContainWhatLabelsSay() {
    GeneratedBatches batches = new GeneratedBatches(3);
    Batch batch = batches.batch(3_000, 0.0, new Random(5));
    int[] predictions = batch.logits().predictions();
    int[] labels = batch.labels().orElseThrow().toArray();
    double right = 0;
    for (int i = 0; i < labels.length; i++) {
      right += labels[i] == predictions[i] ? 1 : 0;
    }
    double accuracy = right / labels.length;

    List<BatchResult.ClassQuality> found =
        ClassQualities.Range.of(
                new Target(batch.logits(), Frequencies.ones(labels.length)),
                new Estimate(accuracy, new Interval(accuracy - 0.01, accuracy + 0.01)))
            .qualities(new int[] {0, 1, 2}, Integer::toString);

    for (int k = 0; k < 3; k++) {
      double correct = 0;
      double predicted = 0;
      double actual = 0;
      for (int i = 0; i < labels.length; i++) {
        correct += labels[i] == k && predictions[i] == k ? 1 : 0;
        predicted += predictions[i] == k ? 1 : 0;
        actual += labels[i] == k ? 1 : 0;
      }
      assertThat(found.get(k).precision().interval().contains(correct / predicted)).isTrue();
      assertThat(found.get(k).recall().interval().contains(correct / actual)).isTrue();
      assertThat(found.get(k).f1().interval().contains(2 * correct / (predicted + actual)))
          .isTrue();
    }
  }
}
