package org.transcal.io.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.transcal.metric.Estimate;

/** JSON in memory: the same bytes on every machine, numbers in their shortest form. */
public final class JsonText {
  // Double.toString is not always the shortest before Java 19; Jackson's own writer is.
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER).build();

  static {
    FACTORY.setCharacterEscapes(new Marks());
  }

  /** Escapes characters that nobody sees, such as those that reorder the words around them. */
  private static final class Marks extends CharacterEscapes {
    private static final long serialVersionUID = 1L;

    @Override
    public int[] getEscapeCodesForAscii() {
      return standardAsciiEscapesForJSON();
    }

    @Override
    public SerializableString getEscapeSequence(int c) {
      boolean hidden = Character.getType(c) == Character.FORMAT || Character.isISOControl(c);
      return hidden ? new SerializedString(String.format(Locale.ROOT, "\\u%04X", c)) : null;
    }
  }

  private static final double LARGEST_EXACT = 0x1p53;

  /** Writes the fields. */
  public interface Body {
    /** Writes them. */
    @SuppressWarnings("exports")
    void writeTo(JsonGenerator json) throws IOException;
  }

  private JsonText() {}

  static byte[] object(Body body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
      Separators separators =
          Separators.createDefaultInstance()
              .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
              .withArrayEmptySeparator("")
              .withObjectEmptySeparator("");
      json.setPrettyPrinter(
          new DefaultPrettyPrinter(separators).withObjectIndenter(new DefaultIndenter("  ", "\n")));
      json.writeStartObject();
      body.writeTo(json);
      json.writeEndObject();
      json.writeRaw('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** The object on one line, without a line end. */
  public static String line(Body body) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.writeStartObject();
      body.writeTo(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** An array of texts. */
  @SuppressWarnings("exports")
  public static void texts(JsonGenerator json, String name, List<String> texts) throws IOException {
    json.writeArrayFieldStart(name);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  /** A number; JSON has no infinity and no NaN, so those become null. */
  @SuppressWarnings("exports")
  public static void number(JsonGenerator json, String name, double value) throws IOException {
    json.writeFieldName(name);
    number(json, value);
  }

  static void number(JsonGenerator json, double value) throws IOException {
    if (Double.isFinite(value)) {
      json.writeNumber(value);
    } else {
      json.writeNull();
    }
  }

  /** A value with the ends of its interval. */
  @SuppressWarnings("exports")
  public static void estimate(JsonGenerator json, String name, Estimate estimate)
      throws IOException {
    json.writeObjectFieldStart(name);
    number(json, "value", estimate.value());
    number(json, "low", estimate.interval().low());
    number(json, "high", estimate.interval().high());
    json.writeEndObject();
  }

  /** A number of rows: an integer unless frequencies are fractional. */
  static void count(JsonGenerator json, String name, double value) throws IOException {
    if (value == Math.rint(value) && Math.abs(value) < LARGEST_EXACT) {
      json.writeNumberField(name, (long) value);
    } else {
      number(json, name, value);
    }
  }

  /** A number if there is one, else no field at all. */
  static void number(JsonGenerator json, String name, OptionalDouble value) throws IOException {
    if (value.isPresent()) {
      number(json, name, value.getAsDouble());
    }
  }
}
