package org.transcal.report;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
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
}
