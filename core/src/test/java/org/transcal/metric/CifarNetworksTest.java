package org.transcal.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;
import org.transcal.testing.SharedFiles;
import org.transcal.testing.TestNpz;

/**
 * Two networks on CIFAR-10 against the table of METHODS.md, to the digits printed there.
 *
 * <p>The table was made from a softmax in single precision, in which a quarter of the second
 * network's confidences are exactly 1.
 */
class CifarNetworksTest {
  private static final int CLASSES = 10;

  /** Half a unit of the last of six printed digits. */
  private static final double PRINTED = 0.5e-6;

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "lenet-5, accuracy, .5308",
    "lenet-5, ece, .107888",
    "lenet-5, eceEqualMass, .107888",
    "lenet-5, eceSweep, .107888",
    "lenet-5, l2Debiased, .112898",
    "lenet-5, ks, .107900",
    "lenet-5, smoothEce, .107888",
    "lenet-5, eceClasswise, .024060",
    "lenet-5, brier, .614152",
    "lenet-5, nll, 1.369868",
    "wideresnet-16-4, accuracy, .9109",
    "wideresnet-16-4, ece, .053716",
    "wideresnet-16-4, eceEqualMass, .053716",
    "wideresnet-16-4, eceSweep, .053716",
    "wideresnet-16-4, l2Debiased, .092124",
    "wideresnet-16-4, ks, .053716",
    "wideresnet-16-4, smoothEce, .053716",
    "wideresnet-16-4, eceClasswise, .012427",
    "wideresnet-16-4, brier, .143871",
    "wideresnet-16-4, nll, .378170",
  })
  void givenNetwork_thenMetricEqualsThePublishedTable(String network, String key, double expected) {
    LabelledPredictions predictions = singlePrecision(network);

    double value = metric(key).measure(predictions);

    assertThat(value).isCloseTo(expected, within(PRINTED));
  }

  @ParameterizedTest
  @CsvSource({"lenet-5, .6387", "wideresnet-16-4, .9646"})
  void givenNetwork_thenMeanConfidenceEqualsThePublishedTable(String network, double expected) {
    LabelledPredictions predictions = singlePrecision(network);

    ReliabilityDiagram diagram = ReliabilityDiagram.of(predictions, 15);

    assertThat(diagram.meanConfidence()).isCloseTo(expected, within(0.5e-4));
  }

  /**
   * In double precision, where the table's way of cutting through ties (by row order) and ours
   * (together) agree.
   */
  @ParameterizedTest
  @CsvSource({"lenet-5, 15", "wideresnet-16-4, 6"})
  void givenNetwork_thenSweepUsesThePublishedNumberOfBins(String network, int expected) {
    LabelledPredictions predictions = doublePrecision(network);

    int bins = SweepCalibrationError.bins(predictions.confidenceLevels());

    assertThat(bins).isEqualTo(expected);
  }

  /**
   * The reference implementation of smooth ECE halves the mass at exactly 1 and reports .0757 here.
   */
  @Test
  void givenQuarterOfConfidencesAtOne_thenSmoothErrorIncludesThem() {
    LabelledPredictions predictions = singlePrecision("wideresnet-16-4");
    ConfidenceLevels levels = predictions.confidenceLevels();

    double smooth = CalibrationMetrics.smoothCalibrationError().measure(predictions);

    assertThat(levels.confidence(levels.end() - 1)).isEqualTo(1.0);
    assertThat(levels.count(levels.end() - 1)).isBetween(2400.0, 2550.0);
    assertThat(smooth).isCloseTo(.053716, within(PRINTED));
  }

  /**
   * Expected values: the formulas in NumPy on a softmax in double precision, where ties are few.
   */
  @Test
  void givenLogitsInDoublePrecision_thenOnlyTieSensitiveMetricsChange() {
    LabelledPredictions predictions = doublePrecision("wideresnet-16-4");

    Map<String, Double> expected =
        Map.of(
            "l2Debiased", 0.09212656351332871,
            "eceEqualMass", 0.05371629971194566,
            "ece", 0.05371629028225302,
            "ks", 0.05371629028225378,
            "nll", 0.37816959179748744,
            "brier", 0.14387109197032413,
            "eceClasswise", 0.01242746558978652);

    expected.forEach(
        (key, value) ->
            assertThat(metric(key).measure(predictions)).as(key).isCloseTo(value, within(1e-12)));
  }

  private static CalibrationMetric metric(String key) {
    return CalibrationMetrics.all(15).stream()
        .filter(metric -> metric.key().equals(key))
        .findFirst()
        .orElseThrow();
  }

  private static TestNpz open(String network) {
    return TestNpz.open(SharedFiles.require("data/" + network + "-cifar-10.npz"));
  }

  private static LabelledPredictions doublePrecision(String network) {
    TestNpz file = open(network);
    return LabelledPredictions.of(
        Logits.of(file.matrix("logit")).softmax(1), Labels.copyOf(file.ints("y"), CLASSES));
  }

  private static LabelledPredictions singlePrecision(String network) {
    TestNpz file = open(network);
    Matrix logits = file.matrix("logit");
    float[] softmax = new float[logits.rows() * CLASSES];
    for (int i = 0; i < logits.rows(); i++) {
      float max = Float.NEGATIVE_INFINITY;
      for (int k = 0; k < CLASSES; k++) {
        max = Math.max(max, (float) logits.get(i, k));
      }
      float sum = 0;
      for (int k = 0; k < CLASSES; k++) {
        float e = (float) Math.exp((float) logits.get(i, k) - max);
        softmax[i * CLASSES + k] = e;
        sum += e;
      }
      for (int k = 0; k < CLASSES; k++) {
        softmax[i * CLASSES + k] /= sum;
      }
    }
    return LabelledPredictions.of(
        Probabilities.of(Matrix.wrap(softmax, logits.rows(), CLASSES)),
        Labels.copyOf(file.ints("y"), CLASSES));
  }
}
