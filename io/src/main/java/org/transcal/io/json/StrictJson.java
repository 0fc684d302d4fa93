package org.transcal.io.json;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.ByteArrayInputStream;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.transcal.io.file.InputException;

/** Untrusted JSON: nesting, numbers and texts are bounded, and names must not repeat. */
public final class StrictJson {
  private static final int DEEPEST = 16;
  private static final int LONGEST_NUMBER = 400;
  private static final int LONGEST_TEXT = 10_000;

  private static final JsonFactory FACTORY = factory(LONGEST_TEXT);
  private static final JsonFactory IN_MEMORY = factory(Integer.MAX_VALUE);

  private StrictJson() {}

  private static JsonFactory factory(int longestText) {
    return JsonFactory.builder()
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(DEEPEST)
                .maxNumberLength(LONGEST_NUMBER)
                .maxStringLength(longestText)
                .maxNameLength(LONGEST_TEXT)
                .build())
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        // The shared table of names fails on hostile hash collisions.
        .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
        .build();
  }

  /** Something that reads. */
  @FunctionalInterface
  public interface Reading<T> {
    /** Reads from the first token on. */
    @SuppressWarnings("exports")
    T read(JsonParser json) throws IOException;
  }

  /** Reads a whole stream, named by its file, and closes it; anything but JSON is bad input. */
  public static <T> T read(Path file, InputStream bytes, Reading<T> reading) throws IOException {
    return read(FACTORY, file, bytes, reading);
  }

  /** The same for JSON that is in memory already, so that its texts need no other limit. */
  static <T> T read(Path where, byte[] json, Reading<T> reading) throws IOException {
    return read(IN_MEMORY, where, new ByteArrayInputStream(json), reading);
  }

  private static <T> T read(JsonFactory factory, Path file, InputStream bytes, Reading<T> reading)
      throws IOException {
    try (bytes;
        JsonParser json = factory.createParser(bytes)) {
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
