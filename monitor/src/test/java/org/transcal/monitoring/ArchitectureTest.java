package org.transcal.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Packages and files stay small. */
class ArchitectureTest {
  @Test
  void givenAPackage_thenItHasAtMostTwelvePublicTypes() {
    Map<String, Long> publicTypes =
        new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("org.transcal.monitoring")
                .stream()
                .filter(
                    type ->
                        type.isTopLevelClass() && type.getModifiers().contains(JavaModifier.PUBLIC))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));

    assertThat(publicTypes)
        .isNotEmpty()
        .allSatisfy((name, count) -> assertThat(count).isBetween(1L, 12L));
  }

  @Test
  void givenAFile_thenItHasAtMostThreeHundredLines() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      assertThat(files.filter(Files::isRegularFile))
          .isNotEmpty()
          .allSatisfy(file -> assertThat(Files.readAllLines(file)).hasSizeLessThanOrEqualTo(300));
    }
  }
}
