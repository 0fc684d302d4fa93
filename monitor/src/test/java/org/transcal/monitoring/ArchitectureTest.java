package org.transcal.monitoring;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void givenMonitoring_thenItNeedsNeitherItsExampleNorFiles() {
    noClasses()
        .that()
        .resideInAPackage("org.transcal.monitoring")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.transcal.monitoring.example",
            "org.transcal.monitoring.history",
            "org.transcal.io",
            "org.transcal.io.csv",
            "org.transcal.io.json",
            "org.transcal.io.npy",
            "org.transcal.io.table",
            "java.nio.file")
        .check(
            new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("org.transcal.monitoring"));
  }
}
