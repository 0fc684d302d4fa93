package org.transcal.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Packages depend in one direction: sums, then rows, then what is computed, then the stages. */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.transcal.spark");

  @Test
  void givenThePackages_thenThereIsNoCycle() {
    slices().matching("org.transcal.(spark..)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void givenSums_thenTheyKnowNoSpark() {
    noClasses()
        .that()
        .resideInAPackage("org.transcal.spark.sum")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.spark..", "org.transcal.spark.rows")
        .check(CLASSES);
  }

  @Test
  void givenTheInnerPackages_thenTheyKnowNoStages() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "org.transcal.spark.rows", "org.transcal.spark.confidence", "org.transcal.spark.shift")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.transcal.spark")
        .check(CLASSES);
  }
}
