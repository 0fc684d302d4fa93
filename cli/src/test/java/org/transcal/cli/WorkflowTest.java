package org.transcal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The workflows and templates for a forge, which no build here runs. */
class WorkflowTest {
  private static final Path ROOT = Path.of(System.getProperty("transcal.root", ".."));

  /**
   * A path within the repository in a command: at its start, or after a pipe, a semicolon or a
   * variable.
   */
  private static final Pattern SCRIPT =
      Pattern.compile(
          "(?<![\\w/.-])((?:\\.ci|api-baseline|research|consumer|dist|docs|python|spark)/[\\w./-]*\\w|\\./\\w+)");

  static List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(ROOT.resolve(".github"))) {
      return all.filter(file -> file.toString().endsWith(".yml")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void givenAFileForTheForge_thenItIsYamlWithTheKeysOfItsKind(Path file) throws IOException {
    List<String> names = fieldNames(Files.readString(file));
    String folder = file.getParent().getFileName().toString();
    if (folder.equals("workflows")) {
      assertThat(names).contains("name", "on", "permissions", "jobs", "runs-on", "timeout-minutes");
    } else if (!file.endsWith("config.yml") && folder.equals("ISSUE_TEMPLATE")) {
      assertThat(names).contains("name", "description", "body");
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void givenAFileForTheForge_thenTheScriptsThatItNamesExist(Path file) throws IOException {
    assertThat(missing(Files.readString(file))).isEmpty();
  }

  @Test
  void givenAScriptThatIsGoneAndBrokenYaml_thenBothAreFound() {
    assertThat(missing("run: .ci/run && research/bench/speed/gone --only fit"))
        .containsExactly("research/bench/speed/gone");
    assertThatThrownBy(() -> fieldNames("jobs: [build")).isInstanceOf(IOException.class);
  }

  private static List<String> missing(String text) {
    List<String> missing = new ArrayList<>();
    Matcher matcher = SCRIPT.matcher(text);
    while (matcher.find()) {
      if (!Files.exists(ROOT.resolve(matcher.group(1)))) {
        missing.add(matcher.group(1));
      }
    }
    return missing;
  }

  private static List<String> fieldNames(String text) throws IOException {
    List<String> names = new ArrayList<>();
    try (YAMLParser parser = new YAMLFactory().createParser(text)) {
      while (parser.nextToken() != null) {
        if (parser.currentName() != null) {
          names.add(parser.currentName());
        }
      }
    }
    return names;
  }
}
