package org.transcal.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.model.AffineModel;
import org.transcal.model.BinaryMap;
import org.transcal.model.CalibrationModel;
import org.transcal.model.IdentityModel;
import org.transcal.model.OneVsRestModel;
import org.transcal.model.TemperatureModel;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/** A service that calibrates one row at a time. */
class OneRowTest {
  /** Probabilities of one row are single-precision. */
  private static final double SINGLE = 2e-7;

  private static final int ROWS = 10_000;

  private static final int MOST_BYTES = 1024;

  /** The first ones warm up; reflection sometimes allocates when it compiles itself. */
  private static final int ATTEMPTS = 4;

  static Stream<CalibrationModel> models() {
    return Stream.of(2, 5, 40, 1300)
        .flatMap(
            classes -> {
              SplittableRandom random = new SplittableRandom(classes);
              double[] weights = random.doubles(classes, 0.5, 1.5).toArray();
              double[] bias = random.doubles(classes, -1, 1).toArray();
              double[][] matrix = new double[classes][];
              Arrays.setAll(matrix, k -> random.doubles(classes, -0.01, 0.01).toArray());
              int maps = classes == 2 ? 1 : classes;
              return Stream.of(
                  new IdentityModel(classes),
                  new TemperatureModel(classes, 1.7),
                  AffineModel.vector(weights, bias),
                  AffineModel.matrix(matrix, bias),
                  oneVsRest(classes, maps, new BinaryMap.Platt(0.8, -0.3)),
                  oneVsRest(
                      classes,
                      maps,
                      new BinaryMap.Isotonic(new double[] {0, 0.4}, new double[] {0.1, 0.9})),
                  oneVsRest(classes, maps, new BinaryMap.Histogram(0.1, 0.4, 0.8)));
            });
  }

  private static CalibrationModel oneVsRest(int classes, int maps, BinaryMap map) {
    return new OneVsRestModel(classes, Collections.nCopies(maps, map));
  }

  @ParameterizedTest
  @MethodSource("models")
  void givenSingleRows_thenSameProbabilitiesAsTheBatch(CalibrationModel model) {
    float[][] rows = rows(model.classes());
    Probabilities batch = model.calibrate(Logits.copyOf(rows));
    float[] expected = new float[rows.length * model.classes()];
    batch.copyRows(0, rows.length, expected);
    float[] out = new float[model.classes()];

    for (int i = 0; i < rows.length; i++) {
      model.calibrate(rows[i], out);

      for (int k = 0; k < out.length; k++) {
        assertThat(out[k]).isEqualTo(expected[i * out.length + k]);
      }
      float largest = 0;
      for (float probability : out) {
        largest = Math.max(largest, probability);
      }
      assertThat(model.confidence(rows[i]))
          .isCloseTo(largest, within(SINGLE))
          .isCloseTo(batch.top().confidence(i), within(SINGLE));
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void givenWarmModel_thenARowAllocatesNothing(CalibrationModel model) {
    assumeTrue(allocatedBytes() >= 0, "this JVM does not count allocated bytes");
    float[] row = rows(model.classes())[0];
    float[] out = new float[model.classes()];
    int count = model.classes() > 1000 ? ROWS / 100 : ROWS;
    long least = Long.MAX_VALUE;

    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      long first = allocatedBytes();
      long second = allocatedBytes();
      calibrate(model, row, out, count);
      // Asking for the count allocates, too.
      least = Math.min(least, allocatedBytes() - second - (second - first));
    }

    assertThat(least).isLessThan(MOST_BYTES);
  }

  @ParameterizedTest
  @MethodSource("models")
  void givenBadRowOrOutput_thenMessageNamesIt(CalibrationModel model) {
    int classes = model.classes();
    float[] row = new float[classes];
    float[] bad = new float[classes];
    bad[1] = Float.NaN;

    assertThatThrownBy(() -> model.confidence(new float[classes + 1]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "The model was fitted for %d classes but the logits have %d", classes, classes + 1);
    assertThatThrownBy(() -> model.confidence(bad)).hasMessageContaining("Logit of class 1 is NaN");
    assertThatThrownBy(() -> model.calibrate(bad, new float[classes]))
        .hasMessageContaining("Logit of class 1 is NaN");
    assertThatThrownBy(() -> model.calibrate(row, new float[1]))
        .hasMessageContaining("Output of length 1; another array of length " + classes);
    assertThatThrownBy(() -> model.calibrate(row, row)).hasMessageContaining("another array");
  }

  private static void calibrate(CalibrationModel model, float[] row, float[] out, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      row[0] += 1e-6f;
      model.calibrate(row, out);
      sum += model.confidence(row) + out[0];
    }
    assert sum > 0;
  }

  /** Of this thread, or −1; by reflection, since core does not read the management modules. */
  private static long allocatedBytes() {
    try {
      Object threads =
          Class.forName("java.lang.management.ManagementFactory")
              .getMethod("getThreadMXBean")
              .invoke(null);
      return (long)
          Class.forName("com.sun.management.ThreadMXBean")
              .getMethod("getThreadAllocatedBytes", long.class)
              .invoke(threads, Thread.currentThread().getId());
    } catch (ReflectiveOperationException unsupported) {
      return -1;
    }
  }

  private static float[][] rows(int classes) {
    SplittableRandom random = new SplittableRandom(3);
    float[][] rows = new float[9][classes];
    for (float[] row : rows) {
      for (int k = 0; k < classes; k++) {
        row[k] = (float) random.nextDouble(-6, 6);
      }
    }
    return rows;
  }
}
