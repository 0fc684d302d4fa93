package org.transcal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogisticLossTest {
  /** The kernel's exponential is good to 1e-13. */
  private static final double RELATIVE = 1e-12;

  /** Expected numbers: Python's decimal module with 40 digits, log(1 + exp(−sign·score)) etc. */
  @ParameterizedTest
  @CsvSource({
    "0, 1, 0.6931471805599453, -0.5, 0.25",
    "0, -1, 0.6931471805599453, 0.5, 0.25",
    "2, 1, 0.1269280110429725, -0.1192029220221176, 0.1049935854035065",
    "2, -1, 2.126928011042973, 0.8807970779778824, 0.1049935854035065",
    "-3.5, 1, 3.529750418272620, -0.9706877692486436, 0.02845302387973556",
    "40, 1, 4.248354255291589e-18, -4.248354255291589e-18, 4.248354255291589e-18",
    "-500, 1, 500, -1, 7.124576406741286e-218"
  })
  void givenAScoreAndASign_thenLossSlopeAndCurvature(
      double score, int sign, double value, double slope, double curvature) {
    double[] scores = {7, score, -7};
    LogisticLoss loss = new LogisticLoss(scores.length);

    loss.compute(scores, scores.length, sign);

    assertThat(loss.values()[1]).isCloseTo(value, within(RELATIVE * value));
    assertThat(loss.slopes()[1]).isCloseTo(slope, within(RELATIVE * Math.abs(slope)));
    assertThat(loss.curvatures()[1]).isCloseTo(curvature, within(RELATIVE * curvature));
  }
}
