package org.transcal.report;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
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

/** Packages depend in one direction and stay small. */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.transcal.report");

  @Test
  void givenThePackages_thenThereIsNoCycle() {
    slices().matching("org.transcal.(report..)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void givenAPackage_thenItHasAtMostTwelvePublicTypes() {
    Map<String, Long> counts =
        CLASSES.stream()
            .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
            .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
            .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));

    assertThat(counts).isNotEmpty();
    counts.forEach((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(12));
  }

  @Test
  void givenMainSources_thenNoFileIsLongerThanThreeHundredLines() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readAllLines(file)).as(file.toString()).hasSizeLessThanOrEqualTo(300);
      }
    }
  }
}
