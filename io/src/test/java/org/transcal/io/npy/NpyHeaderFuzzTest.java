package org.transcal.io.npy;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.transcal.io.example.HostileInputs;

/**
 * Hostile dictionaries in a {@code .npy} header. The fuzzer proper, one test at a time:
 *
 * <pre>JAZZER_FUZZ=1 mvn -pl io -am test -Dtest='NpyHeaderFuzzTest#fuzz'
 *     -Dsurefire.failIfNoSpecifiedTests=false</pre>
 */
class NpyHeaderFuzzTest {
  private static final HostileInputs INPUTS =
      new HostileInputs(
          "x.npy",
          source -> {
            byte[] text = source.stream(0, source.size()).readAllBytes();
            new HeaderDictionary("x.npy", new String(text, StandardCharsets.ISO_8859_1))
                .toHeader(128);
          });

  private static final List<byte[]> SEEDS =
      HostileInputs.words(
          "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }",
          "{'shape': (5L,), 'fortran_order': True, 'descr': \"|b1\"}\n",
          "{'descr': '>U12', 'fortran_order': False, 'shape': (), }");

  private static final List<byte[]> WORDS =
      HostileInputs.words(
          "'",
          "\"",
          "(",
          ")",
          "[",
          "]",
          "{",
          "}",
          ",",
          ":",
          "\\",
          "L",
          "-",
          "True",
          "False",
          "None",
          "descr",
          "shape",
          "f8",
          "O",
          "U",
          "('a', '<f4')",
          "99999999999999999999",
          "4294967296");

  @FuzzTest(maxDuration = "20m", maxExecutions = 300_000)
  void fuzz(byte[] input) throws Exception {
    INPUTS.accepts(input);
  }

  @Test
  void givenMutatedDictionaries_thenTheyAreReadOrRefused() {
    INPUTS.run(SEEDS, WORDS);
  }
}
