package org.transcal.io.json;

import java.util.List;
import java.util.Map;
import org.transcal.io.example.HostileInputs;
import org.transcal.io.example.HostileReader;

/** Hostile model files. */
class ModelJsonFuzzTest extends HostileReader {
  ModelJsonFuzzTest() {
    super(INPUTS, seeds(), WORDS);
  }

  private static final HostileInputs INPUTS =
      new HostileInputs("m.json", source -> ModelJson.decode(source));

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
}
