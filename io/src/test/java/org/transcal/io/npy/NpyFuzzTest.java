package org.transcal.io.npy;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.transcal.io.example.HostileInputs;
import org.transcal.io.example.NpyBytes;

/**
 * Hostile {@code .npy} files. The fuzzer proper, one test at a time:
 *
 * <pre>JAZZER_FUZZ=1 mvn -pl io -am test -Dtest='NpyFuzzTest#fuzz'
 *     -Dsurefire.failIfNoSpecifiedTests=false</pre>
 */
class NpyFuzzTest {
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
              default -> array.digestOnly();
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

  @FuzzTest(maxDuration = "20m", maxExecutions = 300_000)
  void fuzz(byte[] input) throws Exception {
    INPUTS.accepts(input);
  }

  @Test
  void givenMutatedFiles_thenTheyAreReadOrRefused() {
    INPUTS.run(seeds(), WORDS);
  }
}
