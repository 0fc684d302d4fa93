package org.transcal.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.transcal.matrix.Frequencies;
import org.transcal.metric.CalibrationMetrics;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.metric.MetricEvaluation;
import org.transcal.metric.ReliabilityDiagram;

class SmoothCurveTest {
  private static MetricEvaluation evaluation(double[] confidence, double[] correct, double error) {
    ReliabilityDiagram fine =
        ReliabilityDiagram.of(
            confidence, correct, Frequencies.ones(confidence.length), MetricEvaluation.FINE_BINS);
    MetricEvaluation.Score smooth =
        new MetricEvaluation.Score(
            CalibrationMetrics.smoothCalibrationError(),
            new Estimate(error, new Interval(error, error)));
    return new MetricEvaluation(confidence.length, 2, 0.95, List.of(smooth), fine, fine, List.of());
  }

  @Test
  void givenRowsThatAreRightAtOneRate_thenTheCurveIsFlatAndEndsWithTheRows() {
    double[] confidence = new double[4000];
    double[] correct = new double[4000];
    // Every confidence of 0.50025, 0.50075 … 0.99975 four times, three of them right.
    Arrays.setAll(confidence, i -> 0.5 + (i / 4 + 0.5) / 2000);
    Arrays.setAll(correct, i -> i % 4 == 0 ? 0 : 1);

    SmoothCurve curve = SmoothCurve.of(evaluation(confidence, correct, 0.04));

    assertThat(curve.bandwidth()).isEqualTo(0.04);
    assertThat(curve.pieces()).hasSize(1);
    List<Point> points = curve.pieces().get(0);
    assertThat(points).allSatisfy(p -> assertThat(p.y()).isCloseTo(0.75, within(1e-9)));
    assertThat(points.get(0).x()).isBetween(0.45, 0.5);
    assertThat(points.get(points.size() - 1).x()).isEqualTo(1);
  }

  @Test
  void givenTwoGroups_thenTwoPiecesAtTheirRates() {
    double[] confidence = new double[200];
    double[] correct = new double[200];
    Arrays.setAll(confidence, i -> i < 100 ? 0.2 : 0.8);
    Arrays.setAll(correct, i -> i < 100 ? 0 : 1);

    SmoothCurve curve = SmoothCurve.of(evaluation(confidence, correct, 0.2));

    assertThat(curve.bandwidth()).isEqualTo(0.05);
    assertThat(curve.pieces()).hasSize(2);
    assertThat(curve.pieces().get(0)).allSatisfy(p -> assertThat(p.y()).isLessThan(1e-9));
    assertThat(curve.pieces().get(1)).allSatisfy(p -> assertThat(p.y()).isGreaterThan(1 - 1e-9));
  }

  @Test
  void givenFewRows_thenNoCurve() {
    double[] some = new double[19];
    Arrays.fill(some, 0.5);

    assertThat(SmoothCurve.of(evaluation(some, some, 0)).pieces()).isEmpty();
  }
}
