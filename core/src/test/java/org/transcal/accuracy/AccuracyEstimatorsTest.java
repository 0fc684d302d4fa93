package org.transcal.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.transcal.example.KnownShift;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.shift.PreparedTask;
import org.transcal.task.MissingPartException;
import org.transcal.task.TransferTask;

class AccuracyEstimatorsTest {
  private static final double ROUNDING = 1e-12;

  @Test
  void givenSameRowsInBothDomains_thenConfidenceEstimatesAreSourceAccuracy() {
    Clusters rows = new Clusters(400, 3, 0, 1);
    PreparedTask task = PreparedTask.of(rows.against(rows));
    double sourceAccuracy = Evidence.of(task).sourceAccuracy();

    assertThat(AccuracyEstimator.DIFFERENCE_OF_CONFIDENCES.estimate(task))
        .isCloseTo(sourceAccuracy, within(ROUNDING));
    assertThat(AccuracyEstimator.THRESHOLDED_CONFIDENCE.estimate(task))
        .isCloseTo(sourceAccuracy, within(ROUNDING));
  }

  @Test
  void givenNoFeatures_thenRowsAreRightAsOftenAsThePooledAccuracySays() {
    TransferTask whole = KnownShift.sample(200, 150, 200, 5).task();
    PreparedTask bare =
        PreparedTask.of(
            TransferTask.named("bare")
                .sourceValidation(
                    whole.sourceValidation().logits(), whole.sourceValidation().labels())
                .target(whole.target().logits())
                .build());

    double[] right = AccuracyEstimators.ofRows(bare);

    assertThat(Arrays.stream(right).average().orElseThrow())
        .isCloseTo(CombinedAccuracy.of(bare).accuracy(), within(1e-6));
  }

  @Test
  void givenFeatures_thenRowsAmongOtherClassesAreLessLikelyRight() {
    // Equal logits, but the second row lies among rows of the other class.
    double[][] home = new double[100][];
    double[][] homeLogits = new double[100][];
    int[] labels = new int[100];
    for (int i = 0; i < 100; i++) {
      labels[i] = i % 2;
      double side = labels[i] == 1 ? 2 : -2;
      home[i] = new double[] {side + 0.001 * i, 0.002 * i};
      homeLogits[i] = new double[] {-side, side};
    }
    double[][] away = {{2, 0.1}, {-2, 0.1}, {2, 0.05}, {-2, 0.05}};
    double[][] awayLogits = {{-2, 2}, {-2, 2}, {-2, 2}, {2, -2}};
    double[] right =
        AccuracyEstimators.ofRows(
            PreparedTask.of(
                TransferTask.named("astray")
                    .sourceValidation(Logits.copyOf(homeLogits), Labels.copyOf(labels, 2))
                    .target(Logits.copyOf(awayLogits))
                    .features(Matrix.copyOf(home), Matrix.copyOf(home), Matrix.copyOf(away))
                    .build()));

    assertThat(Arrays.stream(right)).allMatch(p -> p >= 0 && p <= 1);
    assertThat(right[1]).isLessThan(right[0] - 0.2);
    assertThat(right[3]).isGreaterThan(right[1] + 0.2);
  }

  @Test
  void givenSameRowsInBothDomains_thenCriticFindsNothingToDispute() {
    Clusters rows = new Clusters(400, 3, 0, 1);
    PreparedTask task = PreparedTask.of(rows.against(rows));
    double sourceAccuracy = Evidence.of(task).sourceAccuracy();

    assertThat(AccuracyEstimator.DISAGREEMENT.estimate(task))
        .isCloseTo(sourceAccuracy, within(ROUNDING));
  }

