package org.transcal.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.transcal.serve.RawClient.Answer;

/** The description against what the server does. */
class OpenApiTest {
  /** All values by their place, such as {@code paths|/metrics|get|summary}. */
  private final Map<String, String> values = new TreeMap<>();

  private final RunningServer server;
  private final Routes routes = RunningServer.endpoints(Optional.of(RunningServer.MODEL));

  OpenApiTest() throws IOException {
    server = new RunningServer(RunningServer.loopback(8), routes);
    try (server;
        JsonParser json = new JsonFactory().createParser(server.ask("GET /openapi.json").bytes())) {
      while (json.nextToken() != null) {
        if (json.currentToken().isScalarValue() || json.currentToken() == JsonToken.START_OBJECT) {
          String place = json.getParsingContext().pathAsPointer().toString();
          values.put(place.replace("/", "|").replace("~1", "/"), json.getText());
        }
      }
    }
  }

  private Set<String> keysBelow(String place) {
    return values.keySet().stream()
        .filter(key -> key.startsWith(place + "|"))
        .map(key -> key.substring(place.length() + 1).split("\\|", 2)[0])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void givenDescription_thenPathsAndMethodsAreThoseOfTheServer() {
    assertThat(values).containsEntry("|openapi", "3.1.0").containsKey("|info|version");
    assertThat(values.get("|info|version")).matches("\\d+\\.\\d+.*");
    assertThat(keysBelow("|paths")).isEqualTo(new TreeSet<>(routes.paths()));
    for (String path : routes.paths()) {
      assertThat(keysBelow("|paths|" + path))
          .isEqualTo(
              routes.methods(path).stream()
                  .map(method -> method.toLowerCase(Locale.ROOT))
                  .collect(Collectors.toSet()));
    }
  }

  @Test
  void givenReferences_thenTheyExist() {
    assertThat(values.entrySet().stream().filter(e -> e.getKey().endsWith("|$ref")))
        .isNotEmpty()
        .allSatisfy(
            e -> assertThat(values).containsKey(e.getValue().substring(1).replace('/', '|')));
  }

  @Test
  void givenOperations_thenIdentifiedOnce() {
    Set<String> names = new TreeSet<>();
    values.forEach(
        (place, value) -> {
          if (place.endsWith("|operationId")) {
            assertThat(names.add(value)).as(value).isTrue();
          }
        });
    assertThat(names).hasSize(9);
  }

  @Test
  void givenSourcesOfFailures_thenEveryStatusIsDescribed() throws Exception {
    Set<String> described = keysBelow("|paths|/calibrate|post|responses");
    described.addAll(Set.of("405")); // Of every path, in the description as a whole.
    Pattern failure = Pattern.compile("HttpFailure\\s*\\.of\\(\\s*([0-9]{3})");
    Set<String> used = new TreeSet<>(Set.of("200", "503"));
    Path sources = Path.of("src/main/java/org/transcal/serve");
    try (Stream<Path> files = Files.list(sources)) {
      for (Path file : files.toList()) {
        Matcher matcher = failure.matcher(Files.readString(file));
        while (matcher.find()) {
          used.add(matcher.group(1));
        }
      }
    }

    assertThat(used).isEqualTo(described);
    assertThat(values.get("|info|description")).contains("404", "405");
  }

  @Test
  void givenPages_thenTypesAreThoseDescribed() throws Exception {
    try (RunningServer again = RunningServer.of(Optional.of(RunningServer.MODEL))) {
      for (String path : routes.paths()) {
        if (routes.methods(path).contains("GET")) {
          Answer answer = again.ask("GET " + path);
          assertThat(keysBelow("|paths|" + path + "|get|responses|200|content"))
              .containsExactly(answer.header("content-type").split(";")[0]);
        }
      }
      for (String type : keysBelow("|paths|/calibrate|post|responses|200|content")) {
        Answer answer =
            again.calibrate("{\"logits\": [1,2,3]}", RunningServer.JSON, "Accept: " + type);
        assertThat(answer.header("content-type")).isEqualTo(type);
      }
      for (String type : keysBelow("|paths|/calibrate|post|requestBody|content")) {
        assertThat(again.calibrate("x", "Content-Type: " + type).status()).isEqualTo(400);
      }
    }
  }
}
