package org.transcal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.io.example.NpyBytes;
import org.transcal.io.example.NpzBytes;
import org.transcal.io.file.InputException;

class ArrayFilesTest {
  @TempDir Path folder;

  private ArrayLocation file(String name, byte[] bytes) throws IOException {
    return ArrayLocation.of(Files.write(folder.resolve(name), bytes));
  }

  private ArrayLocation text(String name, String content) throws IOException {
    return ArrayLocation.of(Files.writeString(folder.resolve(name), content));
  }

  @Test
  void givenALocationAsText_thenItsPartsAreFound() {
    ArrayLocation archive = ArrayLocation.parse("a/b.npz:logits");
    ArrayLocation twice = ArrayLocation.parse("a.npz:x/b.NPZ:logits");

    assertThat(archive.file()).isEqualTo(Path.of("a/b.npz"));
    assertThat(archive.array()).contains("logits");
    assertThat(archive).hasToString("a/b.npz:logits");
    assertThat(twice.file()).isEqualTo(Path.of("a.npz:x/b.NPZ"));
    assertThat(ArrayLocation.parse("x.npy").format()).isEqualTo(ArrayLocation.Format.NPY);
    assertThat(ArrayLocation.parse("x.CSV").format()).isEqualTo(ArrayLocation.Format.CSV);
    assertThat(ArrayLocation.parse("x.npz").array()).isEmpty();
  }

