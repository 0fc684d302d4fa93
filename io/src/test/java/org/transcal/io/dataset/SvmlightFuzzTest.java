package org.transcal.io.dataset;

import java.util.List;
import org.transcal.io.example.HostileInputs;
import org.transcal.io.example.HostileReader;

/** Hostile svmlight files. */
class SvmlightFuzzTest extends HostileReader {
  SvmlightFuzzTest() {
    super(INPUTS, SEEDS, WORDS);
  }

  private static final HostileInputs INPUTS =
      new HostileInputs(
          "x.svm",
          source -> {
            SvmlightDataSet dataSet = new SvmlightDataSet();
            dataSet.addDomain(source);
            dataSet.build();
          });

  private static final List<byte[]> SEEDS =
      HostileInputs.words(
          "+1 1:1 3:0.5 # note\n-1 2:2\n", "0 1:1e-3\r\n1 2:5\n2\n", "# only\n\n3 7:1\n4 8:1");

  private static final List<byte[]> WORDS =
      HostileInputs.words(
          ":",
          " ",
          "\n",
          "#",
          "-",
          "+",
          "qid:1",
          "1:1",
          "0:1",
          "99999999:1",
          "100000001:1",
          "1e999",
          "nan",
          "\0",
          "\t",
          "2147483648",
          "-2147483648",
          ".5",
          "\377");
}
