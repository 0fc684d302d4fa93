package org.transcal.io;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Packages depend in one direction: file, then the formats, then tasks. */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.transcal.io");

  @Test
  void givenThePackages_thenThereIsNoCycle() {
    slices().matching("org.transcal.(io..)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void givenFiles_thenTheyKnowNoFormat() {
    noClasses()
        .that()
        .resideInAPackage("org.transcal.io.file")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.transcal.io",
            "org.transcal.io.npy",
            "org.transcal.io.csv",
            "org.transcal.io.json",
            "org.transcal.io.dataset")
        .check(CLASSES);
  }

  @Test
  void givenFormats_thenTheyKnowNoTask() {
    noClasses()
        .that()
        .resideInAnyPackage("org.transcal.io.npy", "org.transcal.io.csv", "org.transcal.io.json")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.transcal.io", "org.transcal.io.dataset")
        .check(CLASSES);
  }
}
