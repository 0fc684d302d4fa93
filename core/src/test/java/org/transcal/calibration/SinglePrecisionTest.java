package org.transcal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.TransferTask;

/** The same numbers stored as floats, which searches take in single precision, and as doubles. */
class SinglePrecisionTest {
  private static final int COLUMNS = 40;
  private static final int CLASSES = 21;

  /** What single precision may move, relative. */
  private static final double MOVED = 1e-6;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void givenFloats_thenTemperatureAndExponentAreThoseOfDoubles(int seed) {
    FittedCalibration single = TransCal.released().fit(task(seed, SinglePrecisionTest::floats));
    FittedCalibration exact = TransCal.released().fit(task(seed, SinglePrecisionTest::doubles));

    double temperature = exact.temperature().orElseThrow();
    double lambda = exact.lambda().orElseThrow();
    assertThat(lambda).as("an exponent that was searched for").isStrictlyBetween(0.0, 1.0);
    assertThat(single.temperature().orElseThrow())
        .isCloseTo(temperature, within(MOVED * temperature));
    assertThat(single.lambda().orElseThrow()).isCloseTo(lambda, within(MOVED * lambda));
    assertThat(single.objective()).isCloseTo(exact.objective(), within(1e-9));
  }

  private interface Storage {
    Matrix of(float[] values, int rows);
  }

  private static Matrix floats(float[] values, int rows) {
    return Matrix.wrap(values, rows, values.length / rows);
  }

  private static Matrix doubles(float[] values, int rows) {
    double[] wide = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      wide[i] = values[i];
    }
    return Matrix.wrap(wide, rows, values.length / rows);
  }

  /** Features that depend on one another and have moved; logits that are too sure. */
  private static TransferTask task(int seed, Storage storage) {
    RandomGenerator random = new SplittableRandom(seed);
    float[] train = features(700, 0, random);
    float[] validation = features(400, 0, random);
    float[] target = features(900, 0.3, random);
    int[] labels = random.ints(400, 0, CLASSES).toArray();
    float[] sourceLogits = logits(400, random);
    for (int i = 0; i < labels.length; i++) {
      sourceLogits[i * CLASSES + labels[i]] += 3f;
    }
    float[] targetLogits = logits(900, random);
    for (int i = 0; i < 900; i++) {
      targetLogits[i * CLASSES + i % CLASSES] += 2.5f;
    }
    return TransferTask.named("seed " + seed)
        .sourceValidation(Logits.of(storage.of(sourceLogits, 400)), Labels.copyOf(labels, CLASSES))
        .target(Logits.of(storage.of(targetLogits, 900)))
        .features(storage.of(train, 700), storage.of(validation, 400), storage.of(target, 900))
        .build();
  }

  private static float[] features(int rows, double shift, RandomGenerator random) {
    float[] values = new float[rows * COLUMNS];
    for (int i = 0; i < rows; i++) {
      double common = random.nextGaussian() + shift;
      for (int j = 0; j < COLUMNS; j++) {
        double own = random.nextGaussian() + (j % 5 == 0 ? shift : 0);
        values[i * COLUMNS + j] = (float) Math.max(0, common + own);
      }
    }
    return values;
  }

  private static float[] logits(int rows, RandomGenerator random) {
    float[] values = new float[rows * CLASSES];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (2 * random.nextGaussian());
    }
    return values;
  }
}
