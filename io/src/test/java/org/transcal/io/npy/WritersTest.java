package org.transcal.io.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.transcal.io.ArrayFiles;
import org.transcal.io.ArrayLocation;
import org.transcal.io.array.Precision;
import org.transcal.io.file.ByteSource;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

class WritersTest {
  @TempDir Path folder;

  private static final Matrix DOUBLES =
      Matrix.copyOf(new double[][] {{0.1, -2}, {3e300, 4}, {Double.MIN_VALUE, 0}});

  private static Matrix read(Path file) throws IOException {
    try (ByteSource source = ByteSource.open(file)) {
      return NpyArray.in(source).matrix();
    }
  }

  @Test
  void givenDoubles_whenWrittenAndRead_thenEveryBitIsThere() throws IOException {
    Path file = folder.resolve("x.npy");

    NpyWriter.write(file, DOUBLES, Precision.FLOAT64);

    assertThat(read(file).toArrays()).isDeepEqualTo(DOUBLES.toArrays());
  }

  @ParameterizedTest
  @EnumSource(Precision.class)
  void givenStream_thenTheBytesAreThoseOfTheFile(Precision precision) throws IOException {
    float[] values = new float[3 * 7001];
    for (int i = 0; i < values.length; i++) {
      values[i] = i * 7919 % 13;
    }
    Probabilities rows = Logits.of(Matrix.wrap(values, 7001, 3)).softmax(1.5);
    Path file = folder.resolve("x.npy");
    ByteArrayOutputStream stream = new ByteArrayOutputStream();

    NpyWriter.write(file, rows, precision);
    NpyWriter.write(stream, rows, precision);

    assertThat(file).hasBinaryContent(stream.toByteArray());
  }

  @ParameterizedTest
  @EnumSource(Precision.class)
  void givenBlocks_thenTheFileIsThatOfTheWhole(Precision precision) throws IOException {
    Path whole = folder.resolve("whole.npy");
    Path blocks = folder.resolve("blocks.npy");

    NpyWriter.write(whole, DOUBLES, precision);
    try (NpyWriter writer = NpyWriter.open(blocks, 2, precision)) {
      writer.write(DOUBLES.rowRange(0, 2));
      writer.write(DOUBLES.rowRange(2, 3));
      writer.commit();
    }

    assertThat(blocks).hasSameBinaryContentAs(whole);
    int bytes = precision == Precision.FLOAT32 ? 4 : 8;
    assertThat(Files.size(whole)).isEqualTo(128 + 6 * bytes);
  }

  @Test
  void givenIntegers_thenAVectorOfThem() throws IOException {
    Path file = folder.resolve("labels.npy");

    NpyWriter.writeIntegers(file, 3, -1, 70_000);

    assertThat(ArrayFiles.readVector(ArrayLocation.parse(file.toString())))
        .containsExactly(3, -1, 70_000);
    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
        .contains("'<i4'", "'shape': (3,)");
  }

  @Test
  void givenProbabilities_thenTheirRowsAreWritten() throws IOException {
    Path file = folder.resolve("p.npy");
    Logits logits = Logits.copyOf(new double[][] {{0, 0}, {Math.log(3), 0}});

    try (NpyWriter writer = NpyWriter.open(file, 2, Precision.FLOAT32)) {
      writer.write(logits.softmax(1));
      writer.commit();
    }

    assertThat(read(file).get(0, 0)).isEqualTo(0.5);
    assertThat(read(file).get(1, 0)).isEqualTo(0.75f);
  }

  @Test
  void givenMoreThanAChunk_thenEveryRowArrives() throws IOException {
    Path file = folder.resolve("long.npy");
    int rows = 20_011;
    double[] values = new double[rows];
    for (int i = 0; i < rows; i++) {
      values[i] = i;
    }

    NpyWriter.write(file, Matrix.wrap(values, rows, 1), Precision.FLOAT64);

    Matrix back = read(file);
    assertThat(back.rows()).isEqualTo(rows);
    assertThat(back.get(rows - 1, 0)).isEqualTo(rows - 1);
    assertThat(back.get(8191, 0)).isEqualTo(8191);
  }

  @Test
  void givenNoCommit_thenNothingIsLeftBehind() throws IOException {
    try (NpyWriter writer = NpyWriter.open(folder.resolve("x.npy"), 2, Precision.FLOAT32)) {
      writer.write(DOUBLES);
    }
    try (NpzWriter writer = NpzWriter.open(folder.resolve("x.npz"))) {
      writer.matrix("a", DOUBLES);
    }

    assertThat(list()).isEmpty();
  }

  private List<Path> list() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  @Test
  void givenRowsOfAnotherWidth_thenTheyAreRefused() {
    try (NpyWriter writer = NpyWriter.open(folder.resolve("x.npy"), 3, Precision.FLOAT32)) {
      assertThatThrownBy(() -> writer.write(DOUBLES))
          .hasMessage("Rows have 2 columns where the file has 3");
    }
  }

  @Test
  void givenNamedArrays_whenWrittenAndRead_thenTheyAreTheSame() {
    Path file = folder.resolve("x.npz");
    Matrix floats = Matrix.wrap(new float[] {1, 2, 3, 0.1f}, 2, 2);

    writeExample(file, floats);

    try (NpzArchive archive = NpzArchive.open(file)) {
      assertThat(archive.names()).containsExactly("doubles", "floats", "ids", "names", "weights");
      assertThat(archive.array("floats").matrix()).isInstanceOf(Matrix.OfFloats.class);
      assertThat(archive.array("floats").matrix().toArrays()).isDeepEqualTo(floats.toArrays());
      assertThat(archive.array("doubles").matrix().toArrays()).isDeepEqualTo(DOUBLES.toArrays());
      assertThat(archive.array("ids").vector()).containsExactly(-1, 0, Integer.MAX_VALUE);
      assertThat(archive.array("weights").vector()).containsExactly(0.1, 1e-300);
      assertThat(archive.array("names").texts()).containsExactly("a", "élan 𝄞", "");
    }
  }

  private static void writeExample(Path file, Matrix floats) {
    try (NpzWriter writer = NpzWriter.open(file)) {
      writer
          .matrix("floats", floats)
          .matrix("doubles", DOUBLES)
          .integers("ids", -1, 0, Integer.MAX_VALUE)
          .numbers("weights", 0.1, 1e-300)
          .texts("names", List.of("a", "élan 𝄞", ""));
      writer.commit();
    }
  }

  @Test
  void givenTheSameArrays_thenTheBytesAreTheSame() {
    Path first = folder.resolve("first.npz");
    Path second = folder.resolve("second.npz");

    writeExample(first, DOUBLES);
    writeExample(second, DOUBLES);

    assertThat(second).hasSameBinaryContentAs(first);
  }

  @Test
  void givenANameTwice_thenItIsRefused() {
    try (NpzWriter writer = NpzWriter.open(folder.resolve("x.npz"))) {
      writer.integers("a", 1);
      assertThatThrownBy(() -> writer.integers("a", 1))
          .hasMessage("Array \"a\" is in the file already");
    }
  }
}
