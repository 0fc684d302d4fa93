package org.transcal.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.stream.Collectors;
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
  void givenCommands_thenTheyDependOnTheRootPackageForTrainingOnly() {
    noClasses()
        .that()
        .resideInAPackage("org.transcal.cli.*")
        .should()
        .dependOnClassesThat(
            resideInAPackage("org.transcal.cli")
                .and(not(type(TaskTrainer.class).or(type(TrainingOrder.class)))))
        .check(classes);
  }

  @Test
  void givenTerminal_thenNoDependencyOnCalibration() {
    noClasses()
        .that()
        .resideInAPackage("org.transcal.cli.terminal")
        .should()
        .dependOnClassesThat()
        .resideOutsideOfPackages(
            "java..", "org.transcal.cli.terminal", "org.transcal.report.number")
        .check(classes);
  }

  @Test
  void givenPackages_thenAtMostTwelvePublicTypesEach() {
    Map<String, Long> publicTypes =
        classes.stream()
            .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
            .filter(JavaClass::isTopLevelClass)
            .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));

    assertThat(publicTypes)
        .isNotEmpty()
        .allSatisfy((name, count) -> assertThat(count).isLessThanOrEqualTo(12));
  }
}