  @Test
  void givenTargetWhereTheSourceSaysNothing_thenCriticDisputesAlmostAll() {
    // The class is the sign of the first column; only the target ever leaves 0 in the second.
    Random random = new Random(4);
    double[][] home = new double[200][];
    double[][] homeLogits = new double[200][];
    int[] labels = new int[200];
    double[][] away = new double[200][];
    double[][] awayLogits = new double[200][];
    for (int i = 0; i < 200; i++) {
      labels[i] = i % 2;
      double side = labels[i] == 1 ? 2 : -2;
      home[i] = new double[] {side + 0.3 * random.nextGaussian(), 0.3 * random.nextGaussian()};
      homeLogits[i] = new double[] {-side, side};
      away[i] = new double[] {2 + 0.3 * random.nextGaussian(), 9 + 0.3 * random.nextGaussian()};
      awayLogits[i] = new double[] {-2, 2};
    }
    TransferTask task =
        TransferTask.named("silent")
            .sourceValidation(Logits.copyOf(homeLogits), Labels.copyOf(labels, 2))
            .target(Logits.copyOf(awayLogits))
            .features(Matrix.copyOf(home), Matrix.copyOf(home), Matrix.copyOf(away))
            .build();

    assertThat(AccuracyEstimator.DISAGREEMENT.estimate(PreparedTask.of(task))).isLessThan(0.1);
  }

  @Test
  void givenNoTrainingLogits_thenCriticIsScoredOnRowsItWasNotFittedTo() {
    // Predictions follow no feature: a critic agrees with the rows it has seen, and by chance else.
    Random random = new Random(6);
    double[][][] rows = {noise(80, 40, random), noise(80, 40, random), noise(400, 40, random)};
    double[][] home = new double[80][];
    int[] labels = new int[80];
    double[][] away = new double[400][];
    Arrays.setAll(home, i -> logit(random.nextBoolean()));
    Arrays.setAll(labels, i -> home[i][1] > home[i][0] ? 1 : 0);
    Arrays.setAll(away, i -> logit(random.nextBoolean()));
    TransferTask task =
        TransferTask.named("chance")
            .sourceValidation(Logits.copyOf(home), Labels.copyOf(labels, 2))
            .target(Logits.copyOf(away))
            .features(Matrix.copyOf(rows[0]), Matrix.copyOf(rows[1]), Matrix.copyOf(rows[2]))
            .build();

    double estimate = AccuracyEstimator.DISAGREEMENT.estimate(PreparedTask.of(task));

    // It disputes about as many unseen source rows as target rows.
    assertThat(estimate).isGreaterThan(0.85);
  }

  private static double[][] noise(int rows, int columns, Random random) {
    double[][] noise = new double[rows][columns];
    for (double[] row : noise) {
      Arrays.setAll(row, j -> random.nextGaussian());
    }
    return noise;
  }

  @Test
  void givenWellSeparatedClusters_thenNeighboursAgreeAsOftenAsLabelsAreRight() {
    Clusters source = new Clusters(600, 3, 0, 1);
    Clusters target = new Clusters(600, 3, 0, 2);
    PreparedTask task = PreparedTask.of(source.against(target));
    double sourceAccuracy = Evidence.of(task).sourceAccuracy();

    // Labels are wrong at random, so any neighbourhood is as right as the whole.
    assertThat(AccuracyEstimator.NEIGHBOURS.estimate(task)).isCloseTo(sourceAccuracy, within(0.03));
  }

  @Test
  void givenNoFeatures_thenSaysWhichArraysAreMissing() {
    Clusters rows = new Clusters(100, 3, 0, 1);
    PreparedTask task =
        PreparedTask.of(
            TransferTask.named("bare")
                .sourceValidation(rows.logits, rows.labels)
                .target(rows.logits)
                .build());

    assertThatThrownBy(() -> AccuracyEstimator.DISAGREEMENT.estimate(task))
        .isInstanceOf(MissingPartException.class)
        .hasMessageContaining("target_features");
    Map<String, Double> possible = AccuracyEstimators.estimates(task);
    assertThat(possible).containsOnlyKeys("ac", "doc", "atc", "bbse", "mlls");
  }

