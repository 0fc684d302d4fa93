package org.transcal.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.io.ArrayFiles;
import org.transcal.io.ArrayLocation;
import org.transcal.io.PredictionScale;
import org.transcal.io.array.Precision;
import org.transcal.io.json.ModelJson;
import org.transcal.io.json.Provenance;
import org.transcal.io.npy.NpyWriter;
import org.transcal.matrix.Matrix;
import org.transcal.model.CalibrationModel;
import org.transcal.model.Parameter;
import org.transcal.serve.RawClient.Answer;
import org.transcal.workflow.Apply;
import org.transcal.workflow.Listener;
import org.transcal.workflow.RowSource;

/** POST /calibrate: numbers and refusals. */
class CalibrateTest {
  private static final int ROWS = 5000;

  @TempDir private Path folder;
  private RunningServer server;

  @BeforeEach
  void start() throws IOException {
    server = RunningServer.of(Optional.of(RunningServer.MODEL));
  }

  @AfterEach
  void stop() {
    server.close();
    assertThat(server.unexpected).isEmpty();
  }

  static Stream<CalibrationModel> models() {
    return Stream.of(RunningServer.MODEL, RunningServer.vectorModel());
  }

  private Path logits(int rows, Precision precision) {
    SplittableRandom random = new SplittableRandom(1);
    double[] values = random.doubles(rows * 3L, -9, 9).toArray();
    Path file = folder.resolve("logits.npy");
    NpyWriter.write(file, Matrix.wrap(values, rows, 3), precision);
    return file;
  }

  /** What transcal apply makes of a file. */
  private Path applied(CalibrationModel model, Path logits) {
    Path file = folder.resolve("model.json");
    Path out = folder.resolve("probabilities.npy");
    ModelJson.write(file, model, Provenance.unknown());
    Apply.of(model, file, RowSource.of(ArrayLocation.of(logits)), PredictionScale.LOGITS)
        .toFile(out, 1, Listener.silent());
    return out;
  }

  private static String json(Path logits) {
    StringBuilder text = new StringBuilder("{\"logits\": [");
    double[][] rows = ArrayFiles.readMatrix(ArrayLocation.of(logits)).toArrays();
    for (int i = 0; i < rows.length; i++) {
      text.append(i == 0 ? "[" : ",[");
      for (int k = 0; k < rows[i].length; k++) {
        text.append(k == 0 ? "" : ", ").append(rows[i][k]);
      }
      text.append(']');
    }
    return text.append("]}").toString();
  }

