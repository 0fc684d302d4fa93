package org.transcal.io.example;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** The bank of real tasks and its golden figures, which are not part of the repository. */
public final class Shared {
  private Shared() {}

  /** A file or folder of the shared material; the test is skipped where there is none. */
  public static Path path(String name) {
    Path path = Path.of(System.getProperty("transcal.shared", "../shared"), name);
    Assumptions.assumeTrue(Files.exists(path), "the shared material is not here: " + path);
    return path;
  }

  /** A JSON file as maps, lists, texts and doubles. */
  public static Map<?, ?> json(String name) throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(path(name).toFile())) {
      parser.nextToken();
      return (Map<?, ?>) value(parser);
    }
  }

  /** The number at a path of names and indices. */
  public static double number(Object json, Object... path) {
    Object at = json;
    for (Object step : path) {
      at = step instanceof Integer index ? ((List<?>) at).get(index) : ((Map<?, ?>) at).get(step);
    }
    return (Double) at;
  }

  private static Object value(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT) {
      Map<String, Object> object = new LinkedHashMap<>();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        object.put(name, value(parser));
      }
      return object;
    }
    if (token == JsonToken.START_ARRAY) {
      List<Object> list = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        list.add(value(parser));
      }
      return list;
    }
    return token.isNumeric() ? (Object) parser.getDoubleValue() : parser.getText();
  }
}
