package org.transcal.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.shift.PreparedTask;
import org.transcal.task.TransferTask;

/** What is kept in memory. */
class NeighbourhoodsTest {
  /** At most 50 million neighbours, up to 200 of each row; and 4·10⁹ distances × columns. */
  @ParameterizedTest
  @CsvSource({
    "100000, 20000, 2, 1",
    "250000, 500, 4, 1",
    "1000000, 500, 4, 4",
    "1000000, 20, 4, 1",
    "30000, 30000, 8, 2"
  })
  void givenManyRows_thenEveryNth(int rows, int validation, int columns, int step) {
    assertThat(Neighbourhoods.step(rows, validation, columns)).isEqualTo(step);
  }

  /** Four binary columns have 16 different rows, each with ties of about 100 rows. */
  @Test
  void givenEqualTargetRows_thenTheirNeighboursAreKeptOnce() {
    Random random = new Random(2);
    Matrix train = binary(random, 100);
    Matrix validation = binary(random, 1500);
    Matrix target = binary(random, 2000);
    TransferTask task =
        TransferTask.named("binary")
            .sourceValidation(Logits.copyOf(new double[1500][2]), Labels.copyOf(new int[1500], 2))
            .target(Logits.copyOf(new double[2000][2]))
            .features(train, validation, target)
            .build();

    Object[] nearest = Neighbourhoods.of(PreparedTask.of(task)).nearest();

    Set<Object> kept = Collections.newSetFromMap(new IdentityHashMap<>());
    kept.addAll(Arrays.asList(nearest));
    assertThat(nearest).hasSize(2000);
    assertThat(kept).hasSize(16);
  }

  private static Matrix binary(Random random, int rows) {
    double[][] values = new double[rows][4];
    for (double[] row : values) {
      Arrays.setAll(row, j -> random.nextInt(2));
    }
    return Matrix.copyOf(values);
  }
}