  @Test
  void givenNoLocation_thenTheFormsAreNamed() {
    assertThatThrownBy(() -> ArrayLocation.parse("x.txt"))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "x.txt: is not a known kind of array; use FILE.npy, FILE.csv or FILE.npz:array");
    assertThatThrownBy(() -> ArrayLocation.parse("x.npz:"))
        .isInstanceOf(InputException.class)
        .hasMessage("x.npz: an array is named as FILE.npz:array");
  }

  @Test
  void givenAnArchiveOfOneArray_thenItNeedsNoName() throws IOException {
    Map<String, byte[]> arrays = new TreeMap<>(Map.of("z", NpyBytes.doubles(2, 1, 2)));
    ArrayLocation one = file("one.npz", NpzBytes.deflated(arrays));
    arrays.put("a", NpyBytes.doubles(2, 3, 4));
    ArrayLocation two = file("two.npz", NpzBytes.deflated(arrays));

    assertThat(ArrayFiles.readMatrix(one).get(0, 1)).isEqualTo(2);
    assertThat(ArrayFiles.readMatrix(ArrayLocation.in(two.file(), "a")).get(0, 1)).isEqualTo(4);
    assertThatThrownBy(() -> ArrayFiles.readMatrix(two))
        .hasMessage(two.file() + ": has 2 arrays; name one as two.npz:array, out of a, z");
  }

  @Test
  void givenLabels_thenIntegralNumbersOfAnyKindAreAccepted() throws IOException {
    ArrayLocation doubles = file("d.npy", NpyBytes.vector(0, 2, 1));
    ArrayLocation csv = text("c.csv", "0\n2.0\n1.000000000000000000e+00\n");
    ArrayLocation line = text("l.csv", "0,2,1\r\n");
    ArrayLocation bool = file("b.npy", NpyBytes.array("|b1", "(3,)", new byte[] {0, 1, 1}));

    assertThat(ArrayFiles.readLabels(doubles, 3).toArray()).containsExactly(0, 2, 1);
    assertThat(ArrayFiles.readLabels(csv, 3).toArray()).containsExactly(0, 2, 1);
    assertThat(ArrayFiles.readLabels(line, 3).toArray()).containsExactly(0, 2, 1);
    assertThat(ArrayFiles.readLabels(bool, 2).toArray()).containsExactly(0, 1, 1);
  }

  @Test
  void givenNoLabels_thenFileRowAndValueAreNamed() throws IOException {
    ArrayLocation fraction = file("f.npy", NpyBytes.vector(0, 1.5));
    ArrayLocation large = file("l.npy", NpyBytes.vector(0, 1e300));
    ArrayLocation nan = file("n.npy", NpyBytes.vector(Double.NaN));
    ArrayLocation outside = file("o.npy", NpyBytes.integers(0, 3));
    ArrayLocation negative = file("m.npy", NpyBytes.integers(-1, 0));
    ArrayLocation texts = file("t.npy", NpyBytes.texts("cat", "dog"));
    ArrayLocation words = text("w.csv", "0\ncat\n");
    ArrayLocation column = file("c.npy", NpyBytes.doubles(2, 0, 1));
    ArrayLocation wide = text("v.csv", "0,1\n1,0\n");

    assertLabels(fraction, "label at row 1 is 1.5; it must be an integer");
    assertLabels(large, "label at row 1 is 1.0E300; it must be an integer below 2^31");
    assertLabels(nan, "label at row 0 is NaN; it must be an integer");
    assertLabels(outside, "Label at row 1 is 3; labels of 3 classes must be in 0 … 2");
    assertLabels(negative, "Label at row 0 is -1; labels of 3 classes must be in 0 … 2");
    assertLabels(
        texts,
        "holds text; numbers are needed (names of classes need an array class_names"
            + " beside them, such as np.unique(labels))");
    assertLabels(
        words,
        "line 2, column 1 is \"cat\"; it must be a number, and commas must separate numbers"
            + " (names of classes need an array class_names beside them, such as"
            + " np.unique(labels))");
    assertLabels(
        column,
        "has 2 dimension(s), shape (1, 2); it must have 1 (one-hot rows: save a.argmax(axis=1))");
    assertLabels(
        wide,
        "has 2 lines of 2 numbers; one number per line, or all on one line, are needed (pandas leaves"
            + " row numbers out with index=False)");
  }

  private static void assertLabels(ArrayLocation location, String problem) {
    assertThatThrownBy(() -> ArrayFiles.readLabels(location, 3))
        .isInstanceOf(InputException.class)
        .hasMessage(location.file() + ": " + problem);
  }

  @Test
  void givenAVector_thenItMustBeFinite() throws IOException {
    ArrayLocation good = file("g.npy", NpyBytes.vector(0.5, 2));
    ArrayLocation bad = file("b.npy", NpyBytes.vector(0.5, Double.NEGATIVE_INFINITY));

    assertThat(ArrayFiles.readVector(good)).containsExactly(0.5, 2);
    assertThatThrownBy(() -> ArrayFiles.readVector(bad))
        .hasMessage(bad.file() + ": value at row 1 is -Infinity; it must be finite");
  }

  /** hashlib.sha256(np.array([[1, -2.5]]).tobytes()). */
  @Test
  void givenTheSameDoublesInThreeFormats_thenTheDigestIsTheSame() throws IOException {
    byte[] bytes = NpyBytes.doubles(2, 1, -2.5);
    ArrayLocation npy = file("x.npy", bytes);
    ArrayLocation npz = file("x.npz", NpzBytes.deflated(Map.of("x", bytes)));
    ArrayLocation csv = text("x.csv", "1,-2.5\n");
    String expected = "f138ae8a7b9a72de60b736f59d2474dd5b2357f5817f0dfa3309f5da5e629d87";

    assertThat(ArrayFiles.digest(npy)).isEqualTo(expected);
    assertThat(ArrayFiles.digest(npz)).isEqualTo(expected);
    assertThat(ArrayFiles.digest(csv)).isEqualTo(expected);
  }

  @Test
  void givenNoFile_thenItIsNamed() {
    ArrayLocation missing = ArrayLocation.of(folder.resolve("x.npy"));
    ArrayLocation aFolder = ArrayLocation.of(folder.resolve("y.npy"));

    assertThatThrownBy(() -> ArrayFiles.readMatrix(missing))
        .hasMessage(missing.file() + ": there is no such file");
    assertThatThrownBy(
            () -> {
              Files.createDirectory(aFolder.file());
              ArrayFiles.readMatrix(aFolder);
            })
        .hasMessage(aFolder.file() + ": this is not a file; a regular file is needed");
  }
}
