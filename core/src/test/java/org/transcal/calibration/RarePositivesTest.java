package org.transcal.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.matrix.Matrix;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;
import org.transcal.task.TransferTask;

/** A binary task with 1 % positives, as in fraud or defects: the default must not spoil it. */
class RarePositivesTest {
  private static final int ROWS = 2000;
  private static final int COLUMNS = 8;
  private static final double RATE = 0.01;
  private static final int SEEDS = 5;

  /** About 20 of 2,000 validation rows are positive, so accuracy is known to ±0.2 points. */
  private static final double MEAN_TOLERANCE = 0.003;

  private static final double TOLERANCE = 0.01;

  private record Rows(Matrix features, Logits logits, Labels labels) {}

  @ParameterizedTest
  @CsvSource({"0, 1", "0, 2.5", "1, 1", "1, 2.5"})
  void givenCalibratedModel_thenTheDefaultDoesNotMakeItWorse(double shift, double separation) {
    double before = 0;
    double after = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      double[] errors = errors(seed, shift, separation, 1);

      assertThat(errors[1]).isLessThan(errors[0] + TOLERANCE);
      before += errors[0] / SEEDS;
      after += errors[1] / SEEDS;
    }
    assertThat(after).isLessThan(before + MEAN_TOLERANCE);
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 2.5"})
  void givenUnderconfidentModel_thenTheDefaultHalvesTheError(double shift, double separation) {
    double[] errors = errors(0, shift, separation, 0.5);

    assertThat(errors[1]).isLessThan(errors[0] / 2);
  }

  /** ECE before and after. */
  private static double[] errors(int seed, double shift, double separation, double scale) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    Rows train = draw(random, 0, separation, scale);
    Rows validation = draw(random, 0, separation, scale);
    Rows target = draw(random, shift, separation, scale);
    TransferTask task =
        TransferTask.named("rare")
            .sourceValidation(validation.logits, validation.labels)
            .target(target.logits)
            .features(train.features, validation.features, target.features)
            .build();
    FittedCalibration fit = Methods.recommended().fit(task);
    return new double[] {
      error(target.logits.softmax(1), target.labels),
      error(fit.targetProbabilities(), target.labels)
    };
  }

  private static double error(Probabilities probabilities, Labels labels) {
    return ReliabilityDiagram.of(LabelledPredictions.of(probabilities, labels), 15)
        .expectedCalibrationError();
  }

  /** Two Gaussian classes and the log odds of the source; the shift moves them a little. */
  private static Rows draw(
      UniformRandomProvider random, double shift, double separation, double scale) {
    ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
    double[][] features = new double[ROWS][COLUMNS];
    double[][] logits = new double[ROWS][2];
    int[] labels = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      labels[i] = random.nextDouble() < RATE ? 1 : 0;
      for (int j = 0; j < COLUMNS; j++) {
        features[i][j] =
            normal.sample() + (j == 0 ? separation * labels[i] : 0) + (j == 1 ? shift : 0);
      }
      double odds = separation * (features[i][0] - separation / 2 + 0.3 * features[i][1]);
      logits[i][1] = scale * (odds + Math.log(RATE / (1 - RATE)));
    }
    return new Rows(
        Matrix.copyOf(features), Logits.of(Matrix.copyOf(logits)), Labels.copyOf(labels, 2));
  }
}
