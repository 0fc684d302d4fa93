package org.transcal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.transcal.prediction.Logits;
import org.transcal.prediction.TopPredictions;
import org.transcal.testing.Cases;

class TemperatureModelTest {
  /** The exponential of vector kernels is good to 1e-13; confidence is near 1. */
  private static final double ROUNDING = 2e-13;

  @Test
  void givenAnyTemperature_thenPredictionIsUnchanged() {
    Cases.of(300, 7)
        .check(
            draw -> {
              double[] row = draw.reals(draw.integer(2, 8), -50, 50);
              double temperature = Math.exp(draw.real(-4, 5));

              Logits logits = logits(row);

              TopPredictions top =
                  new TemperatureModel(row.length, temperature).calibrate(logits).top();

              assertThat(top.prediction(0)).isEqualTo(logits.predictions()[0]);
            });
  }

  @Test
  void givenHigherTemperature_thenConfidenceDecreasesTowardsUniform() {
    Cases.of(300, 8)
        .check(
            draw -> {
              double[] row = draw.reals(draw.integer(2, 8), -50, 50);
              double first = Math.exp(draw.real(-4, 5));
              double second = Math.exp(draw.real(-4, 5));

              double cool = confidence(row, Math.min(first, second));
              double warm = confidence(row, Math.max(first, second));

              assertThat(warm).isLessThanOrEqualTo(cool + ROUNDING);
              assertThat(cool).isLessThanOrEqualTo(1);
              assertThat(warm).isGreaterThanOrEqualTo(1.0 / row.length - ROUNDING);
            });
  }

  @Test
  void givenTemperatureOne_thenIdentity() {
    Cases.of(100, 9)
        .check(
            draw -> {
              double[] row = draw.reals(draw.integer(2, 8), -50, 50);

              Logits logits = logits(row);

              assertThat(
                      new TemperatureModel(row.length, 1).calibrate(logits).toMatrix().toArrays())
                  .isDeepEqualTo(
                      new IdentityModel(row.length).calibrate(logits).toMatrix().toArrays());
            });
  }

  @Test
  void givenTwoClasses_thenSigmoidOfTheDifference() {
    Cases.of(100, 10)
        .check(
            draw -> {
              double temperature = Math.exp(draw.real(-4, 5));
              double gap = Math.exp(draw.real(-4, 5));

              Logits logits = Logits.copyOf(new double[][] {{gap, 0}});

              double p = new TemperatureModel(2, temperature).calibrate(logits).get(0, 0);

              assertThat(p).isCloseTo(1 / (1 + Math.exp(-gap / temperature)), within(ROUNDING));
            });
  }

  private static double confidence(double[] row, double temperature) {
    return new TemperatureModel(row.length, temperature).calibrate(logits(row)).top().confidence(0);
  }

  private static Logits logits(double[] row) {
    return Logits.copyOf(new double[][] {row});
  }
}
