package org.transcal.io.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.io.file.InputException;
import org.transcal.model.AffineModel;
import org.transcal.model.BinaryMap;
import org.transcal.model.CalibrationModel;
import org.transcal.model.IdentityModel;
import org.transcal.model.OneVsRestModel;
import org.transcal.model.TemperatureModel;

class ModelJsonTest {
  private static final Provenance PROVENANCE =
      new Provenance("transcal", Long.MIN_VALUE, "0.1.0", Map.of("target_logits", "ab12"));

  @TempDir Path folder;

  static Stream<CalibrationModel> models() {
    return Stream.of(
        new IdentityModel(2),
        new TemperatureModel(65, 2.1),
        new TemperatureModel(2, Double.MIN_VALUE),
        AffineModel.vector(new double[] {1, -0.1, 1e-300}, new double[] {0, 1e300, 3}),
        AffineModel.matrix(new double[][] {{1, 2}, {3, 0.1}}, new double[] {-0.0, 1}),
        new OneVsRestModel(2, List.of(new BinaryMap.Platt(1.5, -0.25))),
        new OneVsRestModel(
            3,
            List.of(
                new BinaryMap.Isotonic(new double[] {0.1}, new double[] {0.5}),
                new BinaryMap.Isotonic(new double[] {0.1, 0.2}, new double[] {0, 1}),
                new BinaryMap.Isotonic(new double[] {0.3}, new double[] {0.25}))),
        new OneVsRestModel(2, List.of(new BinaryMap.Histogram(0, 0.5, 1))));
  }

  @ParameterizedTest
  @MethodSource("models")
  void givenAModel_whenWrittenAndRead_thenItIsTheSame(CalibrationModel model) {
    Path file = folder.resolve("out/model.json");

    ModelJson.write(file, model, PROVENANCE);
    ModelFile read = ModelJson.read(file);

    assertThat(read.model()).isEqualTo(model);
    assertThat(read.provenance()).isEqualTo(PROVENANCE);
  }

  @Test
  void givenATemperature_thenTheTextIsTheContract() {
    String text =
        new String(
            ModelJson.encode(new TemperatureModel(65, 2.1), PROVENANCE), StandardCharsets.UTF_8);

    assertThat(text)
        .isEqualTo(
            """
            {
              "schema": "transcal.model/1",
              "kind": "temperature",
              "classes": 65,
              "temperature": 2.1,
              "provenance": {
                "method": "transcal",
                "seed": -9223372036854775808,
                "version": "0.1.0",
                "inputs": {
                  "target_logits": "ab12"
                }
              }
            }
            """);
  }

  @Test
  void givenAModelWrittenByHand_thenItIsRead() {
    ModelFile read =
        read(
            "{\"comment\": {\"by\": [\"hand\"]}, \"temperature\": 2, \"classes\": 3, \"kind\":"
                + " \"temperature\", \"schema\": \"transcal.model/1\"}");

    assertThat(read.model()).isEqualTo(new TemperatureModel(3, 2));
    assertThat(read.provenance()).isEqualTo(Provenance.unknown());
  }

  private static ModelFile read(String text) {
    return ModelJson.decode(Path.of("m.json"), text.getBytes(StandardCharsets.UTF_8));
  }

  /** The middle of a temperature model; {@code ;} stands for a comma. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'classes': 3|temperature\" must be a number",
        "'classes': 3, 'temperature': 0|Temperature is 0.0; it must be positive and finite",
        "'classes': 3, 'temperature': -1|Temperature is -1.0; it must be positive and finite",
        "'classes': 3, 'temperature': 1e999|line 1: \"temperature\" must be made of numbers",
        "'classes': 3, 'temperature': NaN|is not valid JSON at line 1: ",
        "'classes': 3, 'temperature': null|temperature\" must be a number",
        "'classes': 3, 'temperature': '2'|temperature\" must be a number",
        "'classes': 3, 'temperature': [2]|temperature\" must be a number",
        "'classes': 3, 'temperature': [2, 'x']|line 1: \"temperature\" must be a list of numbers",
        "'classes': 3, 'temperature': [[2], 3]|must be a list of lists of numbers",
        "'classes': 3, 'temperature': [2|is not valid JSON at line 1: ",
        "'classes': 1, 'temperature': 2|\"classes\" is 1; it must be an integer in 2 … 1000000",
        "'classes': 1000001, 'temperature': 2|\"classes\" is 1000001; it must be an integer in 2",
        "'classes': 99999999999999999999, 'temperature': 2|line 1: \"classes\" must be an integer",
        "'classes': 2.5, 'temperature': 2|line 1: \"classes\" must be an integer",
        "'temperature': 2|\"classes\" is missing",
        "'classes': 3, 'classes': 4, 'temperature': 2|is not valid JSON at line 1: Duplicate field",
        "'classes': 3, 'temperature': 2, 'provenance': 1|line 1: \"provenance\" must be an object",
        "'classes': 3, 'temperature': 2, 'provenance': {'seed': 1.5}|line 1: \"provenance.seed\"",
        "'classes': 3, 'temperature': 2, 'provenance': {'inputs': {'a': 1}}|must be a text",
      })
  void givenABadField_thenItIsNamed(String fields, String problem) {
    String text = "{'schema': 'transcal.model/1', 'kind': 'temperature', " + fields + "}";

    assertThatThrownBy(() -> read(text.replace('\'', '"')))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("m.json: ")
        .hasMessageContaining(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "|is not a JSON object",
        "[]|is not a JSON object",
        "{}|line 1: \"schema\" is missing",
        "{'schema': 'transcal.model/2'}|schema is \"transcal.model/2\"",
        "{'schema': 'transcal.model/1', 'kind': 'spline', 'classes': 2}|kind is \"spline\"; known",
        "{'schema': 'transcal.model/1', 'kind': 'identity', 'classes': 2} x|is not valid JSON",
        "{'schema': 'transcal.model/1', 'kind': 'identity', 'classes': 2} {}|more text after",
        "{'schema': 'transcal.model/1', 'kind': 'vector', 'classes': 2, 'weights': [1], 'bias':"
            + " [0, 0]}|Model has 1 weights; 2 are needed",
        "{'schema': 'transcal.model/1', 'kind': 'vector', 'classes': 3, 'weights': [1, 1], 'bias':"
            + " [0, 0]}|Model has 2 classes; 3 are needed",
        "{'schema': 'transcal.model/1', 'kind': 'isotonic', 'classes': 2, 'thresholds': [[]],"
            + " 'values': [[]]}|needs at least one threshold",
      })
  void givenABadFile_thenItIsRefused(String text, String problem) {
    String json = text == null ? "" : text.replace('\'', '"');

    assertThatThrownBy(() -> read(json))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("m.json: ")
        .hasMessageContaining(problem);
  }

  @Test
  void givenDeepNesting_thenItIsRefused() {
    assertThatThrownBy(() -> read("{\"a\": " + "[".repeat(100_000)))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("m.json: ");
  }

  @Test
  void givenAnInvalidModel_whenWriting_thenNothingCanBeLeftBehind() throws IOException {
    Path file = Files.createDirectory(folder.resolve("model.json"));

    assertThatThrownBy(() -> ModelJson.write(file, new IdentityModel(2), PROVENANCE))
        .hasMessage(file + ": cannot be written: it is a folder");
    assertThat(file).isEmptyDirectory();
  }

  @Test
  void givenNoFile_thenItIsNamed() {
    Path file = folder.resolve("none.json");

    assertThatThrownBy(() -> ModelJson.read(file))
        .isInstanceOf(InputException.class)
        .hasMessage(file + ": there is no such file");
  }
}
