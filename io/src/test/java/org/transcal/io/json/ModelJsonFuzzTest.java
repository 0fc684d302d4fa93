package org.transcal.io.json;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.transcal.io.example.HostileInputs;

/**
 * Hostile model files. The fuzzer proper, one test at a time:
 *
 * <pre>JAZZER_FUZZ=1 mvn -pl io -am test -Dtest='ModelJsonFuzzTest#fuzz'
 *     -Dsurefire.failIfNoSpecifiedTests=false</pre>
 */
class ModelJsonFuzzTest {
  private static final HostileInputs INPUTS =
      new HostileInputs("m.json", source -> ModelJsonReader.read(source));

  private static final List<byte[]> WORDS =
      HostileInputs.words(
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "\"",
          "\\u0000",
          "null",
          "true",
          "NaN",
          "1e999",
          "-0",
          "1.5",
          "\"kind\"",
          "\"classes\"",
          "\"identity\"",
          "\"vector\"",
          "\"matrix\"",
          "\"platt\"",
          "\"isotonic\"",
          "\"histogram\"",
          "\"weights\"",
          "\"values\"",
          "999999",
          "[[1]]",
          "\376\377",
          "[[[[[[[[[[[[[[[[[[",
          "9999999999999999999999");

  private static List<byte[]> seeds() {
    Provenance provenance = new Provenance("m", 1, "v", Map.of("a", "b"));
    return ModelJsonTest.models().map(model -> ModelJson.encode(model, provenance)).toList();
  }

  @FuzzTest(maxDuration = "20m", maxExecutions = 300_000)
  void fuzz(byte[] input) throws Exception {
    INPUTS.accepts(input);
  }

  @Test
  void givenMutatedModels_thenTheyAreReadOrRefused() {
    INPUTS.run(seeds(), WORDS);
  }
}
