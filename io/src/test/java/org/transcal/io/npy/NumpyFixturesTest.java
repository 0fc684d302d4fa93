package org.transcal.io.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;

/** Every type, order, byte order and format version, as numpy writes them. */
class NumpyFixturesTest {
  private static final int ROWS = 3;
  private static final int COLUMNS = 4;

  /** What make_fixtures.py puts at position k of an array of a kind. */
  private static double expected(String kind, int k) {
    return switch (kind.charAt(0)) {
      case 'f' -> k / 4.0 - 1;
      case 'i' -> k - 5;
      case 'u' -> 20 * k;
      default -> k % 2;
    };
  }

  private static Stream<String> names() {
    return new String(NumpyFiles.bytes("digests.txt"), StandardCharsets.US_ASCII)
        .lines()
        .map(line -> line.split(" ")[0]);
  }

  @TestFactory
  Stream<DynamicTest> givenAnArrayOfNumpy_whenStored_thenItsValuesAreRead() {
    return names()
        .map(name -> DynamicTest.dynamicTest(name, () -> assertValues("stored.npz", name)));
  }

  @TestFactory
  Stream<DynamicTest> givenAnArrayOfNumpy_whenDeflated_thenItsValuesAreRead() {
    return names()
        .map(name -> DynamicTest.dynamicTest(name, () -> assertValues("deflated.npz", name)));
  }

  private static void assertValues(String file, String name) {
    NpzArchive archive = NumpyFiles.archive(file);

    Matrix matrix = archive.array(name).matrix();

    assertThat(matrix.rows()).isEqualTo(ROWS);
    assertThat(matrix.columns()).isEqualTo(COLUMNS);
    for (int k = 0; k < ROWS * COLUMNS; k++) {
      assertThat(matrix.get(k / COLUMNS, k % COLUMNS)).isEqualTo(expected(name, k));
    }
  }

  @Test
  void givenHalfAndSinglePrecision_thenTheyAreKeptAsFloats() {
    NpzArchive archive = NumpyFiles.archive("stored.npz");

    assertThat(archive.array("f2_big_F_v1").matrix()).isInstanceOf(Matrix.OfFloats.class);
    assertThat(archive.array("f4_little_C_v3").matrix()).isInstanceOf(Matrix.OfFloats.class);
    assertThat(archive.array("f8_little_C_v1").matrix()).isInstanceOf(Matrix.OfDoubles.class);
    assertThat(archive.array("i1_little_C_v1").matrix()).isInstanceOf(Matrix.OfDoubles.class);
  }

  @Test
  void givenAllFixtures_thenDigestsAreThoseOfHashlib() {
    NpzArchive archive = NumpyFiles.archive("deflated.npz");
    String expected = new String(NumpyFiles.bytes("digests.txt"), StandardCharsets.US_ASCII);

    StringBuilder actual = new StringBuilder();
    for (String name : archive.names()) {
      actual.append(name).append(' ').append(archive.array(name).digest()).append('\n');
    }

    assertThat(archive.names()).hasSize(144);
    assertThat(actual.toString()).isEqualTo(expected);
  }

  @Test
  void givenPlainFiles_thenTheirValuesAreRead() {
    Matrix fortran = NpyArray.in(NumpyFiles.open("fortran.npy")).matrix();
    Matrix plain = NpyArray.in(NumpyFiles.open("plain.npy")).matrix();

    assertThat(fortran.toArrays()).isDeepEqualTo(plain.toArrays());
    assertThat(plain.get(2, 3)).isEqualTo(1.75);
  }

  @Test
  void givenDataDescriptors_thenTheArrayIsRead() {
    NpzArchive archive = NumpyFiles.archive("descriptor.npz");

    Matrix logits = archive.array("logits").matrix();

    assertThat(logits.toArrays()).isDeepEqualTo(new double[][] {{1.5, -2}, {0.25, 3}, {-1, 0.5}});
  }

  @Test
  void givenText_thenBothByteOrdersAreRead() {
    NpzArchive odd = NumpyFiles.archive("odd.npz");

    assertThat(odd.array("text_little").texts()).containsExactly("books", "dvd", "élan 𝄞");
    assertThat(odd.array("text_big").texts()).containsExactly("books", "dvd", "élan 𝄞");
  }

  @Test
  void givenExtremes_thenTheyBecomeTheNearestDoubles() {
    NpzArchive odd = NumpyFiles.archive("odd.npz");

    assertThat(odd.array("extremes_i8").vector()).containsExactly(-0x1p63, 0x1p63, 0);
    assertThat(odd.array("extremes_u8").vector()).containsExactly(0, 0x1p64, 0x1p53);
    assertThat(odd.array("extremes_f2").vector())
        .containsExactly(
            5.960464477539063e-08,
            -6.097555160522461e-05,
            65504,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.NaN,
            -0.0);
  }

  @ParameterizedTest
  @CsvSource({
    "scalar, 'has 0 dimension(s), shape (); it must have 2'",
    "cube, 'has 3 dimension(s), shape (2, 3, 4); it must have 2'",
    "text_big, 'holds text; numbers are needed'",
    "complex, 'element type is \"<c16\"; it must be f2, f4, f8'",
    "bytes, 'holds text; numbers are needed'",
    "date, 'holds datetime64[D]; numbers are needed'",
    "record, 'has a structured element type (named fields); save plain numbers'",
    "object, 'holds Python objects (pickle), which are never loaded'",
  })
  void givenAnArrayThatIsNotAMatrix_thenItIsRefusedByName(String name, String problem) {
    NpzArchive odd = NumpyFiles.archive("odd.npz");

    assertThatThrownBy(() -> odd.array(name).matrix())
        .isInstanceOf(InputException.class)
        .hasMessageContaining(".npz, array " + name + ": " + problem);
  }

  @Test
  void givenNoRows_thenTheMatrixHasNone() {
    NpzArchive odd = NumpyFiles.archive("odd.npz");

    Matrix empty = odd.array("empty").matrix();

    assertThat(empty.rows()).isZero();
    assertThat(empty.columns()).isEqualTo(4);
  }

  @Test
  void givenAnUnknownName_thenTheArraysThereAreListed() {
    NpzArchive archive = NumpyFiles.archive("descriptor.npz");

    assertThatThrownBy(() -> archive.array("logit"))
        .hasMessageEndingWith(".npz: has no array \"logit\"; it has logits");
  }
}
