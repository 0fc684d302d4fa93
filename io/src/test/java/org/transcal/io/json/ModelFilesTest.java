package org.transcal.io.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.transcal.io.file.InputException;

/** Model files with what is wrong with them; python/tests/test_model_files.py reads the same. */
class ModelFilesTest {
  private static final String EXPECTED = "/models/expected.csv";

  @ParameterizedTest(name = "{0}")
  @CsvFileSource(resources = EXPECTED, useHeadersInDisplayName = true)
  void givenAModelFile_thenItIsReadOrRefusedAsExpected(String name, String problem) {
    Path file = folder().resolve(name);

    if (problem == null) {
      assertThat(ModelJson.read(file).model().classes()).isGreaterThan(1);
    } else {
      assertThatThrownBy(() -> ModelJson.read(file))
          .isInstanceOf(InputException.class)
          .hasMessageStartingWith(file + ": ")
          .message()
          .containsIgnoringCase(problem);
    }
  }

  @Test
  void givenTheFolder_thenEveryFileIsExpected() throws IOException {
    String expected = Files.readString(folder().resolve("expected.csv"));

    try (Stream<Path> files = Files.list(folder())) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .filteredOn(name -> name.endsWith(".json"))
          .isNotEmpty()
          .allSatisfy(name -> assertThat(expected).contains("\n" + name + ","));
    }
  }

  private static Path folder() {
    try {
      return Path.of(ModelFilesTest.class.getResource(EXPECTED).toURI()).getParent();
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }
}
