package org.transcal.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class SecantsTest {
  private static final double ROUNDING = 1e-12;

  /** −H⁻¹ as if H were twice the unit matrix. */
  private static final UnaryOperator<double[]> ROUGH =
      slope -> new double[] {-slope[0] / 2, -slope[1] / 2};

  private final Secants secants = new Secants();

  @Test
  void givenNoSteps_thenNothingIsCorrected() {
    assertThat(secants.correct(new double[] {4, 6}, ROUGH)).containsExactly(-2, -3);
  }

  @Test
  void givenSteps_thenTheLastIsFoundAgainFromItsChangeOfSlope() {
    secants.add(new double[] {0, 0}, new double[] {1, 1}, new double[] {1, 0}, new double[] {4, 2});
    secants.add(
        new double[] {1, 0}, new double[] {4, 2}, new double[] {2, 3}, new double[] {5, 11});

    double[] step = secants.correct(new double[] {1, 9}, ROUGH);

    assertThat(step).containsExactly(new double[] {-1, -3}, within(ROUNDING));
  }

  @Test
  void givenAllDirectionsOfAQuadratic_thenTheExactSolution() {
    // H = [[3, 1], [1, 2]]; the steps (1, 0) and (1, −3) are conjugate: (1, 0)·H·(1, −3) = 0.
    secants.add(new double[] {0, 0}, new double[] {0, 0}, new double[] {1, 0}, new double[] {3, 1});
    secants.add(
        new double[] {0, 0}, new double[] {0, 0}, new double[] {1, -3}, new double[] {0, -5});

    double[] step = secants.correct(new double[] {5, 5}, ROUGH);

    assertThat(step).containsExactly(new double[] {-1, -2}, within(ROUNDING));
  }

  @Test
  void givenASlopeThatFallsAlongAStep_thenItIsNotNoted() {
    secants.add(new double[] {0, 0}, new double[] {1, 1}, new double[] {1, 0}, new double[] {0, 1});

    assertThat(secants.correct(new double[] {4, 6}, ROUGH)).containsExactly(-2, -3);
  }

  @Test
  void givenManySteps_thenTheOldestAreForgotten() {
    for (int i = 0; i < 20; i++) {
      secants.add(
          new double[] {0, 0}, new double[] {0, 0}, new double[] {1, 0}, new double[] {1 + i, 0});
    }

    double[] step = secants.correct(new double[] {20, 0}, ROUGH);

    assertThat(step).containsExactly(new double[] {-1, 0}, within(ROUNDING));
  }
}
