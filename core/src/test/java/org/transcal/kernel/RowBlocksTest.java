package org.transcal.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.matrix.Matrix;

/** More rows than in a block: rows are independent for any number of threads. */
class RowBlocksTest {
  private static final int ROWS = 20_011;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 15, 16, 31})
  void givenManyRows_thenEachIsIndependentOfTheOthers(int columns) {
    Matrix logits = logits(columns);

    double[] confidence = Kernels.rowConfidence(logits, 1.3);
    double[] again = new double[ROWS];
    double[] slope = new double[ROWS];
    Kernels.rowConfidenceWithSlope(logits, 1.3, again, slope);

    for (int i = 0; i < ROWS; i += i < 100 ? 1 : 997) {
      Matrix alone = logits.rowRange(i, i + 1);
      double[] confidenceAlone = new double[1];
      double[] slopeAlone = new double[1];
      Kernels.rowConfidenceWithSlope(alone, 1.3, confidenceAlone, slopeAlone);
      assertThat(confidence[i]).isEqualTo(Kernels.rowConfidence(alone, 1.3)[0]);
      assertThat(again[i]).isEqualTo(confidenceAlone[0]);
      assertThat(slope[i]).isEqualTo(slopeAlone[0]);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 31})
  void givenOneThread_thenSameBits(int columns) throws Exception {
    Matrix logits = logits(columns);
    ForkJoinPool single = new ForkJoinPool(1);

    double[] alone = single.submit(() -> Kernels.rowConfidence(logits, 0.8)).get();
    single.shutdown();

    assertThat(alone).containsExactly(Kernels.rowConfidence(logits, 0.8));
  }

  private static Matrix logits(int columns) {
    SplittableRandom random = new SplittableRandom(columns);
    return Matrix.wrap(random.doubles((long) ROWS * columns, -8, 8).toArray(), ROWS, columns);
  }

  @Test
  void givenAnyBlockLength_thenSumsOverAllRows() {
    for (int rows : new int[] {0, 1, 7, 8, 9, 1000}) {
      for (int rowsPerBlock : new int[] {1, 3, 8, 2000}) {
        double[] sums =
            Kernels.sumByBlocks(
                rows,
                rowsPerBlock,
                2,
                (from, to, part) -> {
                  for (int i = from; i < to; i++) {
                    part[0] += 1;
                    part[1] += i;
                  }
                });

        // Whole numbers, so that no order of adding them rounds.
        assertThat(sums).containsExactly(rows, rows * (rows - 1) / 2.0);
      }
    }
  }
}
