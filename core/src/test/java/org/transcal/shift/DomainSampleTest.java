package org.transcal.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.TransferTask;

class DomainSampleTest {
  /** Three standard errors of an AUC of 400 against 400 rows. */
  private static final double NOISE = 3 * 0.0204;

  @Test
  void givenNoShiftAndManyFeatures_thenOneHalfWhereTheInSampleAucIsNot() {
    PreparedTask prepared = PreparedTask.of(gaussians(400, 100, 0));

    double inSample = prepared.weights().separation().orElseThrow().domainAuc();

    assertThat(inSample).isGreaterThan(0.6);
    assertThat(prepared.domainAuc()).isCloseTo(0.5, within(NOISE));
  }

  @Test
  void givenMeansApart_thenTheKnownAuc() {
    // Means d apart along one axis: the AUC is Φ(d/√2).
    PreparedTask prepared = PreparedTask.of(gaussians(400, 2, 1.5));

    assertThat(prepared.domainAuc()).isCloseTo(0.8556, within(NOISE));
  }

  @Test
  void givenOneRowOfADomain_thenNoOverlapIsAssumed() {
    assertThat(PreparedTask.of(gaussians(1, 2, 0)).domainAuc()).isEqualTo(1);
  }

  private static TransferTask gaussians(int rows, int columns, double shift) {
    Random random = new Random(4);
    double[][] logits = new double[rows][2];
    return TransferTask.named("gaussians")
        .sourceValidation(Logits.copyOf(logits), Labels.copyOf(new int[rows], 2))
        .target(Logits.copyOf(logits))
        .features(
            Matrix.copyOf(gaussian(random, rows, columns, 0)),
            Matrix.copyOf(gaussian(random, rows, columns, 0)),
            Matrix.copyOf(gaussian(random, rows, columns, shift)))
        .build();
  }

  private static double[][] gaussian(Random random, int rows, int columns, double shift) {
    double[][] x = new double[rows][columns];
    for (double[] row : x) {
      for (int j = 0; j < columns; j++) {
        row[j] = random.nextGaussian() + (j == 0 ? shift : 0);
      }
    }
    return x;
  }
}
