package org.transcal.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.matrix.Frequencies;

class ParetoTailTest {
  /** Sums over tens of tail rows and grid points of well-behaved numbers. */
  private static final double ROUNDING = 1e-10;

  @Test
  void givenFixedWeights_thenShapesAreThoseOfTheScript() throws IOException {
    for (JsonNode expected : read("pareto.json")) {
      double[] weights = new ObjectMapper().convertValue(expected.get("weights"), double[].class);

      OptionalDouble shape = ParetoTail.shape(weights, Frequencies.ones(weights.length));

      assertThat(shape.orElseThrow())
          .as(expected.get("name").asText())
          .isCloseTo(expected.get("shape").asDouble(), within(ROUNDING));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.2, 0.7, 1.2})
  void givenManyParetoValues_thenTheirShapeIsRecovered(double shape) {
    int size = 50_000;
    SplittableRandom random = new SplittableRandom(3);
    double[] values =
        random.doubles(size).map(u -> 1 + Math.expm1(-shape * Math.log1p(-u)) / shape).toArray();

    double found = ParetoTail.shape(values, Frequencies.ones(size)).orElseThrow();

    // Above any threshold the shape is the same; it errs by (1 + k)/√(tail), four times allowed.
    assertThat(found).isCloseTo(shape, within(4 * (1 + shape) / Math.sqrt(size / 5.0)));
  }

  @Test
  void givenOrderOfRows_thenItDoesNotMatter() throws IOException {
    JsonNode any = read("pareto.json").get(1);
    double[] weights = new ObjectMapper().convertValue(any.get("weights"), double[].class);
    double[] sorted = weights.clone();
    Arrays.sort(sorted);

    assertThat(ParetoTail.shape(sorted, Frequencies.ones(sorted.length)).orElseThrow())
        .isEqualTo(ParetoTail.shape(weights, Frequencies.ones(weights.length)).orElseThrow());
  }

  @Test
  void givenShortTail_thenEmptyBelowTwentyOneRows() {
    double[] rising = new double[21];
    Arrays.setAll(rising, i -> Math.exp(i / 4.0));

    assertThat(ParetoTail.shape(Arrays.copyOf(rising, 20), Frequencies.ones(20))).isEmpty();
    assertThat(ParetoTail.shape(rising, Frequencies.ones(21))).isPresent();
    assertThat(ParetoTail.shape(new double[] {1}, Frequencies.ones(1))).isEmpty();
  }

  @Test
  void givenFlatTail_thenEmpty() {
    double[] equal = new double[100];
    Arrays.fill(equal, 3);
    double[] flatTop = new double[100];
    Arrays.setAll(flatTop, i -> Math.min(i, 70));

    assertThat(ParetoTail.shape(equal, Frequencies.ones(100))).isEmpty();
    assertThat(ParetoTail.shape(flatTop, Frequencies.ones(100))).isEmpty();
  }

  @Test
  void givenTailThatIsMostlyFlat_thenFinite() {
    double[] values = new double[100];
    Arrays.fill(values, 1);
    values[40] = 5;

    assertThat(ParetoTail.shape(values, Frequencies.ones(100)).orElseThrow()).isFinite();
  }

  @Test
  void givenWeightsAcrossTheWholeRange_thenFinite() {
    double[] logs = new double[200];
    Arrays.setAll(logs, i -> 1e4 * (i - 100));
    double[] values =
        ImportanceWeights.ofLogs(
                logs, "logistic", new DomainSeparation(1, 1, org.transcal.Termination.CONVERGED))
            .values();
    Arrays.setAll(logs, i -> 3 * (i - 100));
    double[] spread = Arrays.stream(logs).map(Math::exp).toArray();

    assertThat(ParetoTail.shape(values, Frequencies.ones(200))).isEmpty();
    assertThat(ParetoTail.shape(spread, Frequencies.ones(200)).orElseThrow())
        .isFinite()
        .isGreaterThan(0.7);
  }

  @Test
  void givenIntegerFrequencies_thenAsRepeatedRows() throws IOException {
    for (JsonNode each : read("pareto.json")) {
      double[] weights = new ObjectMapper().convertValue(each.get("weights"), double[].class);

      assertAsRepeated(weights, FeatureTask.counts(weights.length));
    }
  }

  @Test
  void givenMostOfTheSampleInTheLowestRow_thenStillAsRepeatedRows() {
    double[] weights = {0.1, 1, 2, 3, 5, 9, 20};

    // The tail is 21 of 106 rows: six above, and 15 of the hundred lowest.
    assertAsRepeated(weights, new double[] {100, 1, 1, 1, 1, 1, 1});
  }

  private static void assertAsRepeated(double[] weights, double[] counts) {
    double[][] column =
        Arrays.stream(weights).mapToObj(w -> new double[] {w}).toArray(double[][]::new);
    double[] repeated =
        Arrays.stream(FeatureTask.repeated(column, counts)).mapToDouble(row -> row[0]).toArray();

    OptionalDouble expected = ParetoTail.shape(repeated, Frequencies.ones(repeated.length));
    OptionalDouble found = ParetoTail.shape(weights, Frequencies.copyOf(counts));

    assertThat(expected).isPresent();
    assertThat(found.orElseThrow()).isCloseTo(expected.getAsDouble(), within(ROUNDING));
  }

  private static JsonNode read(String name) throws IOException {
    try (InputStream file = ParetoTailTest.class.getResourceAsStream("/shift/" + name)) {
      return new ObjectMapper().readTree(file);
    }
  }
}
