package org.transcal.io.npy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.transcal.io.example.HostileInputs;
import org.transcal.io.example.HostileReader;

/** Hostile dictionaries in a {@code .npy} header. */
class NpyHeaderFuzzTest extends HostileReader {
  NpyHeaderFuzzTest() {
    super(INPUTS, SEEDS, WORDS);
  }

  private static final HostileInputs INPUTS =
      new HostileInputs(
          "x.npy",
          source -> {
            byte[] text = source.stream(0, source.size()).readAllBytes();
            NpyHeader.parse("x.npy", new String(text, StandardCharsets.ISO_8859_1).strip(), 128);
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
}
