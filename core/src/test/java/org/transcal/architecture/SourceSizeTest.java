package org.transcal.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Files and packages of every module stay small. */
class SourceSizeTest {
  private static final int LONGEST_FILE = 300;
  private static final int MOST_PUBLIC_TYPES = 12;

  @Test
  void givenMainSources_thenNoFileIsTooLong() throws IOException {
    for (Path file : mainSources()) {
      assertThat(Files.readAllLines(file))
          .as(file.toString())
          .hasSizeLessThanOrEqualTo(LONGEST_FILE);
    }
  }

  @Test
  void givenPackage_thenAtMostADozenPublicTypes() throws IOException {
    Map<Path, List<String>> publicTypes = new TreeMap<>();
    for (Path file : mainSources()) {
      if (Files.readAllLines(file).stream().anyMatch(line -> line.startsWith("public "))) {
        publicTypes
            .computeIfAbsent(file.getParent(), folder -> new ArrayList<>())
            .add(file.getFileName().toString());
      }
    }

    assertThat(publicTypes)
        .isNotEmpty()
        .allSatisfy((name, types) -> assertThat(types).hasSizeLessThanOrEqualTo(MOST_PUBLIC_TYPES));
  }

  private static List<Path> mainSources() throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> modules = Files.list(Path.of(System.getProperty("transcal.root", "..")))) {
      for (Path sources : modules.map(module -> module.resolve("src/main/java")).toList()) {
        if (Files.isDirectory(sources)) {
          try (Stream<Path> files = Files.walk(sources)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(found::add);
          }
        }
      }
    }
    assertThat(found).as("modules with sources").hasSizeGreaterThan(100);
    return found;
  }
}
