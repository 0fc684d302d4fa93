package org.transcal.io.npy;

import java.util.List;
import org.transcal.io.example.HostileInputs;
import org.transcal.io.example.HostileReader;
import org.transcal.io.example.NpyBytes;

/** Hostile {@code .npy} files. */
class NpyFuzzTest extends HostileReader {
  NpyFuzzTest() {
    super(INPUTS, seeds(), WORDS);
  }

  private static final HostileInputs INPUTS =
      new HostileInputs(
          "x.npy",
          source -> {
            NpyArray array = NpyArray.in(source);
            switch (array.header().rank()) {
              case 2 -> array.matrix();
              case 1 -> {
                if (array.header().type().isNumeric()) {
                  array.vector();
                } else {
                  array.texts();
                }
              }
              default -> array.digest();
            }
          });

  private static final List<byte[]> WORDS =
      HostileInputs.words(
          "'",
          "(",
          ")",
          ",",
          "L",
          "True",
          "False",
          "descr",
          "shape",
          "fortran_order",
          "<",
          ">",
          "|",
          "f2",
          "f8",
          "i1",
          "u8",
          "U3",
          "O",
          "99999999999",
          "9223372036854775807",
          "0",
          "{}");

  static List<byte[]> seeds() {
    return List.of(
        NumpyFiles.bytes("plain.npy"),
        NumpyFiles.bytes("fortran.npy"),
        NpyBytes.integers(1, 2, 3),
        NpyBytes.texts("ab", "c"),
        NpyBytes.array(">f2", "(2, 3)", new byte[12]),
        NpyBytes.array("|b1", "(2, 2, 2)", new byte[8]));
  }
}
