package org.transcal.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.UnaryOperator;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/** A task of 3 classes, 4 source validation rows, 5 target rows and 2 features. */
class TransferTaskTest {
  private static final int CLASSES = 3;

  @Test
  void givenAllParts_thenReadBack() {
    double[] weights = {1, 2, 3, 4};
    Mixup mixup = new Mixup(logits(5, 3), new int[] {1, 2, 3, 4, 0});
    Probabilities dropout = logits(5, 3).softmax(2);
    Probabilities ensemble = logits(5, 3).softmax(3);
    Logits onSource = logits(4, 3);
    Logits onTarget = logits(5, 3);

    TransferTask task =
        whole()
            .features(matrix(7, 2), matrix(4, 2), matrix(5, 2))
            .weights(weights)
            .mixup(mixup)
            .mcDropout(dropout)
            .ensemble(ensemble)
            .secondModel(onSource, onTarget)
            .build();

    assertThat(task.name()).isEqualTo("A2B");
    assertThat(task.classes()).isEqualTo(3);
    assertThat(task.sourceValidation().frequencies().total()).isEqualTo(4);
    assertThat(task.target().frequencies().total()).isEqualTo(5);
    assertThat(task.features().orElseThrow().columns()).isEqualTo(2);
    assertThat(task.weights().orElseThrow()).isEqualTo(weights);
    assertThat(task.mixup()).containsSame(mixup);
    assertThat(task.mcDropout()).containsSame(dropout);
    assertThat(task.ensemble()).containsSame(ensemble);
    assertThat(task.secondModel()).contains(new SecondModel(onSource, onTarget));
  }

  @Test
  void givenOnlyTheNeededParts_thenTheRestIsEmpty() {
    TransferTask task = whole().build();

    assertThat(task.features()).isEmpty();
    assertThat(task.weights()).isEmpty();
    assertThat(task.mixup()).isEmpty();
    assertThat(task.mcDropout()).isEmpty();
    assertThat(task.ensemble()).isEmpty();
    assertThat(task.secondModel()).isEmpty();
  }

