package org.transcal.cli.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.OutputFiles;
import org.transcal.cli.testing.TaskFile;
import org.transcal.io.array.Precision;
import org.transcal.io.json.ModelJson;
import org.transcal.io.npy.NpyWriter;
import org.transcal.io.npy.NpzWriter;
import org.transcal.matrix.Matrix;
import org.transcal.model.CalibrationModel;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

class ApplyCommandTest {
  /** More than two blocks. */
  private static final int ROWS = 10_001;

  private static final int CLASSES = 5;

  @TempDir private Path folder;
  private Path model;
  private Path logits;
  private Logits values;

  @BeforeEach
  void write() {
    Path task = TaskFile.small(1).write(folder.resolve("task.npz"));
    CommandRun.done("fit", task, "--method", "vector", "--out", folder.resolve("fit"));
    model = folder.resolve("fit/model.json");
    double[] numbers = new double[ROWS * CLASSES];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = 3 * Math.sin(i * i % 1009);
    }
    values = Logits.of(Matrix.wrap(numbers, ROWS, CLASSES));
    logits = npy("logits.npy", values.values(), Precision.FLOAT64);
  }

  private Path npy(String name, Matrix matrix, Precision precision) {
    Path file = folder.resolve(name);
    try (NpyWriter writer = NpyWriter.open(file, matrix.columns(), precision)) {
      writer.write(matrix);
      writer.commit();
    }
    return file;
  }

  @Test
  void givenLogits_thenProbabilitiesOfTheModel() {
    Path out = folder.resolve("p.npy");

    CommandRun run = CommandRun.done("apply", model, logits, "--out", out);

    OutputFiles.Npy written = OutputFiles.npy(out);
    CalibrationModel calibration = ModelJson.read(model).model();
    Probabilities expected = calibration.calibrate(values);
    assertThat(written.header()).contains("'<f8'", "(10001, 5)");
    for (int i = 0; i < ROWS; i++) {
      for (int k = 0; k < CLASSES; k++) {
        // Rows use a faster exponential than single values, accurate to this.
        assertThat(written.values()[i * CLASSES + k]).isCloseTo(expected.get(i, k), within(1e-13));
      }
    }
    assertThat(run.out()).contains("10,001 rows", "p.npy");
  }

  @Test
  void givenSinglePrecision_thenSinglePrecision() {
    Path single = npy("single.npy", values.values(), Precision.FLOAT32);
    Path out = folder.resolve("p.npy");

    CommandRun.done("apply", model, single, "--out", out);

    assertThat(OutputFiles.npy(out).header()).contains("'<f4'");
  }

  @Test
  void givenCsv_thenRowsOfProbabilitiesThatSumToOne() throws Exception {
    Path out = folder.resolve("p.csv");

    CommandRun.done("apply", model, logits, "--out", out);

    assertThat(Files.readAllLines(out))
        .hasSize(ROWS)
        .allSatisfy(
            line -> {
              double sum = 0;
              for (String number : line.split(",")) {
                sum += Double.parseDouble(number);
              }
              assertThat(sum).isCloseTo(1, within(1e-6));
            });
  }

  @Test
  void givenArrayOfArchive_thenSameProbabilitiesAsFit() {
    Path out = folder.resolve("p.npy");

    CommandRun.done("apply", model, folder.resolve("task.npz") + ":target_logits", "--out", out);

    assertThat(out).hasSameBinaryContentAs(folder.resolve("fit/target_probabilities.npy"));
  }

  @Test
  void givenProbabilities_thenTheirLogarithmsAreCalibrated() {
    Path probabilities = npy("probabilities.npy", values.softmax(1).toMatrix(), Precision.FLOAT64);
    Path fromLogits = folder.resolve("a.npy");
    Path fromProbabilities = folder.resolve("b.npy");
    // A single temperature is invariant to the offset that softmax removes; a vector is not.
    CommandRun.done(
        "fit", folder.resolve("task.npz"), "--method", "temperature", "--out", folder.resolve("t"));
    Path temperature = folder.resolve("t/model.json");

    CommandRun.done("apply", temperature, logits, "--out", fromLogits);
    CommandRun.done(
        "apply", temperature, probabilities, "--probabilities", "--out", fromProbabilities);

    assertThat(OutputFiles.npy(fromProbabilities).values())
        .containsExactly(OutputFiles.npy(fromLogits).values(), within(1e-12));
    assertThat(CommandRun.done("apply", temperature, probabilities, "--out", fromLogits).err())
        .contains("add --probabilities");
  }

  @Test
  void givenWrongNumberOfClasses_thenStatus3AndNoFile() {
    Path other = npy("other.npy", Matrix.wrap(new double[12], 4, 3), Precision.FLOAT64);
    Path out = folder.resolve("p.npy");

    CommandRun run = CommandRun.of("apply", model, other, "--out", out);

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).contains("other.npy: has 3 columns", "5 classes");
    assertThat(Files.exists(out)).isFalse();
  }

  @Test
  void givenInvalidValueInALateRow_thenStatus3NamesTheRowAndNoFile() {
    double[] numbers = new double[ROWS * CLASSES];
    numbers[9_000 * CLASSES + 2] = Double.NaN;
    Path bad = npy("bad.npy", Matrix.wrap(numbers, ROWS, CLASSES), Precision.FLOAT64);

    CommandRun run = CommandRun.of("apply", model, bad, "--out", folder.resolve("sub/p.npy"));

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).contains("bad.npy", "9000");
    assertThat(Files.exists(folder.resolve("sub"))).isFalse();
  }

  /** What one thread writes without blocks. */
  private Path expected(Path modelFile, Matrix matrix, Precision precision) {
    Path file = folder.resolve("expected.npy");
    try (NpyWriter writer = NpyWriter.open(file, matrix.columns(), precision)) {
      writer.write(ModelJson.read(modelFile).model().calibrate(Logits.of(matrix)));
      writer.commit();
    }
    return file;
  }

  @ParameterizedTest
  @CsvSource({
    "temperature, FLOAT32",
    "temperature, FLOAT64",
    "vector, FLOAT32",
    "vector, FLOAT64",
    "isotonic, FLOAT32"
  })
  void givenAnyNumberOfThreads_thenSameBytesAsWithoutBlocks(String method, Precision precision) {
    Path task = folder.resolve("task.npz");
    CommandRun.done("fit", task, "--method", method, "--out", folder.resolve("m"));
    Path fitted = folder.resolve("m/model.json");
    // 40,004 rows: ten blocks, of which the last is short.
    Matrix matrix = repeated(4, precision);
    Path input = npy("input.npy", matrix, precision);
    Path expected = expected(fitted, matrix, precision);
    Path archive = folder.resolve("input.npz");
    try (NpzWriter writer = NpzWriter.open(archive)) {
      writer.matrix("x", matrix).commit();
    }

    for (int threads = 1; threads <= 3; threads++) {
      Path out = folder.resolve("p" + threads + ".npy");
      CommandRun.done("apply", fitted, input, "--out", out, "--threads", threads);
      assertThat(out).hasSameBinaryContentAs(expected);
      CommandRun.done("apply", fitted, archive + ":x", "--out", out, "--threads", threads);
      assertThat(out).hasSameBinaryContentAs(expected);
    }
  }

  private Matrix repeated(int times, Precision precision) {
    float[] floats = new float[times * ROWS * CLASSES];
    double[] doubles = new double[floats.length];
    for (int i = 0; i < floats.length; i++) {
      int row = i / CLASSES % ROWS;
      doubles[i] = values.values().get(row, i % CLASSES) * (1 + i / (ROWS * CLASSES));
      floats[i] = (float) doubles[i];
    }
    return precision == Precision.FLOAT32
        ? Matrix.wrap(floats, times * ROWS, CLASSES)
        : Matrix.wrap(doubles, times * ROWS, CLASSES);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void givenInvalidValuesInSeveralBlocks_thenFirstIsNamedForAnyThreads(int threads) {
    float[] numbers = new float[60_000 * CLASSES];
    for (int row = 13_107; row < 60_000; row += 4_000) {
      numbers[row * CLASSES + 3] = Float.NEGATIVE_INFINITY;
    }
    Path bad = npy("bad.npy", Matrix.wrap(numbers, 60_000, CLASSES), Precision.FLOAT32);
    Path out = folder.resolve("sub/p.npy");

    for (int repeat = 0; repeat < 10; repeat++) {
      CommandRun run = CommandRun.of("apply", model, bad, "--out", out, "--threads", threads);

      assertThat(run.status()).isEqualTo(3);
      assertThat(run.onlyErrLine())
          .startsWith("error: " + bad + ": Logit at row 13107, class 3 is -Infinity; ");
      assertThat(Files.exists(folder.resolve("sub"))).isFalse();
    }
  }

  @Test
  void givenInvalidProbabilitiesInALaterBlock_thenItsRowInTheFileIsNamed() {
    float[] numbers = new float[60_000 * CLASSES];
    Arrays.fill(numbers, 0.2f);
    numbers[20_000 * CLASSES] = 3;
    Path bad = npy("bad.npy", Matrix.wrap(numbers, 60_000, CLASSES), Precision.FLOAT32);

    CommandRun run =
        CommandRun.of("apply", model, bad, "--probabilities", "--out", folder.resolve("p.npy"));

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).matches(".*: Probability at row 20000, class 0 is 3.0; .*");
  }

  @Test
  void givenNoRows_thenStatus3() {
    Path none = npy("none.npy", Matrix.wrap(new double[0], 0, CLASSES), Precision.FLOAT64);

    CommandRun run = CommandRun.of("apply", model, none, "--out", folder.resolve("p.npy"));

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).contains("no rows");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"schema\": \"transcal.model/1\"", "PK", "[1, 2]", ""})
  void givenInvalidModel_thenStatus3AndOneLine(String text) throws Exception {
    Path bad = Files.writeString(folder.resolve("bad.json"), text);

    CommandRun run = CommandRun.of("apply", bad, logits, "--out", folder.resolve("p.npy"));

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).startsWith("error: " + bad);
    assertThat(Files.exists(folder.resolve("p.npy"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"missing.npy", "what.bin", "task.npz", "task.npz:nothing"})
  void givenNoSuchArray_thenStatus3AndOneLine(String name) {
    CommandRun run =
        CommandRun.of("apply", model, folder.resolve(name), "--out", folder.resolve("p.npy"));

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).startsWith("error: " + folder);
  }
}
