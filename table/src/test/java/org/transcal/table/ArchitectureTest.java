package org.transcal.table;

import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Packages depend in one direction. */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.transcal.table");

  @Test
  void givenThePackages_thenThereIsNoCycle() {
    slices().matching("org.transcal.table.(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void givenPackage_thenAtMostTwelvePublicTypes() {
    Map<String, Long> publicTypes =
        CLASSES.stream()
            .filter(type -> type.isTopLevelClass() && type.getModifiers().contains(PUBLIC))
            .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));

    assertThat(publicTypes).allSatisfy((name, count) -> assertThat(count).isLessThanOrEqualTo(12));
  }
}
