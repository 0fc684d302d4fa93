package org.transcal.adapt.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.transcal.adapt.method.PlainObjective.ROWS;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.transcal.adapt.method.AdaptationLoss.Update;
import org.transcal.adapt.method.AdaptationLoss.Updated;
import org.transcal.adapt.method.Contribution.Setting;
import org.transcal.adapt.method.PlainObjective.Point;
import org.transcal.adapt.network.LayerWeights;
import org.transcal.adapt.network.LayeredEncoder;
import org.transcal.adapt.network.Network;
import org.transcal.adapt.network.NetworkWeights;
import org.transcal.adapt.tensor.Engine;
import org.transcal.adapt.testing.PlainMatrix;

/** Objectives of the methods that make updates of their own, compared with plain Java. */
class UpdateGradientTest {
  private static final Setting MCD = Setting.of(AdaptationMethod.MCD);

  private static final LayerWeights ENCODER = LayerWeights.random(3, 6, new SplittableRandom(21));
  private static final LayerWeights CLASSIFIER =
      LayerWeights.random(6, 3, new SplittableRandom(22));

  /** In the second phase, with the source network fixed. */
  private static final Setting ADDA =
      new Setting(AdaptationMethod.ADDA, 6, 3, UpdateGradientTest::fix);

  private static void fix(AdaptationLoss loss) {
    try (NDManager manager = Engine.newManager()) {
      NetworkWeights weights = new NetworkWeights(new LayeredEncoder(List.of(ENCODER)), CLASSIFIER);
      loss.beforeStep(Network.of(manager, weights), 0.5);
    }
  }

  private static Function<AdaptationLoss, Function<ForwardPass, NDArray>> update(int index) {
    return loss -> loss.updates().get(index).objective();
  }

  private static Function<ForwardPass, NDArray> transfer(AdaptationLoss loss) {
    return pass -> loss.transfer(pass).orElseThrow();
  }

  @Test
  void givenPhases_thenAddaUpdatesTheDiscriminatorAndThenTheEncoderSlowly() {
    try (NDManager manager = Engine.newManager()) {
      AdaptationLoss loss =
          AdaptationMethod.ADDA.start(new LayerFactory(manager, new SplittableRandom(1), 6, 3));
      boolean first = loss.learnsSource() && loss.updates().isEmpty();

      fix(loss);

      assertThat(first).isTrue();
      assertThat(loss.learnsSource()).isFalse();
      assertThat(loss.updates())
          .extracting(Update::updated, Update::rate)
          .containsExactly(tuple(Updated.HEADS, 1.0), tuple(Updated.ENCODER, 0.2));
    }
  }

  @Test
  void givenAddaDiscriminator_thenItTellsFixedFromCurrentLogitsAndFeaturesStay() {
    PlainMatrix fixed = layer(layer(ADDA.inputs().rowRange(0, ROWS), ENCODER).relu(), CLASSIFIER);

    Contribution domains = ADDA.of(update(0));

    domains.check(
        (moving, held) -> {
          PlainMatrix current = layer(held.targetFeatures(), CLASSIFIER);
          PlainMatrix both =
              PlainMatrix.of(
                  2 * ROWS, 3, (i, k) -> i < ROWS ? fixed.at(i, k) : current.at(i - ROWS, k));
          return PlainObjective.domainLoss(moving.head(both, 0, 3));
        },
        1);
  }

  @Test
  void givenAddaEncoder_thenTargetRowsLearnToPassAsSourceRows() {
    Contribution disguise = ADDA.of(update(1));

    disguise.check(UpdateGradientTest::disguise, 1);
    assertThat(ADDA.of(UpdateGradientTest::transfer).value()).isEqualTo(disguise.value());
  }

  private static double disguise(Point moving, Point held) {
    PlainMatrix scores = moving.head(layer(moving.targetFeatures(), CLASSIFIER), 0, 3);
    return scores.map(score -> PlainObjective.domainLoss(score, true)).mean();
  }

  private static PlainMatrix layer(PlainMatrix rows, LayerWeights weights) {
    return rows.layer(
        PlainMatrix.of(
            weights.inputs(),
            weights.outputs(),
            (i, j) -> weights.weight()[i * weights.outputs() + j]),
        PlainMatrix.of(1, weights.outputs(), (i, j) -> weights.bias()[j]));
  }

  @Test
  void givenClassifierDiscrepancy_thenUpperLayersMoveOnceAndLowerLayersFourTimes() {
    try (NDManager manager = Engine.newManager()) {
      AdaptationLoss loss =
          AdaptationMethod.MCD.start(new LayerFactory(manager, new SplittableRandom(1), 6, 3));

      List<Update> updates = loss.updates();

      assertThat(loss.learnsSource()).isTrue();
      assertThat(updates)
          .extracting(Update::updated)
          .containsExactly(
              Updated.UPPER_LAYERS,
              Updated.LOWER_LAYERS,
              Updated.LOWER_LAYERS,
              Updated.LOWER_LAYERS,
              Updated.LOWER_LAYERS);
      assertThat(updates).extracting(Update::rate).containsOnly(1.0);
    }
  }

  @Test
  void givenStepA_thenTheSecondClassifierLearnsTheSourceAndBalancedClasses() {
    Contribution stepA = MCD.of(UpdateGradientTest::transfer);

    stepA.check((moving, held) -> secondLossAndImbalance(moving), 1);
  }

  @Test
  void givenStepB_thenClassifiersLearnTheSourceAndToDisagreeOnTheTarget() {
    Contribution stepB = MCD.of(update(0));

    stepB.check(
        (moving, held) ->
            PlainObjective.sourceLoss(moving.sourceLogits())
                + secondLossAndImbalance(moving)
                - disagreement(moving),
        1);
  }

  @Test
  void givenStepC_thenFeaturesMakeClassifiersAgreeOnTheTarget() {
    for (int i = 1; i < 5; i++) {
      Contribution stepC = MCD.of(update(i));

      stepC.check((moving, held) -> disagreement(moving), 1);
    }
  }

  /** The second classifier's logits, from the second half of the features. */
  private static PlainMatrix second(Point moving, PlainMatrix features) {
    PlainMatrix half =
        PlainMatrix.of(
            features.rows(),
            features.columns(),
            (i, j) -> j < features.columns() / 2 ? 0 : features.at(i, j));
    return moving.head(half, 0, 1);
  }

  private static double secondLossAndImbalance(Point moving) {
    return PlainObjective.sourceLoss(second(moving, moving.sourceFeatures()))
        + 0.01 * imbalance(moving.targetLogits())
        + 0.01 * imbalance(second(moving, moving.targetFeatures()));
  }

  private static double imbalance(PlainMatrix logits) {
    PlainMatrix predictions = logits.softmax();
    return PlainMatrix.of(
            1, logits.columns(), (i, k) -> -Math.log(predictions.column(k).mean() + 1e-6))
        .mean();
  }

  private static double disagreement(Point moving) {
    PlainMatrix other = second(moving, moving.targetFeatures()).softmax();
    return moving.targetLogits().softmax().plus(other.map(p -> -p)).map(Math::abs).mean();
  }
}
