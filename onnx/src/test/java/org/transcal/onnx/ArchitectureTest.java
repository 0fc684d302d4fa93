package org.transcal.onnx;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Packages depend in one direction, and one of them alone knows ONNX Runtime. */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.transcal.onnx");

  @Test
  void givenThePackages_thenThereIsNoCycle() {
    slices().matching("org.transcal.onnx.(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void givenOnnxRuntime_thenOnlyPackageNetworkDependsOnIt() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.transcal.onnx.network")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("ai.onnxruntime..")
        .check(CLASSES);
  }
}