  @Test
  void givenLabelShift_thenBothFindTheClassRatios() {
    // Class 0 is right 9 times of 10, class 1 6 of 10; the target has three of class 1 for one of
    // 0.
    double[][] source = new double[200][];
    int[] labels = new int[200];
    double[][] target = new double[400][];
    for (int i = 0; i < 200; i++) {
      labels[i] = i % 2;
      int within = i / 2 % 10;
      source[i] = logit(labels[i] == 0 ? within < 9 : within >= 6);
    }
    for (int i = 0; i < 400; i++) {
      int within = i / 4 % 10;
      target[i] = logit(i % 4 == 0 ? within < 9 : within >= 6);
    }
    TransferTask task =
        TransferTask.named("label shift")
            .sourceValidation(Logits.copyOf(source), Labels.copyOf(labels, 2))
            .target(Logits.copyOf(target))
            .build();
    PreparedTask prepared = PreparedTask.of(task);

    double[] ratios = LabelShift.blackBox(task);

    assertThat(ratios[0]).isCloseTo(0.5, within(1e-9));
    assertThat(ratios[1]).isCloseTo(1.5, within(1e-9));
    double truth = 0.25 * 0.9 + 0.75 * 0.6;
    assertThat(AccuracyEstimator.BLACK_BOX_SHIFT.estimate(prepared)).isCloseTo(truth, within(1e-9));
    assertThat(AccuracyEstimator.MAXIMUM_LIKELIHOOD_SHIFT.estimate(prepared))
        .isCloseTo(truth, within(1e-3));
  }

  @Test
  void givenPool_thenWeightedMeanOfLogOddsBelowSourceAccuracy() {
    Clusters source = new Clusters(400, 3, 0, 1);
    PreparedTask task = PreparedTask.of(source.against(new Clusters(400, 3, 1.5, 2)));

    CombinedAccuracy combined = CombinedAccuracy.of(task);

    double expected = 0;
    double weights = 0;
    for (AccuracyEvidence evidence : combined.evidence()) {
      expected += evidence.weight() * CombinedAccuracy.logOdds(evidence.used(), 400);
      weights += evidence.weight();
      assertThat(evidence.used()).isLessThanOrEqualTo(combined.sourceAccuracy());
    }
    assertThat(weights).isCloseTo(1, within(ROUNDING));
    assertThat(combined.accuracy())
        .isCloseTo(CombinedAccuracy.toAccuracy(expected), within(ROUNDING));
    assertThat(keys(combined)).containsExactly("confidence", "neighbours");
    // 133 rows per class: confidence counts 1, neighbours 2 · 133⅓/153⅓.
    assertThat(combined.evidence().get(1).weight() / combined.evidence().get(0).weight())
        .isCloseTo(2 * 400 / 460.0, within(1e-9));
  }

  @Test
  void givenMixupFarFromTheSourceTemperature_thenDroppedWithTheReason() {
    PreparedTask task =
        PreparedTask.of(new Clusters(400, 3, 0, 1).against(new Clusters(400, 3, 1.5, 2)));
    double temperature = task.sourceTemperature().temperature();

    CombinedAccuracy near = CombinedAccuracy.combine(task, OptionalDouble.of(1.5 * temperature));
    CombinedAccuracy far = CombinedAccuracy.combine(task, OptionalDouble.of(3 * temperature));

    assertThat(near.evidence().get(2).status()).isNotEqualTo(AccuracyEvidence.Status.DROPPED);
    assertThat(far.evidence().get(2).status()).isEqualTo(AccuracyEvidence.Status.DROPPED);
    assertThat(far.evidence().get(2).note()).contains("one to two times");
    assertThat(far.evidence().get(2).weight()).isZero();
    assertThat(far.accuracy()).isEqualTo(CombinedAccuracy.of(task).accuracy());
  }

