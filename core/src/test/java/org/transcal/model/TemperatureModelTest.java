package org.transcal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.transcal.prediction.Logits;
import org.transcal.prediction.TopPredictions;

class TemperatureModelTest {
  /** The exponential of vector kernels is good to 1e-13; confidence is near 1. */
  private static final double ROUNDING = 2e-13;

  @Provide
  Arbitrary<List<Double>> logits() {
    return Arbitraries.doubles().between(-50, 50).ofScale(6).list().ofMinSize(2).ofMaxSize(8);
  }

  @Provide
  Arbitrary<Double> temperatures() {
    return Arbitraries.doubles().between(-4, 5).ofScale(6).map(Math::exp);
  }

  @Property(tries = 300, seed = "7")
  void givenAnyTemperature_thenPredictionIsUnchanged(
      @ForAll("logits") List<Double> row, @ForAll("temperatures") double temperature) {
    Logits logits = logits(row);

    TopPredictions top = new TemperatureModel(row.size(), temperature).calibrate(logits).top();

    assertThat(top.prediction(0)).isEqualTo(logits.predictions()[0]);
  }

  @Property(tries = 300, seed = "8")
  void givenHigherTemperature_thenConfidenceFallsTowardsUniform(
      @ForAll("logits") List<Double> row,
      @ForAll("temperatures") double first,
      @ForAll("temperatures") double second) {
    double cool = confidence(row, Math.min(first, second));
    double warm = confidence(row, Math.max(first, second));

    assertThat(warm).isLessThanOrEqualTo(cool + ROUNDING);
    assertThat(cool).isLessThanOrEqualTo(1);
    assertThat(warm).isGreaterThanOrEqualTo(1.0 / row.size() - ROUNDING);
  }

  @Property(tries = 100, seed = "9")
  void givenTemperatureOne_thenIdentity(@ForAll("logits") List<Double> row) {
    Logits logits = logits(row);

    assertThat(new TemperatureModel(row.size(), 1).calibrate(logits).toMatrix().toArrays())
        .isDeepEqualTo(new IdentityModel(row.size()).calibrate(logits).toMatrix().toArrays());
  }

  @Property(tries = 100, seed = "10")
  void givenTwoClasses_thenSigmoidOfTheDifference(
      @ForAll("temperatures") double temperature, @ForAll("temperatures") double gap) {
    Logits logits = Logits.copyOf(new double[][] {{gap, 0}});

    double p = new TemperatureModel(2, temperature).calibrate(logits).get(0, 0);

    assertThat(p).isCloseTo(1 / (1 + Math.exp(-gap / temperature)), within(ROUNDING));
  }

  private static double confidence(List<Double> row, double temperature) {
    return new TemperatureModel(row.size(), temperature).calibrate(logits(row)).top().confidence(0);
  }

  private static Logits logits(List<Double> row) {
    return Logits.copyOf(new double[][] {row.stream().mapToDouble(z -> z).toArray()});
  }
}
