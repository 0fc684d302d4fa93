package org.transcal.io.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.io.json.JsonCodec.Rule;

class JsonCodecTest {
  private enum Side {
    LEFT,
    RIGHT
  }

  private record Point(double x, OptionalDouble y) {
    Point {
      if (x < 0) {
        throw new IllegalArgumentException("x is " + x + "; it must not be negative");
      }
    }
  }

  @JsonCodec.Schema("example.shape/1")
  private record Shape(
      @JsonCodec.Name("class") int label,
      String name,
      long seed,
      Side side,
      Optional<String> note,
      List<Point> points,
      Map<Side, Double> sizes) {}

  private static Shape shape(String name) {
    Map<Side, Double> sizes = new LinkedHashMap<>();
    sizes.put(Side.RIGHT, 0.1 + 0.2);
    List<Point> points = List.of(new Point(1, OptionalDouble.empty()), pair(2, 1e-300));
    return new Shape(3, name, Long.MIN_VALUE, Side.LEFT, Optional.empty(), points, sizes);
  }

  private static Point pair(double x, double y) {
    return new Point(x, OptionalDouble.of(y));
  }

  private static <T extends Record> T read(String json, Class<T> type, Rule... rules) {
    byte[] bytes = json.replace('\'', '"').getBytes(UTF_8);
    return JsonCodec.decode(ByteSource.of(Path.of("a.json"), bytes), type, rules);
  }

  @Test
  void givenARecord_thenComponentsAreFieldsInOrderAndReadBack() {
    String text = new String(JsonCodec.encode(shape("a\u202eb")), UTF_8);

    assertThat(text)
        .isEqualTo(
            """
            {
              "schema": "example.shape/1",
              "class": 3,
              "name": "a\\u202Eb",
              "seed": -9223372036854775808,
              "side": "LEFT",
              "points": [ {
                "x": 1.0
              }, {
                "x": 2.0,
                "y": 1.0E-300
              } ],
              "sizes": {
                "RIGHT": 0.30000000000000004
              }
            }
            """);
    assertThat(read(text, Shape.class)).isEqualTo(shape("a\u202eb"));
  }

  @Test
  void givenNumbersThatAreNotFinite_thenNullOrTextsThatReadBack() {
    Point point = pair(Double.POSITIVE_INFINITY, Double.NaN);

    assertThat(JsonCodec.line(point)).isEqualTo("{\"x\":null,\"y\":null}");
    String exact = JsonCodec.line(point, Rule.NOT_FINITE);
    assertThat(exact).isEqualTo("{\"x\":\"Infinity\",\"y\":\"NaN\"}");
    assertThat(read(exact, Point.class, Rule.NOT_FINITE)).isEqualTo(point);
    assertThatThrownBy(() -> read(exact, Point.class)).hasMessageContaining("must be a number");
  }

  @Test
  void givenCounts_thenIntegersUnlessFractional() {
    assertThat(JsonCodec.count(5)).isEqualTo(5L);
    assertThat(JsonCodec.count(5.5)).isEqualTo(5.5);
    assertThat(JsonCodec.count(1e300)).isEqualTo(1e300);
  }

  @Test
  void givenAnUnknownField_thenSkipped() {
    assertThat(read("{'x': 1, 'why': [{'x': 2}]}", Point.class))
        .isEqualTo(new Point(1, OptionalDouble.empty()));
  }

  @Test
  void givenRecordsByName_thenAMapInTheirOrder() {
    ByteSource source =
        ByteSource.of(Path.of("a.json"), "{\"b\":{\"x\":1},\"a\":{\"x\":2}}".getBytes(UTF_8));

    assertThat(JsonCodec.decodeMap(source, Point.class))
        .containsExactly(
            Map.entry("b", new Point(1, OptionalDouble.empty())),
            Map.entry("a", new Point(2, OptionalDouble.empty())));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'schema': 'example.shape/2'}|schema is \"example.shape/2\"; only \"example.shape/1\" is",
        "{'class': 3}|line 1: \"schema\" is missing",
        "{'schema': 'example.shape/1', 'class': 3}|line 1: \"name\" is missing",
        "{'class': 3, 'class': 4}|Duplicate field",
        "{'class': 4294967296}|line 1: \"class\" must be an integer in -2147483648 … 2147483647",
        "{'seed': 99999999999999999999}|line 1: \"seed\" must be an integer in -9223372036854775808",
        "{'name': null}|line 1: \"name\" must be a text",
        "{'side': 'left'}|line 1: \"side\" has the unknown value \"left\"",
        "{'points': [{}]}|line 1: \"points.x\" is missing",
        "{'points': [1]}|line 1: \"points\" must be an object",
        "{'points': [{'x': 1e999}]}|line 1: \"points.x\" must be made of numbers within the range",
        "{'points': [{'x': -1}]}|x is -1.0; it must not be negative",
        "{'sizes': {'UP': 1}}|line 1: \"sizes\" has the unknown value \"UP\"",
        "{'sizes': {'LEFT': 'x'}}|line 1: \"sizes.LEFT\" must be a number",
        "[]|is not a JSON object",
        "{'points': [|is not valid JSON at line 1",
      })
  void givenABadValue_thenFileFieldAndWhatWouldBeRight(String json, String problem) {
    assertThatThrownBy(() -> read(json, Shape.class))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("a.json: ")
        .hasMessageContaining(problem);
  }

  @Test
  void givenMoreTextAfterTheEnd_thenRefused() {
    assertThatThrownBy(() -> read("{'x': 1} {}", Point.class))
        .hasMessage("a.json: has more text after the closing brace");
  }
}
