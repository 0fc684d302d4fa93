package org.transcal.io.example;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The fuzz tests of one reader. The fuzzer itself runs one test class at a time:
 *
 * <pre>JAZZER_FUZZ=1 mvn -pl io -am test -Dtest='CsvFuzzTest#fuzz'
 *     -Dsurefire.failIfNoSpecifiedTests=false</pre>
 */
public abstract class HostileReader {
  private final HostileInputs inputs;
  private final List<byte[]> seeds;
  private final List<byte[]> words;
  private final int count;

  /** A reader, valid inputs, and pieces of text that its format gives a meaning. */
  protected HostileReader(HostileInputs inputs, List<byte[]> seeds, List<byte[]> words) {
    this(inputs, seeds, words, HostileInputs.COUNT);
  }

  /** A reader whose inputs are slow to make, with their number. */
  protected HostileReader(HostileInputs inputs, List<byte[]> seeds, List<byte[]> words, int count) {
    this.inputs = inputs;
    this.seeds = seeds;
    this.words = words;
    this.count = count;
  }

  @FuzzTest(maxDuration = "20m")
  void fuzz(byte[] input) throws Exception {
    inputs.accepts(input);
  }

  @Test
  void givenMutatedInputs_thenTheyAreReadOrRefused() {
    inputs.run(seeds, words, count);
  }
}
