package org.transcal.io.csv;

import java.util.List;
import org.transcal.example.KnownShift;
import org.transcal.io.example.HostileInputs;
import org.transcal.io.example.HostileReader;

/** Hostile files of labelled rows. */
class LabelsCsvFuzzTest extends HostileReader {
  LabelsCsvFuzzTest() {
    super(INPUTS, SEEDS, WORDS);
  }

  private static final LabelsCsv FILES =
      new LabelsCsv(KnownShift.sample(20, 20, 20, 1).task(), List.of("a", "b", "c", "d", "e"));

  private static final HostileInputs INPUTS = new HostileInputs("x.csv", FILES::read);

  private static final List<byte[]> SEEDS =
      HostileInputs.words(
          "row,label\n3,a\n4,\n5,-1\n",
          "row,label,probability,stratum,stratum_rows,round\r\n3,2,0.5,1,10,1\r\n4,b,0.5,1,10,2\r\n");

  private static final List<byte[]> WORDS =
      HostileInputs.words(
          ",", "\n", "\r", "\"", "'", "=", "-1", "1e999", "2147483647", "0.0", "nan", ";", "\0");
}