  @Test
  void givenPartMissing_thenNamed() {
    assertThatThrownBy(() -> TransferTask.named("A2B").target(logits(5, 3)).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("A transfer task needs its source validation rows");
    assertThatThrownBy(
            () -> TransferTask.named("A2B").sourceValidation(logits(4, 3), labels(4, 3)).build())
        .hasMessage("A transfer task needs its target rows");
  }

  @Test
  void givenSourceValidationThatDisagrees_thenNamed() {
    assertThatThrownBy(() -> TransferTask.named("").sourceValidation(logits(4, 3), labels(5, 3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Source validation has 4 rows but there are 5 labels");
    assertThatThrownBy(() -> TransferTask.named("").sourceValidation(logits(4, 3), labels(4, 2)))
        .hasMessage("Source validation logits have 3 classes but its labels have 2");
    assertThatThrownBy(
            () ->
                TransferTask.named("")
                    .sourceValidation(logits(4, 3), labels(4, 3), Frequencies.ones(3)))
        .hasMessage("Source validation has 4 rows but 3 frequencies");
  }

  @Test
  void givenTargetThatDisagrees_thenNamed() {
    refused(builder -> builder.target(logits(5, 4)))
        .hasMessage("Target logits have 4 classes; 3 are needed");
    refused(builder -> builder.target(logits(5, 3), Frequencies.ones(6)))
        .hasMessage("Target has 5 rows but 6 frequencies");
  }

  @Test
  void givenFeaturesThatDisagree_thenNamed() {
    refused(builder -> builder.features(matrix(7, 2), matrix(3, 2), matrix(5, 2)))
        .hasMessage("Source validation features have 3 rows; 4 are needed");
    refused(builder -> builder.features(matrix(7, 2), matrix(4, 2), matrix(6, 2)))
        .hasMessage("Target features have 6 rows; 5 are needed");
    refused(builder -> builder.features(matrix(7, 2), matrix(4, 3), matrix(5, 2)))
        .hasMessage(
            "Source validation features have 3 columns but source training features have 2");
    refused(builder -> builder.features(matrix(7, 2), matrix(4, 2), matrix(5, 1)))
        .hasMessage("Target features have 1 columns but source training features have 2");
    refused(builder -> builder.features(matrix(0, 2), matrix(4, 2), matrix(5, 2)))
        .hasMessage("Source training features are empty (0×2)");
    refused(
            builder ->
                builder.features(
                    new DomainFeatures(
                        matrix(7, 2), Frequencies.ones(8), matrix(4, 2), matrix(5, 2))))
        .hasMessage("Source training has 7 rows but 8 frequencies");
  }

  @Test
  void givenFeatureThatIsNotFinite_thenSetRowColumnAndValueAreNamed() {
    double[] bad = new double[10];
    bad[7] = Double.NaN;
    Matrix target = Matrix.wrap(bad, 5, 2);

    refused(builder -> builder.features(matrix(7, 2), matrix(4, 2), target))
        .hasMessage(
            "Target feature at row 3, column 1 is NaN; features must be finite, within ±1.0E30");
    bad[7] = -2e30;
    refused(builder -> builder.features(matrix(7, 2), matrix(4, 2), target))
        .hasMessageStartingWith("Target feature at row 3, column 1 is -2.0E30; features must be");
  }

  @Test
  void givenWeightsThatAreNone_thenRowAndValueNamed() {
    refused(builder -> builder.weights(1, -2, 1, 1))
        .hasMessage("Importance weight at row 1 is -2.0; it must be finite and ≥ 0");
    refused(builder -> builder.weights(0, 0, 0, 0)).hasMessageContaining("All importance");
  }

  @Test
  void givenOtherPartsThatDisagree_thenNamed() {
    refused(builder -> builder.weights(1, 1, 1))
        .hasMessage("Importance weights have 3 rows; 4 are needed");
    refused(builder -> builder.mixup(new Mixup(logits(4, 3), new int[4])))
        .hasMessage("Mixup logits have 4 rows; 5 are needed");
    refused(builder -> builder.mixup(new Mixup(logits(5, 2), new int[5])))
        .hasMessage("Mixup logits have 2 classes; 3 are needed");
    refused(builder -> builder.mcDropout(logits(4, 3).softmax(1)))
        .hasMessage("MC-dropout probabilities have 4 rows; 5 are needed");
    refused(builder -> builder.mcDropout(logits(5, 2).softmax(1)))
        .hasMessage("MC-dropout probabilities have 2 classes; 3 are needed");
    refused(builder -> builder.svi(logits(4, 3).softmax(1)))
        .hasMessage("SVI probabilities have 4 rows; 5 are needed");
    refused(builder -> builder.ensemble(logits(4, 3).softmax(1)))
        .hasMessage("Ensemble probabilities have 4 rows; 5 are needed");
    refused(builder -> builder.ensemble(logits(5, 2).softmax(1)))
        .hasMessage("Ensemble probabilities have 2 classes; 3 are needed");
    refused(builder -> builder.secondModel(logits(5, 3), logits(5, 3)))
        .hasMessage("The second model's source validation logits have 5 rows; 4 are needed");
    refused(builder -> builder.secondModel(logits(4, 3), logits(5, 2)))
        .hasMessage("The second model's target logits have 2 classes; 3 are needed");
  }

  @Test
  void givenMixupPartnersThatAreNoRows_thenNamed() {
    assertThatThrownBy(() -> new Mixup(logits(5, 3), new int[] {0, 1, 2, 3, 5}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Mixup partner of row 4 is 5; it must be a target row in 0 … 4");
    assertThatThrownBy(() -> new Mixup(logits(5, 3), new int[] {-1, 1, 2, 3, 4}))
        .hasMessageContaining("row 0 is -1");
    assertThatThrownBy(() -> new Mixup(logits(5, 3), new int[4]))
        .hasMessage("Mixup has 5 rows of logits but 4 partners");
  }

  @Test
  void givenOtherCountsOrWeights_thenEverythingElseIsKept() {
    TransferTask task =
        whole()
            .features(matrix(7, 2), matrix(4, 2), matrix(5, 2))
            .ensemble(logits(5, 3).softmax(3))
            .svi(logits(5, 3).softmax(4))
            .secondModel(logits(4, 3), logits(5, 3))
            .build();

    TransferTask counted =
        task.countedBy(Frequencies.copyOf(2, 0, 1, 1), Frequencies.copyOf(0, 0, 3, 1, 1));
    TransferTask weighted = counted.withWeights(1, 2, 3, 4);

    assertThat(counted.sourceValidation().frequencies().get(0)).isEqualTo(2);
    assertThat(counted.target().frequencies().get(2)).isEqualTo(3);
    assertThat(counted.features()).isEqualTo(task.features());
    assertThat(counted.ensemble()).isEqualTo(task.ensemble());
    assertThat(counted.svi()).isPresent().isEqualTo(task.svi());
    assertThat(counted.secondModel()).isEqualTo(task.secondModel());
    assertThat(task.renamed("B2A").secondModel()).isEqualTo(task.secondModel());
    assertThat(weighted.weights().orElseThrow()).containsExactly(1, 2, 3, 4);
    assertThat(weighted.sourceValidation()).isEqualTo(counted.sourceValidation());
    assertThat(task.weights()).isEmpty();
    assertThatThrownBy(() -> task.countedBy(Frequencies.ones(3), Frequencies.ones(5)))
        .hasMessageContaining("Source validation");
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> refused(
      UnaryOperator<TransferTask.Builder> change) {
    return assertThatThrownBy(() -> change.apply(whole()).build())
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static TransferTask.Builder whole() {
    return TransferTask.named("A2B")
        .sourceValidation(logits(4, CLASSES), labels(4, CLASSES))
        .target(logits(5, CLASSES));
  }

  private static Logits logits(int rows, int classes) {
    return Logits.of(matrix(rows, classes));
  }

  private static Matrix matrix(int rows, int columns) {
    return Matrix.wrap(new double[rows * columns], rows, columns);
  }

  private static Labels labels(int rows, int classes) {
    return Labels.copyOf(new int[rows], classes);
  }
}
