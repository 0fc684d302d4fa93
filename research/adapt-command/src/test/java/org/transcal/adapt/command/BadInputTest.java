package org.transcal.adapt.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.adapt.testing.Domains;
import org.transcal.adapt.testing.SegmentDigits;
import org.transcal.cli.testing.CommandRun;
import org.transcal.io.array.Precision;
import org.transcal.io.npy.NpyWriter;
import org.transcal.io.npy.NpzWriter;
import org.transcal.matrix.Matrix;

/** Bad input ends with a message and status 2 or 3, never as an internal error. */
class BadInputTest {
  private static final int ROWS = 20;

  @TempDir private Path folder;
  private Path data;

  @BeforeEach
  void makeData() {
    data = folder.resolve("data.npz");
    Domains.write(data, ROWS, 2);
  }

  private CommandRun adapt(Path set, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of("adapt", set.toString(), "--source", "a", "--target", "b", "--steps", "1"));
    arguments.addAll(List.of("--batch", "4", "--passes", "1", "--out", folder + "/t.npz"));
    arguments.addAll(List.of(more));
    return CommandRun.of(arguments.toArray());
  }

  private CommandRun predict(Path model, Path rows) {
    return CommandRun.of(
        "adapt",
        "predict",
        model.toString(),
        rows.toString(),
        "--out",
        folder.resolve("logits.npy").toString());
  }

  /** A data set whose class of row 0 is given, and so the number of classes. */
  private Path withClass(int label) {
    Path file = folder.resolve("classes.npz");
    float[] values = new float[2 * ROWS * Domains.COLUMNS];
    for (int i = 0; i < values.length; i++) {
      values[i] = i % 7 - 3;
    }
    try (NpzWriter writer = NpzWriter.open(file)) {
      writer
          .matrix("x", Matrix.wrap(values, 2 * ROWS, Domains.COLUMNS))
          .integers("y", IntStream.range(0, 2 * ROWS).map(i -> i == 0 ? label : i % 2).toArray())
          .integers("domain", IntStream.range(0, 2 * ROWS).map(i -> i / ROWS).toArray())
          .texts("domain_names", List.of("a", "b"));
      writer.commit();
    }
    return file;
  }

  @Test
  void givenTheDataAsOutput_thenNotOverwritten() throws IOException {
    byte[] before = Files.readAllBytes(data);

    CommandRun run = CommandRun.of("adapt", data, "--source", "a", "--target", "b", "--out", data);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("--out is " + data + ", which is also an input");
    assertThat(Files.readAllBytes(data)).isEqualTo(before);
  }

  @Test
  void givenDamagedDataSets_thenRefusedOrRead() throws IOException {
    byte[] good = Files.readAllBytes(data);
    Path bad = folder.resolve("bad.npz");
    SplittableRandom random = new SplittableRandom(6);

    for (int i = 0; i < 60; i++) {
      Files.write(bad, damaged(good, random));
      CommandRun run = adapt(bad, "--layers", "4");

      assertThat(run.status()).as("damage %d: %s", i, run.err()).isIn(0, 3, 4);
    }
  }

  @Test
  void givenDamagedModels_thenRefusedOrRead() throws IOException {
    assertThat(adapt(data, "--layers", "4").status()).isZero();
    SplittableRandom random = new SplittableRandom(7);

    int refused = 0;
    for (String name : List.of("t.network.json", "t.network.safetensors")) {
      Path file = folder.resolve(name);
      byte[] good = Files.readAllBytes(file);
      for (int i = 0; i < 120; i++) {
        Files.write(file, damaged(good, random));
        CommandRun run = predict(folder.resolve("t.network.json"), data);

        assertThat(run.status()).as("damage %d to %s: %s", i, name, run.err()).isIn(0, 3);
        refused += run.status() == 3 ? 1 : 0;
      }
      Files.write(file, good);
    }
    assertThat(refused).isGreaterThan(40);
  }

  @Test
  void givenDamagedImagesOrTheirModels_thenRefusedOrRead() throws IOException {
    SegmentDigits.writeImages(data, 30);
    CommandRun trained =
        CommandRun.of(
            "adapt",
            data.toString(),
            "--source",
            "dark",
            "--target",
            "light",
            "--steps",
            "1",
            "--channels",
            "2",
            "--layers",
            "4",
            "--out",
            folder + "/t.npz");
    assertThat(trained.status()).as(trained.err()).isZero();
    SplittableRandom random = new SplittableRandom(8);

    int refused = 0;
    for (String name : List.of("data.npz", "t.network.json", "t.network.safetensors")) {
      Path file = folder.resolve(name);
      byte[] good = Files.readAllBytes(file);
      for (int i = 0; i < 40; i++) {
        Files.write(file, damaged(good, random));
        CommandRun run = predict(folder.resolve("t.network.json"), data);

        assertThat(run.status()).as("damage %d to %s: %s", i, name, run.err()).isIn(0, 3);
        refused += run.status() == 3 ? 1 : 0;
      }
      Files.write(file, good);
    }
    assertThat(refused).isGreaterThan(30);
  }

  /** Some bytes changed, or the end cut off. */
  private static byte[] damaged(byte[] good, SplittableRandom random) {
    if (random.nextInt(4) == 0) {
      return Arrays.copyOf(good, random.nextInt(good.length));
    }
    byte[] bad = good.clone();
    for (int j = 0; j <= random.nextInt(3); j++) {
      bad[random.nextInt(bad.length)] = (byte) random.nextInt();
    }
    return bad;
  }

  @ParameterizedTest
  @CsvSource({
    "source-only, 1, '65536,65536', 65536 × 65536 weights",
    "cdan-e, 999, '65536,65536', 65536 × 65536 weights",
  })
  void givenLayersTooLargeToTrain_thenTheirSizeIsNamed(
      String method, int label, String layers, String message) {
    CommandRun run = adapt(withClass(label), "--method", method, "--layers", layers);

    assertThat(run.err()).contains(message);
    assertThat(run.status()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({"1e300", "1e39"})
  void givenHugeValues_thenTheirColumnIsNamed(double huge) {
    double[][] values = new double[2 * ROWS][Domains.COLUMNS];
    for (int i = 0; i < values.length; i++) {
      values[i][3] = i % 2 == 0 ? huge : -huge;
      values[i][0] = i % 2;
    }
    Path file = folder.resolve("huge.npz");
    try (NpzWriter writer = NpzWriter.open(file)) {
      writer
          .matrix("x", Matrix.copyOf(values))
          .integers("y", IntStream.range(0, 2 * ROWS).map(i -> i % 2).toArray())
          .integers("domain", IntStream.range(0, 2 * ROWS).map(i -> i / ROWS).toArray())
          .texts("domain_names", List.of("a", "b"));
      writer.commit();
    }

    CommandRun run = adapt(file);

    assertThat(run.err()).contains(file.toString(), "column 3", "within");
    assertThat(run.status()).isEqualTo(3);
  }

  @Test
  void givenRowsThatCannotBePredicted_thenBadInput() {
    adapt(data, "--layers", "4");
    Path model = folder.resolve("t.network.json");
    Path empty = folder.resolve("empty.npy");
    NpyWriter.write(empty, Matrix.wrap(new float[0], 0, Domains.COLUMNS), Precision.FLOAT32);

    // No rows are not a mistake.
    assertThat(predict(model, empty).status()).isZero();
    for (String rows : List.of(data + ":y", data + ":nothing", "a\0b.npy", folder.toString())) {
      CommandRun run =
          CommandRun.of(
              "adapt", "predict", model.toString(), rows, "--out", folder.resolve("l.npy") + "");

      assertThat(run.status()).as("%s: %s", rows, run.err()).isEqualTo(3);
    }
    assertThat(predict(data, data).status()).isEqualTo(3);
    assertThat(predict(folder, data).status()).isEqualTo(3);
  }
}