  @Test
  void givenSecondModel_thenSourceAccuracyMovesWithTheirAgreement() {
    Clusters source = new Clusters(400, 3, 0, 1);
    Clusters target = new Clusters(400, 3, 1.5, 2);
    // Always agrees on the source, and on half of the target rows.
    double[][] other = new double[400][3];
    int[] predictions = target.logits.predictions();
    for (int i = 0; i < 400; i++) {
      other[i][i % 2 == 0 ? predictions[i] : (predictions[i] + 1) % 3] = 1;
    }
    TransferTask task =
        TransferTask.named("second")
            .sourceValidation(source.logits, source.labels)
            .target(target.logits)
            .secondModel(source.logits, Logits.copyOf(other))
            .build();

    CombinedAccuracy combined = CombinedAccuracy.of(PreparedTask.of(task));

    assertThat(keys(combined)).containsExactly("confidence", "second-model");
    assertThat(combined.evidence().get(1).accuracy())
        .isCloseTo(combined.sourceAccuracy() - 0.5, within(ROUNDING));
    assertThat(combined.evidence().get(1).weight()).isCloseTo(2.0 / 3, within(ROUNDING));
    assertThat(combined.spread()).isGreaterThanOrEqualTo(0.5 - ROUNDING);
  }

  @Test
  void givenNoShift_thenNearSourceAccuracy() {
    KnownShift same = KnownShift.sample(2000, 1000, 1000, 3);
    TransferTask noShift =
        TransferTask.named("none")
            .sourceValidation(
                same.task().sourceValidation().logits(), same.task().sourceValidation().labels())
            .target(same.task().sourceValidation().logits())
            .features(
                same.task().features().orElseThrow().sourceTrain(),
                same.task().features().orElseThrow().sourceValidation(),
                same.task().features().orElseThrow().sourceValidation())
            .build();

    CombinedAccuracy combined = CombinedAccuracy.of(PreparedTask.of(noShift));

    // Two standard errors of a thousand rows.
    assertThat(combined.accuracy()).isCloseTo(combined.sourceAccuracy(), within(0.03));
  }

  private static List<String> keys(CombinedAccuracy combined) {
    return combined.evidence().stream().map(AccuracyEvidence::key).toList();
  }

  @Test
  void givenAllRight_thenLogOddsStayFinite() {
    assertThat(CombinedAccuracy.logOdds(1, 99)).isCloseTo(Math.log(199), within(1e-9));
    assertThat(CombinedAccuracy.toAccuracy(CombinedAccuracy.logOdds(0.3, 1000)))
        .isCloseTo(0.3, within(ROUNDING));
  }

  private static double[] logit(boolean first) {
    return first ? new double[] {1, 0} : new double[] {0, 1};
  }

  /** Classes far apart, moved by a shift; one label in five is another class. */
  private static final class Clusters {
    private final double[][] x;
    private final Logits logits;
    private final Labels labels;

    Clusters(int rows, int classes, double shift, long seed) {
      Random random = new Random(seed);
      x = new double[rows][classes];
      double[][] z = new double[rows][classes];
      int[] y = new int[rows];
      for (int i = 0; i < rows; i++) {
        int k = i % classes;
        for (int j = 0; j < classes; j++) {
          x[i][j] = random.nextGaussian() * 0.3 + (j == k ? 4 : 0) + shift;
          z[i][j] = j == k ? 2 + random.nextDouble() : 0;
        }
        y[i] = random.nextInt(5) == 0 ? (k + 1) % classes : k;
      }
      logits = Logits.copyOf(z);
      labels = Labels.copyOf(y, classes);
    }

    TransferTask against(Clusters target) {
      return TransferTask.named("clusters")
          .sourceValidation(logits, labels)
          .target(target.logits)
          .features(Matrix.copyOf(x), Matrix.copyOf(x), Matrix.copyOf(target.x))
          .sourceTraining(logits)
          .build();
    }
  }
}
