package org.transcal.io.json;

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

/** Untrusted JSON: nesting, numbers and names are bounded, and names must not repeat. */
public final class StrictJson {
  private static final int DEEPEST = 16;
  private static final int LONGEST_NUMBER = 400;
  private static final int LONGEST_NAME = 10_000;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEEPEST)
                  .maxNumberLength(LONGEST_NUMBER)
                  .maxStringLength(Integer.MAX_VALUE) // The source bounds its texts.
                  .maxNameLength(LONGEST_NAME)
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          // The shared table of names fails on hostile hash collisions.
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .build();

  private StrictJson() {}

  /** Something that reads. */
  @FunctionalInterface
  public interface Reading<T> {
    /** Reads from the first token on. */
    @SuppressWarnings("exports")
    T read(JsonParser json) throws IOException;
  }

  /** Reads a whole stream, named by its file, and closes it; anything but JSON is bad input. */
  public static <T> T read(Path file, InputStream bytes, Reading<T> reading) throws IOException {
    try (bytes;
        JsonParser json = FACTORY.createParser(bytes)) {
      return reading.read(json);
    } catch (JacksonException e) {
      throw new InputException(
          file
              + ": is not valid JSON at line "
              + (e.getLocation() == null ? 1 : e.getLocation().getLineNr())
              + ": "
              + e.getOriginalMessage(),
          e);
    } catch (CharConversionException e) {
      throw new InputException(file + ": is not valid JSON: it is not UTF-8 text", e);
    }
  }
}
