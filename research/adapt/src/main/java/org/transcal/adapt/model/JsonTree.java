package org.transcal.adapt.model;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.io.json.StrictJson;

/** An object of a JSON text, with checked access to its fields. */
final class JsonTree {
  private final String where;
  private final Map<String, Object> fields;

  private JsonTree(String where, Map<String, Object> fields) {
    this.where = where;
    this.fields = fields;
  }

  /** Reads part of a file; anything but a JSON object is bad input. */
  static JsonTree read(ByteSource source, long position, long length) throws IOException {
    return StrictJson.read(
        source.name(),
        source.stream(position, length),
        json -> {
          json.nextToken();
          return of(source.name() + ": ", value(json));
        });
  }

  @SuppressWarnings("unchecked")
  private static JsonTree of(String where, Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      throw new InputException(where + "is not a JSON object");
    }
    return new JsonTree(where, (Map<String, Object>) map);
  }

  /** Objects become maps and arrays lists; integers beyond 64 bits become doubles. */
  private static Object value(JsonParser json) throws IOException {
    if (json.currentToken() == JsonToken.START_OBJECT) {
      Map<String, Object> map = new LinkedHashMap<>();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        map.put(name, value(json));
      }
      return map;
    }
    if (json.currentToken() == JsonToken.START_ARRAY) {
      List<Object> list = new ArrayList<>();
      while (json.nextToken() != JsonToken.END_ARRAY) {
        list.add(value(json));
      }
      return list;
    }
    if (json.currentToken() == JsonToken.VALUE_NUMBER_INT
        && json.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
      return json.getLongValue();
    }
    if (json.currentToken() == JsonToken.VALUE_STRING) {
      return json.getText();
    }
    // For true, false and null: the token, which no field accepts.
    boolean numeric = json.currentToken() != null && json.currentToken().isNumeric();
    return numeric ? (Object) json.getDoubleValue() : Optional.ofNullable(json.currentToken());
  }

  Iterable<String> names() {
    return fields.keySet();
  }

  boolean has(String name) {
    return fields.containsKey(name);
  }

  JsonTree object(String name) {
    return of(where + InputException.quote(name) + " ", field(name));
  }

  String text(String name) {
    return field(name, String.class, "a text");
  }

  double number(String name) {
    return field(name, Number.class, "a number").doubleValue();
  }

  long integer(String name, long least, long most) {
    return integer(name, field(name), least, most);
  }

  /** A list of at most {@code longest} integers. */
  List<Long> integers(String name, int longest, long least, long most) {
    return list(name, longest).stream().map(value -> integer(name, value, least, most)).toList();
  }

  List<String> texts(String name, int longest) {
    return list(name, longest).stream()
        .map(value -> of(name, value, String.class, "texts"))
        .toList();
  }

  private long integer(String name, Object value, long least, long most) {
    if (value instanceof Long integer && integer >= least && integer <= most) {
      return integer;
    }
    throw wrong(name, "an integer in " + least + " … " + most);
  }

  private List<?> list(String name, int longest) {
    List<?> list = field(name, List.class, "a list");
    if (list.size() > longest) {
      throw wrong(name, "a list of at most " + longest + " values");
    }
    return list;
  }

  private <T> T field(String name, Class<T> type, String form) {
    return of(name, field(name), type, form);
  }

  private <T> T of(String name, Object value, Class<T> type, String form) {
    if (!type.isInstance(value)) {
      throw wrong(name, form);
    }
    return type.cast(value);
  }

  private Object field(String name) {
    return Optional.ofNullable(fields.get(name))
        .orElseThrow(() -> new InputException(where + "has no " + InputException.quote(name)));
  }

  private InputException wrong(String name, String form) {
    return new InputException(where + InputException.quote(name) + " must be " + form);
  }
}
