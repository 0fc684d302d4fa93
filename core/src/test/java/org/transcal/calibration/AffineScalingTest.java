package org.transcal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.matrix.Matrix;
import org.transcal.model.AffineModel;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.TransferTask;

class AffineScalingTest {
  /** Ten thousand classes would need 800 MB for one vector of parameters alone. */
  @ParameterizedTest
  @CsvSource({"2, 10000, '100,010,000'", "2, 1000, '1,001,000'", "1000, 400, '160,400'"})
  void givenMoreThanCanBeFitted_thenMatrixIsRefusedBeforeAnythingIsAllocated(
      int rows, int classes, String parameters) {
    TransferTask task = task(rows, classes);

    assertThatThrownBy(() -> new AffineScaling(AffineModel.Form.MATRIX).fit(task))
        .isInstanceOf(CalibrationException.class)
        .hasMessageStartingWith("matrix has " + parameters + " parameters")
        .hasMessageContaining("1,000,000 parameters")
        .hasMessageContaining("100,000,000 rows × parameters");
  }

  @Test
  void givenAsManyClasses_thenVectorStillRuns() {
    assertThat(new AffineScaling(AffineModel.Form.VECTOR).fit(task(2, 10_000)).model().classes())
        .isEqualTo(10_000);
  }

  @Test
  void givenMoreThreads_thenSameBits() throws Exception {
    TransferTask task = task(4000, 40);

    AffineModel one = fitted(task, 1);
    AffineModel three = fitted(task, 3);

    assertThat(three).isEqualTo(one);
  }

  private static AffineModel fitted(TransferTask task, int threads) throws Exception {
    ForkJoinPool pool = new ForkJoinPool(threads);
    try {
      return (AffineModel)
          pool.submit(() -> new AffineScaling(AffineModel.Form.VECTOR).fit(task)).get().model();
    } finally {
      pool.shutdown();
    }
  }

  private static TransferTask task(int rows, int classes) {
    float[] values = new float[rows * classes];
    int[] labels = new int[rows];
    for (int i = 0; i < rows; i++) {
      labels[i] = (i * 7 + i % 3) % classes;
      for (int k = 0; k < classes; k++) {
        values[i * classes + k] =
            (float) Math.sin(i * 1.3 + k * k) + (k == i * 7 % classes ? 2 : 0);
      }
    }
    Logits logits = Logits.of(Matrix.wrap(values, rows, classes));
    return TransferTask.named("wide")
        .sourceValidation(logits, Labels.copyOf(labels, classes))
        .target(logits)
        .build();
  }
}
