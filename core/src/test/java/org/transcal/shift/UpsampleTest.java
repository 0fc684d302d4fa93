package org.transcal.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.transcal.shift.FeatureTask.gaussian;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.transcal.task.TransferTask;

/** The random balance: reproducible, and close to the deterministic one on average. */
class UpsampleTest {
  private static final TransferTask TASK =
      FeatureTask.of(gaussian(60, 1, 0, 0), gaussian(30, 3, 0, 0), gaussian(240, 2, 1, 0));

  @Test
  void givenOneSeed_thenSameBits() {
    assertThat(logs(TASK, 5)).containsExactly(logs(TASK, 5));
  }

  @Test
  void givenTwoSeeds_thenDifferent() {
    assertThat(logs(TASK, 5)).isNotEqualTo(logs(TASK, 6));
  }

  @Test
  void givenManySeeds_thenMeanIsNearReweighting() {
    double[] reweighted = logs(TASK, DomainClassifier.reweighted());
    int seeds = 60;
    double[] sum = new double[reweighted.length];
    double[] squares = new double[reweighted.length];
    for (int seed = 0; seed < seeds; seed++) {
      double[] logs = logs(TASK, seed);
      for (int i = 0; i < sum.length; i++) {
        sum[i] += logs[i];
        squares[i] += logs[i] * logs[i];
      }
    }

    for (int i = 0; i < sum.length; i++) {
      double mean = sum[i] / seeds;
      double spread = Math.sqrt(squares[i] / seeds - mean * mean);
      // Four standard errors of the mean, and the bias of a fit to resampled rows (second order).
      assertThat(mean)
          .isCloseTo(reweighted[i], within(4 * spread / Math.sqrt(seeds) + 0.1 * spread + 0.05));
    }
  }

  @Test
  void givenEqualSizes_thenNothingIsDrawn() {
    TransferTask equal =
        FeatureTask.of(gaussian(60, 1, 0, 0), gaussian(30, 3, 0, 0), gaussian(60, 2, 1, 0));

    assertThat(logs(equal, 5)).containsExactly(logs(equal, DomainClassifier.reweighted()));
  }

  @Test
  void givenTargetSmaller_thenTargetIsDrawn() {
    TransferTask swapped =
        FeatureTask.of(gaussian(240, 2, 1, 0), gaussian(30, 3, 0, 0), gaussian(60, 1, 0, 0));

    // The same rows with the domains exchanged: the log weights change sign.
    double[] negated = IntStream.range(0, 30).mapToDouble(i -> -logs(TASK, 5)[i]).toArray();
    assertThat(logs(swapped, 5)).containsExactly(negated, within(1e-6));
  }

  @Test
  void givenRowsThatDoNotCount_thenTheyAreNeverDrawn() {
    double[][] source = gaussian(60, 1, 0, 0);
    double[][] withStranger = java.util.Arrays.copyOf(source, 61);
    withStranger[60] = new double[] {1e3, 1e3};
    double[] counts = FeatureTask.ones(61);
    counts[60] = 0;

    TransferTask stranger =
        FeatureTask.counted(
            withStranger,
            counts,
            gaussian(30, 3, 0, 0),
            gaussian(240, 2, 1, 0),
            FeatureTask.ones(240));

    assertThat(logs(stranger, 5)).containsExactly(logs(TASK, 5), within(1e-6));
  }

  private static double[] logs(TransferTask task, long seed) {
    return logs(task, new DomainClassifier(Balance.UPSAMPLE, seed));
  }

  private static double[] logs(TransferTask task, DomainClassifier classifier) {
    ImportanceWeights weights = classifier.estimate(task);
    return IntStream.range(0, weights.rows()).mapToDouble(weights::log).toArray();
  }
}
