package org.transcal.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Arrays;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;
import org.transcal.testing.Cases;

/** Bins are (b/B, (b+1)/B]; values within 1e-6 of an edge are on it; 0 is in the first bin. */
class EqualWidthBinsTest {
  private static final double ON_EDGE = 1e-6;

  /** What single precision changes of sums of a hundred confidences. */
  private static final Offset<Double> STORAGE = within(1e-6);

  static IntStream bins() {
    return IntStream.rangeClosed(1, 100);
  }

  @ParameterizedTest
  @MethodSource("bins")
  void givenValueOnAnEdgeOrRoundedAcrossIt_thenLowerBin(int bins) {
    for (int edge = 1; edge <= bins; edge++) {
      double value = (double) edge / bins;

      for (double near :
          new double[] {value, Math.nextUp(value), (float) value, value - 9e-7, value + 9e-7}) {
        assertThat(ReliabilityDiagram.binOf(near, bins)).as("%s", near).isEqualTo(edge - 1);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("bins")
  void givenValueClearlyAboveAnEdge_thenUpperBin(int bins) {
    for (int edge = 0; edge < bins; edge++) {
      double value = (double) edge / bins + 1.1e-6;

      assertThat(ReliabilityDiagram.binOf(value, bins)).as("%s / %s", edge, bins).isEqualTo(edge);
    }
  }

  @ParameterizedTest
  @MethodSource("bins")
  void givenZeroAndOne_thenFirstAndLastBin(int bins) {
    assertThat(ReliabilityDiagram.binOf(0, bins)).isZero();
    assertThat(ReliabilityDiagram.binOf(1, bins)).isEqualTo(bins - 1);
  }

  @Test
  void givenAnyValue_thenItLiesInItsBin() {
    Cases.of(500, 1)
        .check(
            draw -> {
              double value = draw.real(0, 1);
              int bins = draw.integer(1, 1000);

              int bin = ReliabilityDiagram.binOf(value, bins);

              assertThat(value).isLessThanOrEqualTo((double) (bin + 1) / bins + ON_EDGE);
              assertThat(bin == 0 || value > (double) bin / bins + ON_EDGE).isTrue();
            });
  }

  /** The ways on which the same probabilities reach a metric. */
  private static final Map<String, Function<double[][], Probabilities>> WAYS =
      Map.of(
          "probabilities",
          p -> Probabilities.of(Matrix.copyOf(p)),
          "single-precision probabilities",
          p -> Probabilities.of(Matrix.copyOf(inFloats(p))),
          "log probabilities",
          p -> Probabilities.of(Matrix.copyOf(p)).toLogits().softmax(1),
          "log probabilities of single precision",
          p -> Probabilities.of(Matrix.copyOf(inFloats(p))).toLogits().softmax(1),
          "single-precision log probabilities",
          p -> Logits.of(Matrix.copyOf(inFloats(logs(p)))).softmax(1));

  static Stream<Arguments> edgesAndWays() {
    return StreamSupport.stream(ExpectedMetrics.read().path("edges").spliterator(), false)
        .flatMap(
            json ->
                WAYS.keySet().stream()
                    .sorted()
                    .map(way -> Arguments.of(json.path("parts"), json.path("bins"), way, json)));
  }

  @ParameterizedTest(name = "multiples of 1/{0} in {1} bins as {2}")
  @MethodSource("edgesAndWays")
  void givenConfidencesOnEdges_thenErrorsAreThoseOfExactBins(
      JsonNode parts, JsonNode binsOfCase, String way, JsonNode json) {
    double[][] counts = new ObjectMapper().convertValue(json.path("counts"), double[][].class);
    int[] labels = new ObjectMapper().convertValue(json.path("labels"), int[].class);
    double[][] shares = map(counts, count -> count / parts.asInt());
    int bins = binsOfCase.asInt();

    LabelledPredictions predictions =
        LabelledPredictions.of(WAYS.get(way).apply(shares), Labels.copyOf(labels, 3));

    for (CalibrationMetric metric :
        new CalibrationMetric[] {
          CalibrationMetrics.expectedCalibrationError(bins),
          CalibrationMetrics.classwiseCalibrationError(bins),
          CalibrationMetrics.maximumCalibrationError(bins)
        }) {
      assertThat(metric.measure(predictions))
          .as(metric.key())
          .isCloseTo(json.path("expected").path(metric.key()).asDouble(), STORAGE);
    }
  }

  private static double[][] logs(double[][] p) {
    return map(p, value -> Math.max(Math.log(value), -87));
  }

  private static double[][] map(double[][] rows, DoubleUnaryOperator operator) {
    return Arrays.stream(rows)
        .map(row -> Arrays.stream(row).map(operator).toArray())
        .toArray(double[][]::new);
  }

  private static float[][] inFloats(double[][] rows) {
    float[][] floats = new float[rows.length][rows[0].length];
    for (int i = 0; i < rows.length; i++) {
      for (int k = 0; k < rows[i].length; k++) {
        floats[i][k] = (float) rows[i][k];
      }
    }
    return floats;
  }
}