  /** All numbers of a field, nested or not. */
  private static double[] numbers(Answer answer, String field) throws IOException {
    List<Double> numbers = new ArrayList<>();
    try (JsonParser json = new JsonFactory().createParser(answer.bytes())) {
      String current = "";
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token == JsonToken.FIELD_NAME) {
          current = json.currentName();
        } else if (token.isNumeric() && current.equals(field)) {
          numbers.add(json.getDoubleValue());
        }
      }
    }
    return numbers.stream().mapToDouble(number -> number).toArray();
  }

  private static double[] flat(Path npy) {
    return Stream.of(ArrayFiles.readMatrix(ArrayLocation.of(npy)).toArrays())
        .flatMapToDouble(Arrays::stream)
        .toArray();
  }

  @ParameterizedTest
  @MethodSource("models")
  void givenManyRowsAsJson_thenEveryBitOfApply(CalibrationModel model) throws Exception {
    Path logits = logits(ROWS, Precision.FLOAT64);
    double[] expected = flat(applied(model, logits));

    try (RunningServer other = RunningServer.of(Optional.of(model))) {
      Answer answer = other.calibrate(json(logits), RunningServer.JSON);

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.header("content-type")).isEqualTo("application/json");
      assertThat(numbers(answer, "probabilities")).isEqualTo(expected);
      double[] confidence = numbers(answer, "confidence");
      double[] prediction = numbers(answer, "prediction");
      assertThat(confidence).hasSize(ROWS);
      assertThat(prediction).hasSize(ROWS);
      for (int i = 0; i < ROWS; i++) {
        assertThat(expected[3 * i + (int) prediction[i]]).isEqualTo(confidence[i]);
        for (int k = 0; k < 3; k++) {
          assertThat(expected[3 * i + k]).isLessThanOrEqualTo(confidence[i]);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "FLOAT32, application/x-npy, application/octet-stream",
    "FLOAT64, application/octet-stream, application/x-npy"
  })
  void givenNpy_thenTheBytesOfApply(Precision precision, String sent, String wanted)
      throws Exception {
    Path logits = logits(ROWS, precision);
    Path expected = applied(RunningServer.MODEL, logits);

    Answer answer =
        RawClient.ask(
            server.port(),
            "POST /calibrate",
            Files.readAllBytes(logits),
            "Content-Type: " + sent,
            "Accept: " + wanted);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("content-type")).isEqualTo(wanted);
    assertThat(expected).hasBinaryContent(answer.bytes());
  }

  @Test
  void givenSinglePrecisionNpyAndJsonAnswer_thenEveryBitOfApply() throws Exception {
    Path logits = logits(7, Precision.FLOAT32);
    double[] expected = flat(applied(RunningServer.MODEL, logits));

    Answer answer =
        RawClient.ask(
            server.port(), "POST /calibrate", Files.readAllBytes(logits), RunningServer.NPY);

    double[] got = numbers(answer, "probabilities");
    for (int i = 0; i < expected.length; i++) {
      assertThat((float) got[i]).isEqualTo((float) expected[i]);
    }
    assertThat(answer.text()).startsWith("{\"probabilities\":[[");
  }

  @Test
  void givenJsonAndNpyAnswer_thenTheBytesOfApply() throws Exception {
    Path logits = logits(7, Precision.FLOAT64);
    Path expected = applied(RunningServer.MODEL, logits);

    Answer answer = server.calibrate(json(logits), RunningServer.JSON, "Accept: application/x-npy");

    assertThat(expected).hasBinaryContent(answer.bytes());
  }

  @Test
  void givenOneRow_thenAnswerWithoutListOfRows() throws Exception {
    Answer one = server.calibrate("{\"logits\": [1.5, 0.2, -3.1]}", RunningServer.JSON);
    Answer many = server.calibrate("{\"logits\": [[1.5, 0.2, -3.1]]}", RunningServer.JSON);

    assertThat(one.text())
        .matches(
            "\\{\"probabilities\":\\[[^\\[\\]]*],\"confidence\":0[^\\[]*,\"prediction\":0}\\s*");
    assertThat(many.text())
        .matches(
            "\\{\"probabilities\":\\[\\[[^\\[]*]],\"confidence\":\\[0.*],\"prediction\":\\[0]}\\s*");
    assertThat(numbers(one, "probabilities")).isEqualTo(numbers(many, "probabilities"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"logits\": [1.5, NaN, 2]}|row 0, class 1",
        "{\"logits\": [[1,2,3],[4,Infinity,6]]}|row 1, class 1",
        "{\"logits\": [[1,2,3],[4,null,6]]}|row 1, class 1",
        "{\"logits\": [[1,2,3],[4,\"5\",6]]}|row 1, class 1",
        "{\"logits\": [[1,2,3],[4,5,[6]]]}|row 1, class 2",
        "{\"logits\": [[1,2,3],[4,1e31,6]]}|row 1, class 1 is 1.0E31",
        "{\"logits\": [[1,2,3],[4,1e999,6]]}|row 1, class 1 is Infinity",
        "{\"logits\": [[1,2,3],[4,5]]}|row 1 has 2 logits but the model has 3 classes",
        "{\"logits\": [[1,2,3],[4,5,6,7]]}|row 1 has more than 3 logits",
        "{\"logits\": [[1,2,3],4]}|row 1 is not a list of numbers",
        "{\"logits\": []}|row 0 has 0 logits",
        "{\"logits\": [[]]}|row 0 has 0 logits",
        "{\"logits\": 3}|must be {",
        "{\"logit\": [1,2,3]}|must be {",
        "{\"logits\": [1,2,3], \"more\": 1}|must be {",
        "{\"logits\": [1,2,3], \"logits\": [1,2,3]}|not valid JSON",
        "{\"logits\": [1,2,3]} x|not valid JSON",
        "[1,2,3]|must be {",
        "{\"logits\": [1,2|not valid JSON",
        "''|must be {",
        "\"logits\"|must be {",
        "{\"logits\": [[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]}|row 0, class 0",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[|must be {",
      })
  void givenBadJson_then400ThatSaysWhere(String body, String message) throws Exception {
    Answer answer = server.calibrate(body, RunningServer.JSON);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.text())
        .startsWith("{\"error\":\"request: ")
        .contains(message.replace("\"", "\\\""));
  }

  @Test
  void givenLongNumber_then400() throws Exception {
    String digits = "1".repeat(1000);

    Answer answer = server.calibrate("{\"logits\": [1,2," + digits + "]}", RunningServer.JSON);

    assertThat(answer.status()).isEqualTo(400);
  }

  @Test
  void givenLogitTooLargeAfterScaling_thenItStopsAtTheLargest() throws Exception {
    CalibrationModel steep =
        CalibrationModel.of(
            "vector",
            2,
            Map.of(
                "weights", new Parameter.Vector(new double[] {1e10, 1}),
                "bias", new Parameter.Vector(new double[] {0, 0})));
    try (RunningServer other = RunningServer.of(Optional.of(steep))) {
      Answer answer = other.calibrate("{\"logits\": [1e29, 1]}", RunningServer.JSON);

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.text()).contains("\"confidence\":1.0,\"prediction\":0");
    }
  }

  @Test
  void givenBadNpy_then400() throws Exception {
    Path wide = folder.resolve("wide.npy");
    NpyWriter.write(wide, Matrix.wrap(new double[8], 2, 4), Precision.FLOAT64);
    Path nan = folder.resolve("nan.npy");
    NpyWriter.write(nan, Matrix.wrap(new double[] {1, 2, Double.NaN}, 1, 3), Precision.FLOAT64);
    byte[] cut = Arrays.copyOf(Files.readAllBytes(wide), 150);

    assertThat(npy(Files.readAllBytes(wide)))
        .contains("400", "has 4 columns but the model has 3 classes");
    assertThat(npy(Files.readAllBytes(nan))).contains("400", "row 0", "NaN");
    assertThat(npy(cut)).contains("400", "bytes of data");
    assertThat(npy("hello".getBytes(StandardCharsets.UTF_8))).contains("400", "not a .npy array");
  }

  private String npy(byte[] body) throws IOException {
    Answer answer = RawClient.ask(server.port(), "POST /calibrate", body, RunningServer.NPY);
    return answer.status() + " " + answer.text();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Content-Type: text/plain|415",
        "Content-Type: application/x-www-form-urlencoded|415",
        "X-None: 1|415",
        "Content-Type: application/json; charset=utf-8|200",
      })
  void givenContentType_thenStatus(String header, int status) throws Exception {
    assertThat(server.calibrate("{\"logits\": [1,2,3]}", header).status()).isEqualTo(status);
  }

  @Test
  void givenCompressedBody_then415() throws Exception {
    Answer answer =
        server.calibrate("{\"logits\": [1,2,3]}", RunningServer.JSON, "Content-Encoding: gzip");

    assertThat(answer.status()).isEqualTo(415);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*/*|200|application/json",
        "text/html, application/*;q=0.5|200|application/json",
        "application/x-npy;q=0.4, application/json;q=0.6|200|application/json",
        "application/x-npy;q=0.6, application/json;q=0.4|200|application/x-npy",
        "application/octet-stream|200|application/octet-stream",
        "text/html|406|application/json",
        "application/json;q=0|406|application/json",
      })
  void givenAccept_thenFormat(String accept, int status, String type) throws Exception {
    Answer answer =
        server.calibrate("{\"logits\": [1,2,3]}", RunningServer.JSON, "Accept: " + accept);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.header("content-type")).isEqualTo(type);
  }

  @Test
  void givenNoModel_then404ThatSaysWhy() throws Exception {
    try (RunningServer other = RunningServer.of(Optional.empty())) {
      Answer answer = other.calibrate("{\"logits\": [1,2,3]}", RunningServer.JSON);

      assertThat(answer.status()).isEqualTo(404);
      assertThat(answer.text()).contains("--model");
    }
  }

  @Test
  void givenBodyAboveTheLimit_then413() throws Exception {
    String body = "{\"logits\": [1,2,3" + " ".repeat(RunningServer.MOST_BYTES) + "]}";

    Answer answer = server.calibrate(body, RunningServer.JSON);

    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.text()).contains("more than 1 MB", "--max-request-mb");
  }
}
