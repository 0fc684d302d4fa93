package org.transcal.io.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
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
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.model.Parameter;

/**
 * Records as JSON objects and back.
 *
 * <p>A component is a field, in order and under its name. It may be a text, a number, a boolean, a
 * constant of an enum, a record, an array, a list, a map from texts, a {@link Parameter}, an {@link
 * Estimate} or an {@code Optional}, which if empty is no field at all.
 *
 * <p>Writing gives the same bytes on every machine: numbers in their shortest form, {@code null}
 * for those that JSON does not have, and escapes for characters that nobody sees. Reading is
 * strict: another version of the schema, a missing or repeated field, a value of another type and a
 * number that is not finite are bad input, named by file and field. A field that no component has
 * is skipped, so that later versions may add some; what people write is YAML, whose names must be
 * known.
 *
 * <pre>{@code
 * @JsonCodec.Schema("example.point/1")
 * record Point(double x, OptionalDouble y) {}
 *
 * byte[] json = JsonCodec.encode(new Point(1, OptionalDouble.empty()));
 * Point point = JsonCodec.decode(ByteSource.of(file, json), Point.class);
 * }</pre>
 *
 * <p>A record that is not public must be in a package that its module opens to this one.
 */
public final class JsonCodec {
  // Double.toString is not always the shortest before Java 19; Jackson's own writer is.
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER).build();

  static {
    FACTORY.setCharacterEscapes(new Marks());
  }

  private static final double LARGEST_EXACT = 0x1p53;
  private static final String SCHEMA = "schema";

  private JsonCodec() {}

  /** The first field of the object, which names the version of its format. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  public @interface Schema {
    /** Such as {@code transcal.model/1}. */
    String value();
  }

  /** The name of a field that cannot be a component's, such as {@code class}. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Name {
    /** The name. */
    String value();
  }

  /** What differs between files. */
  public enum Rule {
    /** Numbers that are not finite are the texts NaN, Infinity and -Infinity. */
    NOT_FINITE
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

  /** A record, or a map if its fields vary, in UTF-8, indented, with a line end. */
  public static byte[] encode(Object value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
      Separators separators =
          Separators.createDefaultInstance()
              .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
              .withArrayEmptySeparator("")
              .withObjectEmptySeparator("");
      json.setPrettyPrinter(
          new DefaultPrettyPrinter(separators).withObjectIndenter(new DefaultIndenter("  ", "\n")));
      new Encoder(json, Set.of()).write(value);
      json.writeRaw('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** The same on one line, without a line end. */
  public static String line(Object value, Rule... rules) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      new Encoder(json, Set.of(rules)).write(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** A number of rows for a component: an integer unless frequencies are fractional. */
  public static Number count(double value) {
    if (value == Math.rint(value) && Math.abs(value) < LARGEST_EXACT) {
      return (long) value;
    }
    return value;
  }

  /** Reads a record; messages call it by the source's name. */
  public static <T extends Record> T decode(ByteSource source, Class<T> type, Rule... rules) {
    return type.cast(decode(source, decoder -> decoder.record("", type), rules));
  }

  /** Reads records by name, in the order of the source. */
  @SuppressWarnings("unchecked")
  public static <T extends Record> Map<String, T> decodeMap(
      ByteSource source, Class<T> type, Rule... rules) {
    return (Map<String, T>) decode(source, decoder -> decoder.map("", String.class, type), rules);
  }

  private interface Reading {
    Object from(Decoder decoder) throws IOException;
  }

  private static Object decode(ByteSource source, Reading reading, Rule... rules) {
    return source.read(
        bytes ->
            StrictJson.read(
                bytes.name(),
                bytes.stream(0, bytes.size()),
                json -> {
                  Decoder decoder = new Decoder(json, bytes.name(), Set.of(rules));
                  if (json.nextToken() != JsonToken.START_OBJECT) {
                    throw InputException.in(bytes.name(), "is not a JSON object");
                  }
                  Object read = reading.from(decoder);
                  if (json.nextToken() != null) {
                    throw InputException.in(bytes.name(), "has more text after the closing brace");
                  }
                  return read;
                }));
  }

  /** An {@link Estimate}, with the ends of its interval beside its value. */
  private record Ends(double value, double low, double high) {
    static Ends of(Estimate estimate) {
      return new Ends(estimate.value(), estimate.interval().low(), estimate.interval().high());
    }

    Estimate estimate() {
      return new Estimate(value, new Interval(low, high));
    }
  }

  /** The fields of records of a type, found once. */
  private record Shape(
      Optional<String> schema,
      List<String> names,
      List<RecordComponent> components,
      Constructor<?> constructor) {
    static final ClassValue<Shape> OF =
        new ClassValue<>() {
          @Override
          protected Shape computeValue(Class<?> type) {
            return read(type);
          }
        };

    private static Shape read(Class<?> type) {
      List<RecordComponent> components = List.of(type.getRecordComponents());
      components.forEach(component -> component.getAccessor().setAccessible(true));
      try {
        Constructor<?> constructor =
            type.getDeclaredConstructor(
                components.stream().map(RecordComponent::getType).toArray(Class<?>[]::new));
        constructor.setAccessible(true);
        Optional<Schema> schema = Optional.ofNullable(type.getAnnotation(Schema.class));
        List<String> names = components.stream().map(Shape::name).toList();
        return new Shape(schema.map(Schema::value), names, components, constructor);
      } catch (NoSuchMethodException impossible) {
        throw new LinkageError(type + " has no canonical constructor", impossible);
      }
    }

    private static String name(RecordComponent component) {
      Name other = component.getAnnotation(Name.class);
      return other == null ? component.getName() : other.value();
    }
  }

  private record Encoder(JsonGenerator json, Set<Rule> rules) {
    void write(Object value) throws IOException {
      if (value instanceof Parameter.Scalar scalar) {
        write(scalar.value());
      } else if (value instanceof Parameter.Vector vector) {
        write(vector.values());
      } else if (value instanceof Parameter.Table table) {
        write(table.rows());
      } else if (value instanceof Estimate estimate) {
        writeRecord(Ends.of(estimate));
      } else if (value instanceof Record instance) {
        writeRecord(instance);
      } else if (value instanceof Map<?, ?> map) {
        json.writeStartObject();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          json.writeFieldName(entry.getKey().toString());
          write(entry.getValue());
        }
        json.writeEndObject();
      } else if (value instanceof Collection<?> values) {
        write(values.toArray());
      } else if (value instanceof Object[] values) {
        json.writeStartArray();
        for (Object each : values) {
          write(each);
        }
        json.writeEndArray();
      } else if (value instanceof double[] numbers) {
        write(Arrays.stream(numbers).boxed().toArray());
      } else if (value instanceof Double number) {
        // Jackson writes a number that is not finite as a text.
        if (Double.isFinite(number) || rules.contains(Rule.NOT_FINITE)) {
          json.writeNumber(number);
        } else {
          json.writeNull();
        }
      } else if (value instanceof Number integer) {
        json.writeNumber(integer.longValue());
      } else if (value instanceof Boolean truth) {
        json.writeBoolean(truth);
      } else {
        json.writeString(value instanceof Enum<?> constant ? constant.name() : (String) value);
      }
    }

    private void writeRecord(Record instance) throws IOException {
      Shape shape = Shape.OF.get(instance.getClass());
      json.writeStartObject();
      if (shape.schema().isPresent()) {
        json.writeStringField(SCHEMA, shape.schema().get());
      }
      for (int i = 0; i < shape.names().size(); i++) {
        Object value = valueOf(shape.components().get(i), instance);
        if (value instanceof OptionalDouble number) {
          value = number.stream().boxed().findFirst();
        }
        if (!(value instanceof Optional<?> optional) || optional.isPresent()) {
          json.writeFieldName(shape.names().get(i));
          write(value instanceof Optional<?> optional ? optional.get() : value);
        }
      }
      json.writeEndObject();
    }

    private static Object valueOf(RecordComponent component, Record instance) {
      try {
        return component.getAccessor().invoke(instance);
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(component + " cannot be read", e);
      }
    }
  }

  /** Reads the value of the field {@code path} at the parser's current token. */
  private record Decoder(JsonParser json, Path file, Set<Rule> rules) {
    Object record(String path, Class<?> type) throws IOException {
      Shape shape = Shape.OF.get(type);
      require(JsonToken.START_OBJECT, path, "an object");
      boolean isMissing = shape.schema().isPresent();
      Object[] values = shape.components().stream().map(c -> absent(c.getType())).toArray();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        int index = shape.names().indexOf(name);
        json.nextToken();
        if (index >= 0) {
          values[index] = value(inner(path, name), shape.components().get(index).getGenericType());
        } else if (shape.schema().isPresent() && name.equals(SCHEMA)) {
          requireSchema(shape.schema().get());
          isMissing = false;
        } else {
          json.skipChildren();
        }
      }
      int missing = Arrays.asList(values).indexOf(null);
      if (isMissing || missing >= 0) {
        throw wrong(inner(path, isMissing ? SCHEMA : shape.names().get(missing)), "is missing");
      }
      try {
        return shape.constructor().newInstance(values);
      } catch (ReflectiveOperationException e) {
        if (e.getCause() instanceof IllegalArgumentException invalid) {
          throw new InputException(file + ": " + invalid.getMessage(), invalid);
        }
        throw new LinkageError(type + " cannot be constructed", e);
      }
    }

    /** The value of a component without a field; null if it needs one. */
    private static Object absent(Class<?> type) {
      Object none = type == Optional.class ? Optional.empty() : null;
      return type == OptionalDouble.class ? OptionalDouble.empty() : none;
    }

    private void requireSchema(String known) throws IOException {
      String schema = text(SCHEMA);
      if (!schema.equals(known)) {
        throw InputException.in(
            file,
            "schema is %s; only %s is understood: another version wrote the file",
            InputException.quote(schema),
            InputException.quote(known));
      }
    }

    private Object value(String path, Type type) throws IOException {
      if (type instanceof ParameterizedType generic) {
        return generic(path, generic.getRawType(), generic.getActualTypeArguments());
      }
      if (type == String.class) {
        return text(path);
      }
      if (type == long.class || type == Long.class) {
        return integer(path, Long.MAX_VALUE);
      }
      if (type == int.class || type == Integer.class) {
        return (int) integer(path, Integer.MAX_VALUE);
      }
      if (type == double.class || type == Double.class) {
        return number(path, "a number");
      }
      if (type == OptionalDouble.class) {
        return OptionalDouble.of(number(path, "a number"));
      }
      if (type == double[].class || type == double[][].class) {
        require(JsonToken.START_ARRAY, path, "a list of numbers");
        json.nextToken();
        return type == double[].class ? numbers(path) : rows(path);
      }
      if (type == Parameter.class) {
        return parameter(path);
      }
      if (type == Estimate.class) {
        return InputException.naming(file, ((Ends) record(path, Ends.class))::estimate);
      }
      Class<?> other = (Class<?>) type;
      return other.isEnum() ? constant(path, other, text(path)) : record(path, other);
    }

    private Object generic(String path, Type raw, Type[] inner) throws IOException {
      if (raw == Optional.class) {
        return Optional.of(value(path, inner[0]));
      }
      if (raw == List.class) {
        List<Object> values = new ArrayList<>();
        require(JsonToken.START_ARRAY, path, "a list");
        while (json.nextToken() != JsonToken.END_ARRAY) {
          values.add(value(path, inner[0]));
        }
        return values;
      }
      return map(path, inner[0], inner[1]);
    }

    Map<Object, Object> map(String path, Type key, Type type) throws IOException {
      Map<Object, Object> values = new LinkedHashMap<>();
      require(JsonToken.START_OBJECT, path, "an object");
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        values.put(
            key == String.class ? name : constant(path, (Class<?>) key, name),
            value(inner(path, name), type));
      }
      return values;
    }

    private static String inner(String path, String name) {
      return path.isEmpty() ? name : path + "." + name;
    }

    private String text(String path) throws IOException {
      require(JsonToken.VALUE_STRING, path, "a text");
      return json.getText();
    }

    private Object constant(String path, Class<?> type, String name) {
      return Arrays.stream(type.getEnumConstants())
          .filter(constant -> ((Enum<?>) constant).name().equals(name))
          .findFirst()
          .orElseThrow(() -> wrong(path, "has the unknown value " + InputException.quote(name)));
    }

    private long integer(String path, long largest) throws IOException {
      require(JsonToken.VALUE_NUMBER_INT, path, "an integer");
      boolean isLong = json.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
      if (!isLong || json.getLongValue() > largest || json.getLongValue() < -largest - 1) {
        throw wrong(path, "must be an integer in " + (-largest - 1) + " … " + largest);
      }
      return json.getLongValue();
    }

    private double number(String path, String form) throws IOException {
      JsonToken token = json.currentToken();
      if (token == JsonToken.VALUE_STRING
          && rules.contains(Rule.NOT_FINITE)
          && List.of("NaN", "Infinity", "-Infinity").contains(json.getText())) {
        return Double.parseDouble(json.getText());
      }
      if (token == null || !token.isNumeric()) {
        throw wrong(path, "must be " + form);
      }
      if (!Double.isFinite(json.getDoubleValue())) {
        throw wrong(path, "must be made of numbers within the range of a double");
      }
      return json.getDoubleValue();
    }

    private Parameter parameter(String path) throws IOException {
      if (json.currentToken() != JsonToken.START_ARRAY) {
        return new Parameter.Scalar(number(path, "a number or a list of numbers"));
      }
      return json.nextToken() == JsonToken.START_ARRAY
          ? new Parameter.Table(rows(path))
          : new Parameter.Vector(numbers(path));
    }

    /** Numbers from the first one to the end of their list. */
    private double[] numbers(String path) throws IOException {
      DoubleStream.Builder values = DoubleStream.builder();
      for (; json.currentToken() != JsonToken.END_ARRAY; json.nextToken()) {
        values.add(number(path, "a list of numbers"));
      }
      return values.build().toArray();
    }

    /** Lists of numbers from the first one to the end of the list around them. */
    private double[][] rows(String path) throws IOException {
      List<double[]> rows = new ArrayList<>();
      for (; json.currentToken() != JsonToken.END_ARRAY; json.nextToken()) {
        require(JsonToken.START_ARRAY, path, "a list of lists of numbers");
        json.nextToken();
        rows.add(numbers(path));
      }
      return rows.toArray(double[][]::new);
    }

    private void require(JsonToken token, String path, String form) {
      if (json.currentToken() != token) {
        throw wrong(path, "must be " + form);
      }
    }

    private InputException wrong(String path, String problem) {
      return InputException.in(
          file,
          "line %s: %s %s",
          json.currentLocation().getLineNr(),
          InputException.quote(path),
          problem);
    }
  }
}
