package org.transcal.io.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.io.example.NpyBytes;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;

class ColumnTest {
  private static NpyArray array(byte[] npy) {
    return NpyArray.in(ByteSource.of(Path.of("x.npy"), npy));
  }

  private static byte[] times(String type, ByteOrder order, long value) {
    byte[] data = ByteBuffer.allocate(8).order(order).putLong(value).array();
    return NpyBytes.array(type, "(1,)", data);
  }

  /** Values of numpy.array("2026-11-14T06:07:08.123456789", "M8[…]").astype("i8"). */
  @ParameterizedTest
  @CsvSource({
    "<M8[D],            20771, 2026-11-14",
    "<M8[h],           498510, 2026-11-14T06:00",
    "<M8[m],         29910607, 2026-11-14T06:07",
    "<M8[s],       1794636428, 2026-11-14T06:07:08",
    "<M8[ms],   1794636428123, 2026-11-14T06:07:08.123",
    "<M8[us],1794636428123456, 2026-11-14T06:07:08.123456",
    "<M8[ns],1794636428123456789, 2026-11-14T06:07:08.123456789",
    "<M8[s],               -1, 1969-12-31T23:59:59",
  })
  void givenTimes_thenTheyAreIsoTexts(String type, long value, String expected) {
    byte[] little = times(type, ByteOrder.LITTLE_ENDIAN, value);
    byte[] big = times(type.replace('<', '>'), ByteOrder.BIG_ENDIAN, value);

    assertThat(array(little).column()).containsExactly(expected);
    assertThat(array(big).column()).containsExactly(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "<M8[s],-9223372036854775808,NaT",
    "<M8[D],9223372036854775807,9223372036854775807",
    "<M8[s],9223372036854775807,9223372036854775807",
    "<M8[D],4000000,4000000",
  })
  void givenATimeThatIsNone_thenRowAndValueAreNamed(String type, long value, String shown) {
    NpyArray array = array(times(type, ByteOrder.LITTLE_ENDIAN, value));

    assertThatThrownBy(array::column)
        .isInstanceOf(InputException.class)
        .hasMessage(
            "x.npy: time at row 0 is " + shown + "; it must be a time in the years 0 to 9999");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<M8", "<M8[Y]", "<M8[25s]", "<m8[s]", "<M4[s]"})
  void givenAnotherUnit_thenItIsRefused(String type) {
    byte[] npy = times(type, ByteOrder.LITTLE_ENDIAN, 0);

    assertThatThrownBy(() -> array(npy))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("or a time (M8 in days");
  }

  @Test
  void givenTimes_thenTheyAreNoNumbers() {
    NpyArray array = array(times("<M8[s]", ByteOrder.LITTLE_ENDIAN, 0));

    assertThatThrownBy(array::vector)
        .isInstanceOf(InputException.class)
        .hasMessage("x.npy: holds datetime64[s]; numbers are needed");
  }

  @Test
  void givenTextsAndNumbers_thenEachIsAText() {
    byte[] bytes = "a\0\0\0\0Köln".getBytes(StandardCharsets.UTF_8);
    byte[] floats = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putFloat(0.1f).array();

    assertThat(array(NpyBytes.array("|S5", "(2,)", bytes)).column()).containsExactly("a", "Köln");
    assertThat(array(NpyBytes.texts("", "Köln")).column()).containsExactly("", "Köln");
    assertThat(array(NpyBytes.integers(3, -1)).column()).containsExactly("3", "-1");
    assertThat(array(NpyBytes.vector(3, 2.5, 1e300)).column())
        .containsExactly("3", "2.5", "1.0E300");
    assertThat(array(NpyBytes.array("<f4", "(1,)", floats)).column()).isEqualTo(List.of("0.1"));
    assertThat(array(NpyBytes.array("|b1", "(2,)", new byte[] {0, 1})).column())
        .containsExactly("0", "1");
  }

  @ParameterizedTest
  @CsvSource({
    "|i1, 1, ff, -1",
    "|u1, 1, ff, 255",
    "<i2, 2, fe ff, -2",
    ">u2, 2, ff fe, 65534",
    "<i4, 4, fe ff ff ff, -2",
    "<u4, 4, fe ff ff ff, 4294967294",
    "<i8, 8, 01 00 00 00 00 00 20 00, 9007199254740993",
    ">i8, 8, 80 00 00 00 00 00 00 00, -9223372036854775808",
    "<u8, 8, ff ff ff ff ff ff ff ff, 18446744073709551615",
  })
  void givenIntegersOfAnyType_thenNoDigitIsLost(String type, int bytes, String hex, String text) {
    byte[] data = HexFormat.ofDelimiter(" ").parseHex(hex);

    assertThat(data).hasSize(bytes);
    assertThat(array(NpyBytes.array(type, "(1,)", data)).column()).containsExactly(text);
  }

  @Test
  void givenBytes_thenTheyAreReadAsTheyAre() {
    byte[] data = new byte[100_000];
    data[99_999] = -1;

    assertThat(array(NpyBytes.array("|u1", "(100000,)", data)).bytes()).isEqualTo(data);
    assertThatThrownBy(() -> array(NpyBytes.vector(1)).bytes())
        .isInstanceOf(InputException.class)
        .hasMessage("x.npy: holds float64; bytes (u1) are needed");
  }
}
