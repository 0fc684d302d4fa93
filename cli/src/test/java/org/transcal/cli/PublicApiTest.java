package org.transcal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of what is public, the baseline that builds are compared with, and the builds. */
class PublicApiTest {
  private static final Path ROOT = Path.of(System.getProperty("transcal.root", ".."));

  /** Found as services; the page says so instead of naming packages. */
  private static final Set<String> SERVICES = Set.of("transcal-table.jar", "transcal-vector.jar");

  @Test
  void givenTheApiPage_thenItNamesThePackagesOfTheBaseline() throws IOException {
    Set<String> packages = new TreeSet<>();
    for (Path jar : baseline()) {
      if (!SERVICES.contains(jar.getFileName().toString())) {
        try (JarFile file = new JarFile(jar.toFile())) {
          file.stream()
              .map(entry -> entry.getName().replaceFirst("/[^/]*$", "").replace('/', '.'))
              .forEach(packages::add);
        }
      }
    }
    Set<String> named =
        Pattern.compile("`(org\\.transcal[a-z.]*)`")
            .matcher(Files.readString(ROOT.resolve("docs/api.md")))
            .results()
            .map(match -> match.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(named).containsExactlyElementsOf(packages);
  }

  @Test
  void givenABaseline_thenItsModuleIsComparedWithIt() throws IOException {
    Set<String> compared = new TreeSet<>();
    try (Stream<Path> folders = Files.walk(ROOT, 2)) {
      for (Path folder : folders.filter(path -> !path.equals(ROOT)).toList()) {
        Path pom = folder.resolve("pom.xml");
        if (Files.exists(pom)
            && Files.readString(pom).contains("<japicmp.skip>false</japicmp.skip>")) {
          compared.add("transcal-" + folder.getFileName() + ".jar");
        }
      }
    }
    assertThat(baseline().stream().map(jar -> jar.getFileName().toString()))
        .containsExactlyInAnyOrderElementsOf(compared);
  }

  private static Set<Path> baseline() throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve("api-baseline"))) {
      return files
          .filter(file -> file.toString().endsWith(".jar"))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
