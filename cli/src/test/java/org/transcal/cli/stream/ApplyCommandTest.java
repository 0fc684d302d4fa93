package org.transcal.cli.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.OutputFiles;
import org.transcal.cli.testing.TaskFile;
import org.transcal.io.json.ModelJson;
import org.transcal.io.npy.NpyWriter;
import org.transcal.io.npy.Precision;
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
  void givenLogits_thenWhatTheModelGives() {
    Path out = folder.resolve("p.npy");

    CommandRun run = CommandRun.done("apply", model, logits, "--out", out);

    OutputFiles.Npy written = OutputFiles.npy(out);
    CalibrationModel calibration = ModelJson.read(model).model();
    Probabilities expected = calibration.calibrate(values);
    assertThat(written.header()).contains("'<f8'", "(10001, 5)");
    for (int i = 0; i < ROWS; i++) {
      for (int k = 0; k < CLASSES; k++) {
        assertThat(written.values()[i * CLASSES + k]).isCloseTo(expected.get(i, k), within(1e-15));
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
  void givenArrayOfArchive_thenItEqualsTheProbabilitiesOfFit() {
    Path out = folder.resolve("p.npy");

    CommandRun.done("apply", model, folder.resolve("task.npz") + ":target_logits", "--out", out);

    assertThat(out).hasSameBinaryContentAs(folder.resolve("fit/target_probabilities.npy"));
  }

  @Test
  void givenProbabilities_thenTheirLogarithmsAreCalibrated() {
    Path probabilities = npy("probabilities.npy", values.softmax(1).toMatrix(), Precision.FLOAT64);
    Path fromLogits = folder.resolve("a.npy");
    Path fromProbabilities = folder.resolve("b.npy");
    // One temperature for all classes forgets the offset that softmax removed; a vector would not.
    CommandRun.done(
        "fit", folder.resolve("task.npz"), "--method", "temperature", "--out", folder.resolve("t"));
    Path temperature = folder.resolve("t/model.json");

    CommandRun.done("apply", temperature, logits, "--out", fromLogits);
    CommandRun.done(
        "apply", temperature, probabilities, "--probabilities", "--out", fromProbabilities);

    assertThat(OutputFiles.npy(fromProbabilities).values())
        .containsExactly(OutputFiles.npy(fromLogits).values(), within(1e-12));
    assertThat(CommandRun.done("apply", temperature, probabilities, "--out", fromLogits).err())
        .contains("say --probabilities");
  }

  @Test
  void givenOtherNumberOfClasses_thenStatus3AndNoFile() {
    Path other = npy("other.npy", Matrix.wrap(new double[12], 4, 3), Precision.FLOAT64);
    Path out = folder.resolve("p.npy");

    CommandRun run = CommandRun.of("apply", model, other, "--out", out);

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).contains("other.npy: has 3 columns", "5 classes");
    assertThat(Files.exists(out)).isFalse();
  }

  @Test
  void givenBadValueFarDown_thenStatus3NamesItsRowAndNoFile() {
    double[] numbers = new double[ROWS * CLASSES];
    numbers[9_000 * CLASSES + 2] = Double.NaN;
    Path bad = npy("bad.npy", Matrix.wrap(numbers, ROWS, CLASSES), Precision.FLOAT64);

    CommandRun run = CommandRun.of("apply", model, bad, "--out", folder.resolve("sub/p.npy"));

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).contains("bad.npy", "9000");
    assertThat(Files.exists(folder.resolve("sub"))).isFalse();
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
  void givenBadModel_thenStatus3AndOneLine(String text) throws Exception {
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
