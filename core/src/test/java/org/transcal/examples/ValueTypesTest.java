package org.transcal.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.metric.Bootstrap;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.model.AffineModel;
import org.transcal.model.BinaryMap;
import org.transcal.model.IdentityModel;
import org.transcal.model.OneVsRestModel;
import org.transcal.model.Parameter;
import org.transcal.model.TemperatureModel;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/** Equal values are interchangeable, and all print something readable. */
class ValueTypesTest {
  /** Two equal values and a different one. */
  record Example(Object value, Object same, Object other) {
    @Override
    public String toString() {
      return value.toString();
    }
  }

  static Stream<Example> examples() {
    return Stream.of(
        new Example(floats(1), floats(1), floats(2)),
        new Example(doubles(1), doubles(1), doubles(2)),
        new Example(
            Matrix.wrap(new double[0], 0, 2),
            Matrix.wrap(new double[0], 0, 2),
            Matrix.wrap(new double[0], 2, 0)),
        new Example(doubles(1), doubles(1), floats(1)),
        new Example(Frequencies.copyOf(1, 2), Frequencies.copyOf(1, 2), Frequencies.ones(2)),
        new Example(Logits.of(floats(1)), Logits.of(floats(1)), Logits.of(floats(3))),
        new Example(softmax(1, 2), softmax(1, 2), softmax(1, 3)),
        new Example(softmax(1, 2), softmax(1, 2), softmax(2, 2)),
        new Example(given(0.25), given(0.25), given(0.5)),
        new Example(softmax(1, 2).top(), softmax(1, 2).top(), softmax(1, 3).top()),
        new Example(labels(2, 0, 1), labels(2, 0, 1), labels(3, 0, 1)),
        new Example(labels(2, 0, 1), labels(2, 0, 1), labels(2, 1, 1)),
        new Example(new IdentityModel(2), new IdentityModel(2), new IdentityModel(3)),
        new Example(
            new TemperatureModel(2, 1), new TemperatureModel(2, 1), new TemperatureModel(2, 2)),
        new Example(vector(1), vector(1), vector(2)),
        new Example(histogram(0.5), histogram(0.5), histogram(0.25)),
        new Example(isotonic(0.5), isotonic(0.5), isotonic(0.25)),
        new Example(
            new Parameter.Vector(1, 2), new Parameter.Vector(1, 2), new Parameter.Vector(1)),
        new Example(
            new Parameter.Table(new double[] {1}),
            new Parameter.Table(new double[] {1}),
            new Parameter.Table(new double[] {2})),
        new Example(new Interval(0, 1), new Interval(0, 1), new Interval(0, 2)),
        new Example(
            new Estimate(0, new Interval(0, 1)),
            new Estimate(0, new Interval(0, 1)),
            new Estimate(1, new Interval(0, 1))),
        new Example(diagram(2), diagram(2), diagram(3)),
        new Example(Bootstrap.seeded(1), Bootstrap.seeded(1), Bootstrap.seeded(2)));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void givenEqualContents_thenEqualAndReadable(Example example) {
    assertThat(example.value)
        .isEqualTo(example.same)
        .hasSameHashCodeAs(example.same)
        .isNotEqualTo(example.other)
        .isNotEqualTo("something else");
    assertThat(example.value.toString()).doesNotContain("@").isNotBlank();
  }

  private static Matrix floats(float first) {
    return Matrix.wrap(new float[] {first, 2, 3, 4}, 2, 2);
  }

  private static Matrix doubles(double first) {
    return Matrix.wrap(new double[] {first, 2, 3, 4}, 2, 2);
  }

  private static Probabilities softmax(float first, double temperature) {
    return Logits.of(floats(first)).softmax(temperature);
  }

  private static Probabilities given(double first) {
    return Probabilities.of(Matrix.wrap(new double[] {first, 1 - first}, 1, 2));
  }

  private static Labels labels(int classes, int... labels) {
    return Labels.copyOf(labels, classes);
  }

  private static AffineModel vector(double weight) {
    return AffineModel.vector(new double[] {weight, 1}, new double[] {0, 0});
  }

  private static OneVsRestModel histogram(double value) {
    return new OneVsRestModel(2, List.of(new BinaryMap.Histogram(value)));
  }

  private static OneVsRestModel isotonic(double value) {
    return new OneVsRestModel(
        2, List.of(new BinaryMap.Isotonic(new double[] {0.5}, new double[] {value})));
  }

  private static ReliabilityDiagram diagram(int bins) {
    return ReliabilityDiagram.of(LabelledPredictions.of(softmax(1, 2), labels(2, 0, 1)), bins);
  }
}
