package org.transcal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/** What every kind of model must do, for two and more classes. */
class ModelContractTest {
  private static final double ROW_SUM_ROUNDING = 16 * Math.ulp(1.0);

  static Stream<CalibrationModel> models() {
    List<CalibrationModel> models = new ArrayList<>();
    for (int classes : new int[] {2, 3, 13}) {
      SplittableRandom random = new SplittableRandom(classes);
      int maps = classes == 2 ? 1 : classes;
      models.add(new IdentityModel(classes));
      models.add(new TemperatureModel(classes, 1.7));
      models.add(AffineModel.vector(uniform(random, classes), uniform(random, classes)));
      models.add(
          AffineModel.matrix(
              Stream.generate(() -> uniform(random, classes))
                  .limit(classes)
                  .toArray(double[][]::new),
              uniform(random, classes)));
      models.add(
          new OneVsRestModel(
              classes,
              Stream.generate(() -> new BinaryMap.Platt(random.nextDouble(), random.nextDouble()))
                  .limit(maps)
                  .toList()));
      models.add(
          new OneVsRestModel(
              classes,
              Stream.generate(() -> isotonic(random, 1 + random.nextInt(6))).limit(maps).toList()));
      models.add(
          new OneVsRestModel(
              classes,
              Stream.generate(() -> new BinaryMap.Histogram(uniform(random, 7)))
                  .limit(maps)
                  .toList()));
    }
    return models.stream();
  }

  @Test
  void givenModels_thenEveryDocumentedKindIsTested() {
    assertThat(models().map(CalibrationModel::kind).distinct())
        .containsExactly(
            "identity", "temperature", "vector", "matrix", "platt", "isotonic", "histogram");
  }

  @ParameterizedTest
  @MethodSource("models")
  void givenParameters_thenAnEqualModelIsRebuilt(CalibrationModel model) {
    CalibrationModel rebuilt =
        CalibrationModel.of(model.kind(), model.classes(), model.parameters());

    assertThat(rebuilt).isEqualTo(model).hasSameHashCodeAs(model);
    assertThat(rebuilt.parameters()).isEqualTo(model.parameters());
    assertThat(rebuilt.parameters().keySet())
        .containsExactlyElementsOf(model.parameters().keySet());
    assertThat(values(rebuilt.calibrate(logits(model.classes()))))
        .isDeepEqualTo(values(model.calibrate(logits(model.classes()))));
  }

  @ParameterizedTest
  @MethodSource("models")
  void givenOneNumberChanged_thenModelsDiffer(CalibrationModel model) {
    for (String name : model.parameters().keySet()) {
      Map<String, Parameter> changed = new LinkedHashMap<>(model.parameters());
      changed.compute(name, (key, parameter) -> halved(parameter));

      assertThat(CalibrationModel.of(model.kind(), model.classes(), changed)).isNotEqualTo(model);
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void givenAnyLogits_thenRowsSumToOne(CalibrationModel model) {
    for (double[] row : values(model.calibrate(logits(model.classes())))) {
      assertThat(Arrays.stream(row).sum()).isCloseTo(1, within(ROW_SUM_ROUNDING));
      assertThat(row).doesNotContain(Double.NaN);
      assertThat(Arrays.stream(row).min().orElseThrow()).isNotNegative();
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void givenBlocksOfRows_thenSameAsTheWhole(CalibrationModel model) {
    Logits whole = logits(model.classes());
    double[][] expected = values(model.calibrate(whole));

    for (int from = 0; from < whole.rows(); from += 7) {
      int to = Math.min(whole.rows(), from + 7);
      Logits block = Logits.of(whole.values().rowRange(from, to));
      assertThat(values(model.calibrate(block)))
          .isDeepEqualTo(Arrays.copyOfRange(expected, from, to));
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void givenWrongNumberOfClasses_thenMessageNamesBoth(CalibrationModel model) {
    int other = model.classes() + 1;

    assertThatThrownBy(() -> model.calibrate(logits(other)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "The model was fitted for "
                + model.classes()
                + " classes but the logits have "
                + other);
  }

  /** Ordinary rows, in single precision, and rows with ties and gaps of 20,000. */
  private static Logits logits(int classes) {
    SplittableRandom random = new SplittableRandom(99);
    int rows = 40;
    float[] values = new float[rows * classes];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextDouble(-8, 8);
    }
    Arrays.fill(values, 0, classes, 0);
    Arrays.fill(values, classes, 2 * classes, -1e4f);
    values[2 * classes - 1] = 1e4f;
    Arrays.fill(values, 2 * classes, 3 * classes, 1e4f);
    values[2 * classes] = -1e4f;
    return Logits.of(Matrix.wrap(values, rows, classes));
  }

  private static double[][] values(Probabilities probabilities) {
    return probabilities.toMatrix().toArrays();
  }

  private static double[] uniform(SplittableRandom random, int size) {
    return random.doubles(size).toArray();
  }

  private static BinaryMap isotonic(SplittableRandom random, int knots) {
    return new BinaryMap.Isotonic(
        random.doubles(knots).sorted().toArray(), random.doubles(knots).sorted().toArray());
  }

  /** Halving keeps every order and range that a parameter may have to keep. */
  private static Parameter halved(Parameter parameter) {
    if (parameter instanceof Parameter.Scalar scalar) {
      return new Parameter.Scalar(scalar.value() / 2);
    }
    if (parameter instanceof Parameter.Vector vector) {
      return new Parameter.Vector(Arrays.stream(vector.values()).map(v -> v / 2).toArray());
    }
    double[][] rows = ((Parameter.Table) parameter).rows();
    rows[rows.length - 1] = Arrays.stream(rows[rows.length - 1]).map(v -> v / 2).toArray();
    return new Parameter.Table(rows);
  }
}
