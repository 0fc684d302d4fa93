package org.transcal.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.transcal.cli");

  @Test
  void givenPackages_thenNoCycles() {
    slices().matching("org.transcal.cli.(*)..").should().beFreeOfCycles().check(classes);
  }

  @Test
  void givenCommands_thenNoneDependsOnTheRootPackage() {
    noClasses()
        .that()
        .resideInAPackage("org.transcal.cli.*")
        .should()
        .dependOnClassesThat(resideInAPackage("org.transcal.cli"))
        .check(classes);
  }

  @Test
  void givenTerminal_thenNoDependencyOnPicocliOrCommands() {
    noClasses()
        .that()
        .resideInAPackage("org.transcal.cli.terminal")
        .should()
        .dependOnClassesThat()
        .resideOutsideOfPackages(
            "java..",
            "org.transcal",
            "org.transcal.cli.terminal",
            "org.transcal.io.file",
            "org.transcal.accuracy",
            "org.transcal.report.number",
            "org.transcal.workflow")
        .check(classes);
  }
}
