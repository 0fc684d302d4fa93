package org.transcal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parameters from files are checked as those of fits are. */
class ModelRefusalTest {
  private static final double NAN = Double.NaN;
  private static final double INFINITE = Double.POSITIVE_INFINITY;

  @Test
  void givenUnknownKind_thenMessageListsTheKnownOnes() {
    assertThatThrownBy(() -> CalibrationModel.of("dirichlet", 3, Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Model kind is \"dirichlet\"; known kinds are identity, temperature, vector, matrix,"
                + " platt, isotonic and histogram");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -2, Double.NaN, Double.POSITIVE_INFINITY})
  void givenBadTemperature_thenMessageNamesIt(double temperature) {
    refused("temperature", 3, Map.of("temperature", new Parameter.Scalar(temperature)))
        .hasMessage("Temperature is " + temperature + "; it must be positive and finite");
  }

  @Test
  void givenMissingOrMisshapenParameter_thenMessageNamesItAndItsForm() {
    refused("temperature", 3, Map.of())
        .hasMessage("Model parameter \"temperature\" must be a number");
    refused("temperature", 3, Map.of("temperature", vector(1)))
        .hasMessage("Model parameter \"temperature\" must be a number");
    refused("vector", 2, Map.of("weights", vector(1, 1)))
        .hasMessage("Model parameter \"bias\" must be a list of numbers");
    refused("matrix", 2, Map.of("weights", vector(1, 1), "bias", vector(1, 1)))
        .hasMessage("Model parameter \"weights\" must be a list of lists of numbers");
    refused("platt", 2, Map.of("slope", new Parameter.Scalar(1), "offset", vector(1)))
        .hasMessage("Model parameter \"slope\" must be a list of numbers");
  }

  @Test
  void givenDifferentLengths_thenMessageNamesBoth() {
    refused("vector", 2, Map.of("weights", vector(1, 1, 1), "bias", vector(1, 1)))
        .hasMessage("Model has 3 weights; 2 are needed");
    refused("vector", 4, Map.of("weights", vector(1, 1), "bias", vector(1, 1)))
        .hasMessage("Model has 2 classes; 4 are needed");
    refused("matrix", 2, Map.of("weights", table(vector(1, 1)), "bias", vector(1, 1)))
        .hasMessage("Model has 1 weights; 2 are needed");
    refused("matrix", 2, Map.of("weights", table(vector(1, 1), vector(1)), "bias", vector(1, 1)))
        .hasMessage("Model has 1 weights in a row; 2 are needed");
    refused("platt", 2, Map.of("slope", vector(1), "offset", vector(1, 1)))
        .hasMessage("Model has 2 offsets; 1 are needed");
    refused("platt", 3, Map.of("slope", vector(1), "offset", vector(1)))
        .hasMessage("Model has 1 maps; 3 are needed");
    refused("platt", 2, Map.of("slope", vector(1, 1), "offset", vector(1, 1)))
        .hasMessage("Model has 2 maps; 1 are needed");
    refused("histogram", 3, Map.of("values", table(vector(0.5), vector(0.5))))
        .hasMessage("Model has 2 maps; 3 are needed");
    refused("isotonic", 2, Map.of("thresholds", table(vector(0, 1)), "values", table(vector(0))))
        .hasMessage("Model has 1 values; 2 are needed");
    refused(
            "isotonic",
            2,
            Map.of("thresholds", table(vector(0)), "values", table(vector(0), vector(1))))
        .hasMessage("Model has 2 values; 1 are needed");
  }

  @Test
  void givenNotFinite_thenMessageNamesParameterAndValue() {
    refused("vector", 2, Map.of("weights", vector(1, NAN), "bias", vector(0, 0)))
        .hasMessage("Model parameter weights contains NaN; it must be within ±1.0E270");
    refused("vector", 2, Map.of("weights", vector(1, 1), "bias", vector(INFINITE, 0)))
        .hasMessage("Model parameter bias contains Infinity; it must be finite");
    refused(
            "matrix",
            2,
            Map.of("weights", table(vector(1, 0), vector(0, -INFINITE)), "bias", vector(0, 0)))
        .hasMessage("Model parameter weights contains -Infinity; it must be within ±1.0E270");
    refused("platt", 2, Map.of("slope", vector(NAN), "offset", vector(0)))
        .hasMessage("Model parameter slope and offset contains NaN; it must be finite");
    refused("isotonic", 2, isotonic(vector(NAN), vector(0.5)))
        .hasMessage("Model parameter thresholds contains NaN; it must be finite");
    refused("isotonic", 2, isotonic(vector(0.1, 0.2), vector(0.5, NAN)))
        .hasMessage("Model parameter values contains NaN; it must be in [0, 1]");
    refused("histogram", 2, Map.of("values", table(vector(0.5, NAN))))
        .hasMessage("Model parameter values contains NaN; it must be in [0, 1]");
  }

