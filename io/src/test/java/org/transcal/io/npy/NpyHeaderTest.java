package org.transcal.io.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.io.example.NpyBytes;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;

class NpyHeaderTest {
  private static final byte[] EIGHT = new byte[8];

  private static NpyArray read(byte[] bytes) {
    return NpyArray.in(ByteSource.of(Path.of("x.npy"), bytes));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }",
        "{'shape':(1,2),'fortran_order':False,'descr':\"<f4\"}",
        "{ 'fortran_order' : False , 'descr' : '=f4' , 'shape' : ( 1 , 2 , ) , } ",
        "{'descr': 'f4', 'fortran_order': False, 'shape': (1L, 2L)}",
      })
  void givenTheSameDictionaryInAnotherForm_thenTheHeaderIsTheSame(String dictionary) {
    NpyHeader header = read(NpyBytes.of(dictionary, EIGHT)).header();

    assertThat(header.shapeText()).isEqualTo("(1, 2)");
    assertThat(header.type().toString()).isEqualTo("float32");
    assertThat(header.order()).isEqualTo(NpyHeader.ElementOrder.ROW_MAJOR);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'descr': '<f4', 'fortran_order': False}|it must be like {'descr'",
        "{'descr': '<f4', 'shape': (1, 2)}|it must be like {'descr'",
        "{'fortran_order': False, 'shape': (1, 2)}|it must be like {'descr'",
        "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1, 2)}|it must be like {'descr'",
        "{'descr': '<f4', 'x': 1, 'fortran_order': False, 'shape': (1, 2)}|it must be like {'descr'",
        "{'descr': '<f4', 'fortran_order': 0, 'shape': (1, 2)}|it must be like {'descr'",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1, -2)}|it must be like {'descr'",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2.0)}|it must be like {'descr'",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2)}|not a tuple",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1 2)}|not a tuple",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (9999999999999999999,)}|not a tuple",
        "{'descr': '<f4', 'fortran_order': False, 'shape': [2]}|it must be like {'descr'",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2)} x|it must be like {'descr'",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2)|it must be like {'descr'",
        "{'descr': <f4', 'fortran_order': False, 'shape': (1, 2)}|it must be like {'descr'",
        "{'descr': '<f4|it must be like {'descr'",
        "{|it must be like {'descr'",
        "__import__('os').system('true')|it must be like {'descr'",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}"
            + "|larger than any file",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (0, 4611686018427387904, 4)}"
            + "|larger than any file",
        "{'descr': '<f3', 'fortran_order': False, 'shape': (1, 2)}|element type is \"<f3\"",
        "{'descr': '<U0', 'fortran_order': False, 'shape': (1, 2)}|element type is \"<U0\"",
        "{'descr': '<U99999999', 'fortran_order': False, 'shape': (1,)}|element type is",
        "{'descr': '', 'fortran_order': False, 'shape': (1, 2)}|element type is \"\"",
      })
  void givenADamagedDictionary_thenItIsRefused(String dictionary, String problem) {
    assertThatThrownBy(() -> read(NpyBytes.of(dictionary, EIGHT)))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("x.npy: ")
        .hasMessageContaining(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "(1, 2)|7|has 7 bytes of data where float32 of shape (1, 2) needs 8",
        "(1, 2)|9|has 9 bytes of data where float32 of shape (1, 2) needs 8",
        "(1000000000, 1000)|8|has 8 bytes of data where float32 of shape (1000000000, 1000) needs"
            + " 4000000000000",
        "(0, 2)|8|has 8 bytes of data where float32 of shape (0, 2) needs 0",
      })
  void givenAShapeThatLies_thenItIsRefusedBeforeAnythingIsAllocated(
      String shape, int bytes, String problem) {
    assertThatThrownBy(() -> read(NpyBytes.array("<f4", shape, new byte[bytes])))
        .isInstanceOf(InputException.class)
        .hasMessage("x.npy: " + problem);
  }

  @Test
  void givenAnyTruncation_thenItIsRefused() {
    byte[] whole = NpyBytes.floats(2, 1, 2, 3, 4);

    for (int length = 0; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> read(part)).isInstanceOf(InputException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4, 255})
  void givenAnUnknownVersion_thenItIsRefused(int version) {
    byte[] bytes = NpyBytes.floats(2, 1, 2);
    bytes[6] = (byte) version;

    assertThatThrownBy(() -> read(bytes))
        .hasMessage(
            "x.npy: is of .npy format version " + version + "; versions 1 to 3 are understood");
  }

  @Test
  void givenAHeaderThatClaimsFourGigabytes_thenItIsRefused() {
    byte[] bytes = NpyBytes.floats(2, 1, 2);
    bytes[6] = 2;
    Arrays.fill(bytes, 8, 12, (byte) 0xff);

    assertThatThrownBy(() -> read(bytes))
        .hasMessageStartingWith("x.npy: claims a header of 4294967295 bytes");
  }

  @Test
  void givenNoise_thenItIsNotAnArray() {
    assertThatThrownBy(() -> read("PK or anything else".getBytes(StandardCharsets.US_ASCII)))
        .hasMessage("x.npy: is not a .npy array; it must start with the bytes \\x93NUMPY");
  }
}
