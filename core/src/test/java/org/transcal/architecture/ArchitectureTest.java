package org.transcal.architecture;

import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethodWhere;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.matrix.Matrix;

class ArchitectureTest {
  private static final String ROOT = "org.transcal.";

  /** Reading order and dependency order: a package may use only those before it. */
  private static final List<String> ORDER =
      List.of(
          "parallel",
          "matrix",
          "kernel",
          "optim",
          "prediction",
          "metric",
          "model",
          "task",
          "shift",
          "accuracy",
          "labelling",
          "calibration",
          "comparison",
          "experiment",
          "example");

  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.transcal");

  static Stream<String> packages() {
    return ORDER.stream();
  }

  @Test
  void givenCore_thenEveryPackageHasAPlaceInTheOrder() {
    List<String> found = CORE.stream().map(JavaClass::getPackageName).distinct().toList();

    assertThat(found)
        .contains("org.transcal")
        .filteredOn(name -> name.startsWith(ROOT))
        .containsExactlyInAnyOrderElementsOf(ORDER.stream().map(name -> ROOT + name).toList());
  }

  @ParameterizedTest
  @MethodSource("packages")
  void givenPackage_thenItUsesOnlyEarlierOnes(String name) {
    String[] later =
        ORDER.stream()
            .skip(ORDER.indexOf(name) + 1L)
            .map(each -> ROOT + each + "..")
            .toArray(String[]::new);

    if (later.length > 0) {
      noClasses()
          .that()
          .resideInAPackage(ROOT + name + "..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(later)
          .check(CORE);
    }
  }

  @Test
  void givenCore_thenNoCyclesBetweenPackages() {
    slices().matching(ROOT + "(*)..").should().beFreeOfCycles().check(CORE);
  }

  @Test
  void givenBackingArraysOfMatrices_thenOnlyKernelsTouchThem() {
    DescribedPredicate<JavaMethodCall> storage =
        DescribedPredicate.describe(
            "calls Matrix storage()",
            call ->
                call.getTarget().getName().equals("storage")
                    && call.getTargetOwner().isAssignableTo(Matrix.class));

    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + "kernel..")
        .should(callMethodWhere(storage))
        .check(CORE);
    assertThat(
            CORE.get(ROOT + "kernel.Kernels").getMethodCallsFromSelf().stream().anyMatch(storage))
        .as("the rule sees the calls of the kernels")
        .isTrue();
  }

  @Test
  void givenClasses_thenNoneHasAVagueName() {
    noClasses().should().haveNameMatching(".*(Util|Utils|Helper|Manager|Impl)").check(CORE);
  }

  @Test
  void givenPublicFields_thenTheyAreConstants() {
    fields().that().arePublic().should().beFinal().check(CORE);
    noFields()
        .that()
        .arePublic()
        .should()
        .haveRawType(DescribedPredicate.describe("an array", JavaClass::isArray))
        .check(CORE);
  }

  @Test
  void givenCore_thenItReadsNoFilesAndPrintsNothing() {
    DescribedPredicate<JavaClass> filesOrPrinting =
        DescribedPredicate.describe(
            "files or printing",
            type ->
                type.getPackageName().startsWith("java.nio.file")
                    || type.getPackageName().equals("java.nio.channels")
                    || type.getName().equals("java.io.File")
                    || type.isAssignableTo(java.io.InputStream.class)
                    || type.isAssignableTo(java.io.OutputStream.class)
                    || type.isAssignableTo(java.io.Reader.class)
                    || type.isAssignableTo(java.io.Writer.class));

    noClasses().should().dependOnClassesThat(filesOrPrinting).check(CORE);
  }

  @Test
  void givenModule_thenItIsNullMarked() throws IOException {
    Path module = sources().resolve("../../module-info.java");

    assertThat(Files.readString(module))
        .containsPattern("@NullMarked\\n(@.*\\n)?module org.transcal.core");
  }

  @ParameterizedTest
  @MethodSource("packages")
  void givenPackage_thenItsInfoSaysWhatBelongs(String name) throws IOException {
    Path info = sources().resolve(name).resolve("package-info.java");

    assertThat(info).exists();
    assertThat(Files.readString(info).replaceAll("\\s*\\n\\s*\\*\\s*", " "))
        .contains("Read first:")
        .contains("May depend on:")
        .containsPattern("[Dd]oes not belong");
  }

  private static Path sources() {
    return Path.of(System.getProperty("transcal.root", ".."))
        .resolve("core/src/main/java/org/transcal");
  }
}
