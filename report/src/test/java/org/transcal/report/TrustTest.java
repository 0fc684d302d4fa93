package org.transcal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.transcal.Termination;
import org.transcal.calibration.Fits;
import org.transcal.calibration.FittedMethod;
import org.transcal.calibration.Landscape;
import org.transcal.comparison.MethodComparison;
import org.transcal.prediction.Labels;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.TransferTask;

class TrustTest {
  private static final Samples.Rows ROWS = Samples.target(500, 4);

  /** Near the 88 % of {@link #ROWS} that are right. */
  private static final double ABOUT_RIGHT = 0.88;

  private static final Landscape FLAT =
      Fits.landscape(
          new double[] {1, 4},
          new double[] {0, 1},
          new double[][] {{0.1, 0.2}, {0.1, 0.2}},
          List.of(),
          new Landscape.Point(2.2, 0.5));

  @Test
  void givenHealthyWeights_thenNoWarning() {
    String section = section(Samples.weights(900, 0.9, 0.86), ABOUT_RIGHT, Termination.CONVERGED);

    assertThat(section).contains("No warning sign was found").contains("calm");
  }

  @Test
  void givenFewHeavyRows_thenTheEffectiveSampleSizeIsNamed() {
    double[] weights = new double[900];
    Arrays.fill(weights, 0.01);
    weights[0] = 891;

    String section = section(ImportanceWeights.of(weights), ABOUT_RIGHT, Termination.CONVERGED);

    // (Σw)² / Σw² with one weight of 891 and 899 of 0.01 is 900²/891² to three digits: 1.02.
    assertThat(section)
        .contains("Treat the numbers with care.")
        .contains("the 900 validation rows count as 1 (effective sample size)");
  }

  @Test
  void givenDomainsThatHardlyOverlap_thenTheAucIsNamed() {
    assertThat(section(Samples.weights(900, 0.9, 0.951), ABOUT_RIGHT, Termination.CONVERGED))
        .contains("AUC 0.95")
        .contains("hardly overlap");
    assertThat(section(Samples.weights(900, 0.9, 0.95), ABOUT_RIGHT, Termination.CONVERGED))
        .doesNotContain("hardly overlap");
  }

  @Test
  void givenWeightsWithAWrongMean_thenItIsNamed() {
    double[] weights = new double[900];
    Arrays.fill(weights, 0.4);

    assertThat(section(ImportanceWeights.of(weights), ABOUT_RIGHT, Termination.CONVERGED))
        .contains("The mean importance weight is 0.400");
  }

  @Test
  void givenSearchesThatDidNotConverge_thenEachSaysHow() {
    ImportanceWeights weights = Samples.weights(900, 0.9, 0.86);

    assertThat(section(weights, ABOUT_RIGHT, Termination.AT_BOUND))
        .contains("No temperature and exponent λ in range");
    assertThat(section(weights, ABOUT_RIGHT, Termination.EVALUATION_LIMIT)).contains("ran out");
    assertThat(section(weights, ABOUT_RIGHT, Termination.STALLED))
        .contains("stopped making progress");
  }

  @Test
  void givenAnEstimateThatMissed_thenBothNumbersAreNamed() {
    assertThat(section(Samples.weights(900, 0.9, 0.86), 0.97, Termination.CONVERGED))
        .contains("it says that 97\u00a0% of the predictions are right");
  }

  @Test
  void givenCalibrationThatMadeItWorse_thenBothErrorsAreNamed() {
    TransferTask task = Samples.task("t", 900, ROWS);

    String section = section(task, Fits.temperature("temperature", task, 0.5), List.of());

    assertThat(section).contains("Calibration made things worse");
  }

  @Test
  void givenNoWeights_thenThePageSaysThatTheShiftIsUnchecked() {
    Samples.Rows source = Samples.Rows.drawn(200, 4, 1.3, 5, 2, 1);
    TransferTask task =
        TransferTask.named("t")
            .sourceValidation(source.logits(), source.labels())
            .target(ROWS.logits())
            .build();

    assertThat(section(task, Fits.temperature("temperature", task, 2.2), List.of()))
        .contains("how far the target is from the source was not checked")
        .doesNotContain("calm");
  }

  @Test
  void givenNotesAboutTheInput_thenTheyAreShownAndNotCalm() {
    TransferTask task = Samples.task("t", 900, ROWS);

    String section =
        section(task, Fits.temperature("temperature", task, 2.2), List.of("looks odd"));

    assertThat(section).contains("<li>looks odd</li>").doesNotContain("calm");
  }

  private static String section(
      ImportanceWeights weights, double estimate, Termination termination) {
    TransferTask task = Samples.task("t", 900, ROWS).withWeights(weights.values());
    return section(task, Fits.transcal(task, weights, FLAT, estimate, termination), List.of());
  }

  private static String section(TransferTask task, FittedMethod method, List<String> warnings) {
    Optional<Labels> labels = Optional.of(ROWS.labels());
    MethodComparison comparison =
        Samples.comparison(task, labels, 0, 15, List.of(Samples.fitted(method, labels)));
    return Trust.section(Samples.fit(comparison, warnings).findings(), Optional.empty()).write();
  }
}
