package org.transcal.cli.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;

class TurnedCloudsTest {
  /** Four standard errors of a mean of some 500 points. */
  private static final double TOLERANCE = 0.25;

  @Test
  void givenTarget_thenClustersAreRotatedBy24Degrees() {
    TurnedClouds clouds = TurnedClouds.sample(3);

    double turned = Math.toRadians(24);
    assertThat(mean(clouds, 0, 0, 0)).isCloseTo(2.5, within(TOLERANCE));
    assertThat(mean(clouds, 0, 0, 1)).isCloseTo(0, within(TOLERANCE));
    assertThat(mean(clouds, 1, 0, 0)).isCloseTo(2.5 * Math.cos(turned), within(TOLERANCE));
    assertThat(mean(clouds, 1, 0, 1)).isCloseTo(2.5 * Math.sin(turned), within(TOLERANCE));
    assertThat(mean(clouds, 1, 2, 5)).isCloseTo(0, within(TOLERANCE));
  }

  @Test
  void givenSameSeed_thenSameRows() {
    assertThat(TurnedClouds.sample(1).inputs().toArrays())
        .isDeepEqualTo(TurnedClouds.sample(1).inputs().toArrays());
    assertThat(TurnedClouds.sample(1).labels().toArray())
        .isNotEqualTo(TurnedClouds.sample(2).labels().toArray());
  }

  private static double mean(TurnedClouds clouds, int domain, int label, int column) {
    Matrix inputs = clouds.inputs();
    Labels labels = clouds.labels();
    double sum = 0;
    int count = 0;
    for (int row = 0; row < TurnedClouds.ROWS; row++) {
      int at = domain * TurnedClouds.ROWS + row;
      if (labels.get(at) == label) {
        sum += inputs.get(at, column);
        count++;
      }
    }
    return sum / count;
  }
}
