package org.transcal.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/**
 * Expected numbers are those of scikit-learn 1.6 on the same arrays: {@code roc_auc_score(y == k,
 * p[:, k])}, {@code log_loss}, {@code brier_score_loss}, {@code precision_recall_fscore_support(y,
 * p.argmax(1))}.
 */
class OneClassTest {
  private static final Bootstrap BOOTSTRAP = Bootstrap.seeded(0).withReplicates(50);
  private static final int[] LABELS = {0, 1, 2, 1, 1, 2, 0, 0};
  private static final double[][] P = {
    {.7, .2, .1}, {.1, .6, .3}, {.3, .3, .4}, {.05, .9, .05},
    {.5, .25, .25}, {.2, .3, .5}, {.6, .3, .1}, {.25, .35, .4}
  };

  private static LabelledPredictions rows() {
    return LabelledPredictions.of(
        Probabilities.of(Matrix.copyOf(P)), Labels.copyOf(LABELS, P[0].length));
  }

  private static MetricEvaluation ofClass(LabelledPredictions rows, int label) {
    return MetricEvaluation.of(rows.ofClass(label), CalibrationMetrics.ofClass(5), 5, BOOTSTRAP);
  }

  @Test
  void givenOneClass_thenMetricsOfItsProbability() {
    MetricEvaluation evaluation = ofClass(rows(), 1);

    assertThat(evaluation.estimate("auroc").value()).isCloseTo(0.7333333333333333, within(1e-12));
    assertThat(evaluation.estimate("logLoss").value())
        .isCloseTo(0.46580397497082116, within(1e-12));
    assertThat(evaluation.estimate("brier").value()).isCloseTo(0.145625, within(1e-12));
    assertThat(evaluation.estimate("ece").value()).isCloseTo(0.15, within(1e-12));
    assertThat(evaluation.reliability().accuracy()).isEqualTo(3 / 8.0);
  }

  @Test
  void givenPredictions_thenPrecisionRecallAndF1OfEachClass() {
    List<MetricEvaluation.ClassScore> classes = MetricEvaluation.of(rows(), 5, BOOTSTRAP).byClass();

    assertThat(classes)
        .extracting(MetricEvaluation.ClassScore::rows)
        .containsExactly(3.0, 3.0, 2.0);
    assertThat(classes.get(0).precision()).isCloseTo(2 / 3.0, within(1e-12));
    assertThat(classes.get(1).precision()).isEqualTo(1);
    assertThat(classes.get(1).recall()).isCloseTo(2 / 3.0, within(1e-12));
    assertThat(classes.get(1).f1()).isCloseTo(0.8, within(1e-12));
    assertThat(classes.get(2).precision()).isCloseTo(2 / 3.0, within(1e-12));
    assertThat(classes.get(2).recall()).isEqualTo(1);
    assertThat(classes.get(0).ece()).isCloseTo(0.15, within(1e-12));
    assertThat(classes.get(1).ece()).isCloseTo(0.15, within(1e-12));
  }

  @Test
  void givenClasses_thenClasswiseErrorIsTheMeanOfTheirErrors() {
    MetricEvaluation evaluation = MetricEvaluation.of(rows(), 15, BOOTSTRAP);

    assertThat(evaluation.estimate("eceClasswise").value())
        .isCloseTo(
            evaluation.byClass().stream()
                .mapToDouble(MetricEvaluation.ClassScore::ece)
                .average()
                .orElseThrow(),
            within(1e-12));
    assertThat(evaluation.fineReliability().total()).isEqualTo(8);
  }

  @Test
  void givenClassThatIsNeverPredictedOrLabelled_thenNoScore() {
    LabelledPredictions two =
        LabelledPredictions.of(
            Probabilities.of(Matrix.copyOf(new double[][] {{.6, .3, .1}, {.2, .7, .1}})),
            Labels.copyOf(new int[] {0, 0}, 3));

    MetricEvaluation.ClassScore last = MetricEvaluation.of(two, 5, BOOTSTRAP).byClass().get(2);

    assertThat(last.precision()).isNaN();
    assertThat(last.recall()).isNaN();
    assertThat(last.f1()).isNaN();
  }

  @Test
  void givenRowsThatCountTwice_thenAsIfRepeated() {
    double[] counts = {2, 1, 1, 0, 1, 3, 1, 1};

    MetricEvaluation counted = ofClass(rows().countedBy(Frequencies.copyOf(counts)), 0);

    // Pairs of 4 rows of the class and 6 others; ties count half.
    assertThat(counted.estimate("auroc").value()).isCloseTo(22 / 24.0, within(1e-12));
    assertThat(counted.reliability().total()).isEqualTo(10);
  }

  @Test
  void givenProbabilityThatRoundsToOne_thenLogLossIsFinite() {
    Logits logits = Logits.of(Matrix.copyOf(new double[][] {{0, 60}, {0, -60}}));
    LabelledPredictions wrong =
        LabelledPredictions.of(logits.softmax(1), Labels.copyOf(new int[] {0, 1}, 2));

    assertThat(ofClass(wrong, 1).estimate("logLoss").value()).isCloseTo(60, within(1e-9));
  }

  @Test
  void givenUnknownClass_thenRefused() {
    assertThatThrownBy(() -> rows().ofClass(3)).hasMessage("Class is 3; it must be in 0 … 2");
  }
}