  @Test
  void givenDecreasingIsotonic_thenMessageNamesTheKnot() {
    refused("isotonic", 2, isotonic(vector(0.1, 0.2, 0.3), vector(0.2, 0.6, 0.5)))
        .hasMessage(
            "Isotonic knot 2 is (0.3, 0.5) after (0.2, 0.6);"
                + " thresholds must increase and values must not fall");
    refused("isotonic", 2, isotonic(vector(0.1, 0.1), vector(0.2, 0.6)))
        .hasMessageContaining("knot 1 is (0.1, 0.6)");
    refused("isotonic", 2, isotonic(vector(0.1, NAN), vector(0.2, 0.6)))
        .hasMessageContaining("knot 1 is (NaN, 0.6)");
  }

  @Test
  void givenIsotonicOrHistogramOutsideTheUnitInterval_thenMessageNamesTheValue() {
    refused("isotonic", 2, isotonic(vector(0.1, 0.2), vector(-0.2, 0.6)))
        .hasMessageContaining("-0.2");
    refused("histogram", 2, Map.of("values", table(vector(0.5, 1.5)))).hasMessageContaining("1.5");
  }

  @Test
  void givenNoKnotsOrBins_thenRefused() {
    refused("isotonic", 2, isotonic(vector(), vector())).hasMessageContaining("at least one");
    refused("histogram", 2, Map.of("values", table(vector()))).hasMessageContaining("at least one");
  }

  @Test
  void givenMapsOfDifferentKinds_thenRefused() {
    List<BinaryMap> mixed =
        List.of(new BinaryMap.Platt(1, 0), new BinaryMap.Platt(1, 0), new BinaryMap.Histogram(0.5));

    assertThatThrownBy(() -> new OneVsRestModel(3, mixed)).hasMessageContaining("same kind");
  }

  @Test
  void givenOneClass_thenRefused() {
    assertThatThrownBy(() -> new IdentityModel(1)).hasMessageContaining("at least 2 classes");
    assertThatThrownBy(() -> new TemperatureModel(1, 1)).hasMessageContaining("at least 2");
    assertThatThrownBy(() -> AffineModel.vector(new double[] {1}, new double[] {1}))
        .hasMessageContaining("at least 2");
    assertThatThrownBy(() -> new OneVsRestModel(1, List.of(new BinaryMap.Platt(1, 0))))
        .hasMessageContaining("at least 2");
  }

  @Test
  void givenArrays_thenTheyAreCopied() {
    double[] weights = {1, 2};
    double[][] rows = {{1, 2}, {3, 4}};
    AffineModel vector = AffineModel.vector(weights, weights);
    AffineModel matrix = AffineModel.matrix(rows, weights);
    Parameter.Table table = new Parameter.Table(rows);

    weights[0] = 9;
    rows[0][0] = 9;
    table.rows()[1][1] = 9;

    assertThat(vector).isEqualTo(AffineModel.vector(new double[] {1, 2}, new double[] {1, 2}));
    assertThat(matrix)
        .isEqualTo(AffineModel.matrix(new double[][] {{1, 2}, {3, 4}}, new double[] {1, 2}));
    assertThat(table.rows()).isDeepEqualTo(new double[][] {{1, 2}, {3, 4}});
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> refused(
      String kind, int classes, Map<String, Parameter> parameters) {
    return assertThatThrownBy(() -> CalibrationModel.of(kind, classes, parameters))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Map<String, Parameter> isotonic(
      Parameter.Vector thresholds, Parameter.Vector values) {
    return Map.of("thresholds", table(thresholds), "values", table(values));
  }

  private static Parameter.Vector vector(double... values) {
    return new Parameter.Vector(values);
  }

  private static Parameter.Table table(Parameter.Vector... rows) {
    return new Parameter.Table(
        List.of(rows).stream().map(Parameter.Vector::values).toArray(double[][]::new));
  }
}
