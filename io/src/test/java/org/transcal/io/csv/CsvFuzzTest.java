package org.transcal.io.csv;

import java.util.List;
import org.transcal.io.example.HostileInputs;
import org.transcal.io.example.HostileReader;

/** Hostile CSV files. */
class CsvFuzzTest extends HostileReader {
  CsvFuzzTest() {
    super(INPUTS, SEEDS, WORDS);
  }

  private static final HostileInputs INPUTS =
      new HostileInputs("x.csv", source -> CsvRows.in(source).readAll());

  private static final List<byte[]> SEEDS =
      HostileInputs.words(
          "1,2\n3,4\n",
          "cat,dog\n0.5,-1e-3\n\"7\",inf\n",
          "1.000000000000000000e+00,2\r\n\r\n-3.25,nan\r\n");

  private static final List<byte[]> WORDS =
      HostileInputs.words(
          ",",
          "\n",
          "\r\n",
          "\r",
          "\"",
          "\"\"",
          "e",
          "E-400",
          "1e999",
          ".",
          "-",
          "nan",
          "#",
          ";",
          "\t",
          " ",
          "\0",
          "\357\273\277",
          "\376\377",
          "\377\376",
          "99999999999999999999",
          "x");
}
