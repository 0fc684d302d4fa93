package org.transcal.adapt.model;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.transcal.io.file.InputException;

/** JSON from strangers: nesting, numbers and texts are bounded. */
final class StrictJson {
  private static final int DEEPEST = 16;
  private static final int LONGEST_NUMBER = 40;
  private static final int LONGEST_TEXT = 10_000;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEEPEST)
                  .maxNumberLength(LONGEST_NUMBER)
                  .maxStringLength(LONGEST_TEXT)
                  .maxNameLength(LONGEST_TEXT)
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          // The shared table of names fails on hostile hash collisions.
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .build();

  private StrictJson() {}

  static JsonParser parser(InputStream bytes) throws IOException {
    return FACTORY.createParser(bytes);
  }

  /** Something that reads. */
  interface Reading<T> {
    T read() throws IOException;
  }

  /** Reads; what is not JSON becomes bad input of a file. */
  static <T> T naming(Path file, Reading<T> reading) throws IOException {
    try {
      return reading.read();
    } catch (JacksonException e) {
      throw new InputException(file + ": is not valid JSON: " + e.getOriginalMessage(), e);
    } catch (CharConversionException e) {
      throw new InputException(file + ": is not valid JSON: it is not UTF-8 text", e);
    }
  }
}
