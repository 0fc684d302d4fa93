package org.transcal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.transcal.accuracy.ControlVariates;
import org.transcal.calibration.CalibrationMethod.Need;
import org.transcal.prediction.Labels;
import org.transcal.shift.Balance;
import org.transcal.shift.DomainClassifier;

/** Methods by name. */
class MethodsTest {
  /** INTERFACE's names in its order, and svi. */
  private static final List<String> INTERFACE =
      List.of(
          ("vanilla temperature vector matrix platt isotonic histogram cpcs cpcs-original transcal"
                  + " transcal-no-bias transcal-no-variance transcal-cv-weight"
                  + " transcal-cv-correctness transcal-cv-parallel transcal-paper oracle mc-dropout"
                  + " ensemble svi pseudocal utdc recommended label-shift labelled")
              .split(" "));

  @Test
  void givenNames_thenExactlyThoseOfTheInterfaceInItsOrder() {
    assertThat(Methods.names()).isEqualTo(INTERFACE);
    assertThat(Methods.names()).contains(Methods.DEFAULT);
  }

  @Test
  void givenName_thenMethodOfThatName() {
    for (String name : Methods.names()) {
      assertThat(Methods.named(name, MethodSettings.defaults()).name()).isEqualTo(name);
    }
    assertThat(Methods.all(MethodSettings.defaults()))
        .extracting(CalibrationMethod::name)
        .isEqualTo(INTERFACE);
  }

  @Test
  void givenEveryMethod_thenASummaryOfItsOwn() {
    assertThat(Methods.all(MethodSettings.defaults()))
        .extracting(CalibrationMethod::summary)
        .doesNotHaveDuplicates()
        .allSatisfy(summary -> assertThat(summary).isNotBlank());
  }

  @Test
  void givenEveryMethod_thenWhatItNeedsBeyondLogitsAndSourceLabels() {
    for (String name : Methods.names()) {
      Set<Need> needed =
          switch (name) {
            case "oracle" -> Set.of(Need.TARGET_LABELS);
            case "mc-dropout" -> Set.of(Need.MC_DROPOUT);
            case "ensemble" -> Set.of(Need.ENSEMBLE);
            case "svi" -> Set.of(Need.SVI);
            case "pseudocal" -> Set.of(Need.MIXUP);
            case "labelled" -> Set.of(Need.LABELLED_ROWS);
            default ->
                name.startsWith("transcal") || name.startsWith("cpcs")
                    ? Set.of(Need.WEIGHTS)
                    : Set.of();
          };
      assertThat(Methods.named(name, MethodSettings.defaults()).needs()).as(name).isEqualTo(needed);
    }
  }

  @Test
  void givenTaskWithAllParts_thenEveryMethodSaysWhoFittedIt() {
    TaskParts parts = TaskParts.random(3, 5);
    for (CalibrationMethod method : Methods.all(parts.settings())) {
      assertThat(method.fit(parts.task()).method()).isEqualTo(method.name());
    }
  }

  @Test
  void givenUnknownName_thenListsTheKnownOnes() {
    assertThatThrownBy(() -> Methods.named("transcall", MethodSettings.defaults()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"transcall\"")
        .hasMessageContaining(String.join(", ", INTERFACE));
  }

  @Test
  void givenSettings_thenMethodsAreGivenThem() {
    MethodSettings settings =
        MethodSettings.defaults()
            .withSeed(9)
            .withBins(7)
            .withBalance(Balance.UPSAMPLE)
            .withTargetLabels(Labels.copyOf(new int[] {0, 1}, 2));

    DomainClassifier expected = new DomainClassifier(Balance.UPSAMPLE, 9);
    assertThat(Methods.named("cpcs", settings)).isEqualTo(new Cpcs(Cpcs.Form.PLAIN, expected));
    assertThat(Methods.named("transcal-paper", settings)).isEqualTo(new TransCalPaper(7, expected));
    assertThat(Methods.named("oracle", settings)).isInstanceOf(OracleTemperature.class);
  }

  @Test
  void givenPresets_thenTheirNamesAreTheRegisteredOnes() {
    assertThat(TransCal.released().name()).isEqualTo("transcal");
    assertThat(TransCal.withoutBiasReduction().name()).isEqualTo("transcal-no-bias");
    for (ControlVariates variates : ControlVariates.values()) {
      assertThat(Methods.names()).contains(TransCal.withControlVariates(variates).name());
    }
    assertThat(Methods.calibrator("transcal-paper").name()).isEqualTo("transcal-paper");
  }

  @Test
  void givenNoBins_thenRefuses() {
    assertThatThrownBy(() -> MethodSettings.defaults().withBins(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bins is 0");
  }
}
