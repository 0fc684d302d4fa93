package org.transcal.adapt;

import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final String ROOT = "org.transcal.adapt";

  private static JavaClasses classes() {
    return new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages(ROOT);
  }

  @Test
  void givenPackages_thenDependenciesPointOneWay() {
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage(ROOT + "..")
        .layer("api")
        .definedBy(ROOT)
        .layer("train")
        .definedBy(ROOT + ".train")
        .layer("method")
        .definedBy(ROOT + ".method")
        .layer("loss")
        .definedBy(ROOT + ".loss")
        .layer("model")
        .definedBy(ROOT + ".model")
        .whereLayer("api")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("train")
        .mayOnlyBeAccessedByLayers("api")
        .whereLayer("method")
        .mayOnlyBeAccessedByLayers("api", "train")
        .whereLayer("loss")
        .mayOnlyBeAccessedByLayers("train", "method")
        .whereLayer("model")
        .mayOnlyBeAccessedByLayers("api")
        .check(classes());
  }

  @Test
  void givenTrainingLoop_thenItDependsOnNoSpecificMethod() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + ".train")
        .should()
        .dependOnClassesThat()
        .haveNameMatching(ROOT + "\\.method\\.(PlainLosses|Adversarial|Adda|Mada|Mcd|Mdd|Rtn)")
        .check(classes());
  }

  @Test
  void givenPackage_thenAtMostTwelvePublicTypes() {
    Map<String, Long> publicTypes =
        classes().stream()
            .filter(type -> type.isTopLevelClass() && type.getModifiers().contains(PUBLIC))
            .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));

    assertThat(publicTypes).allSatisfy((name, count) -> assertThat(count).isLessThanOrEqualTo(12));
  }
}
