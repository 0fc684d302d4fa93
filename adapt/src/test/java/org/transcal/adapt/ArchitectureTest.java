package org.transcal.adapt;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final String ROOT = "org.transcal.adapt";

  private static JavaClasses classes() {
    return new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages(ROOT);
  }

  @Test
  void givenPackages_thenArrowsPointOneWay() {
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
  void givenTrainingLoop_thenItKnowsNoSingleMethod() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + ".train")
        .should()
        .dependOnClassesThat()
        .haveNameMatching(ROOT + "\\.method\\.(Dan|Jan|Dann|Cdan|Mcd|Mdd|Afn|Bnm|SourceOnly)")
        .check(classes());
  }
}
