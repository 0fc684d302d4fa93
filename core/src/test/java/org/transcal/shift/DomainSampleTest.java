package org.transcal.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.TransferTask;

class DomainSampleTest {
  /** Three standard errors of an AUC of 400 against 400 rows. */
  private static final double NOISE = 3 * 0.0204;

  /** Four standard errors of an AUC of 3,000 against 3,000 rows. */
  private static final double ONE_HOT_NOISE = 4 * 0.0075;

  private static final int ONE_HOT_ROWS = 3000;
  private static final double ROUNDING = 1e-6;

  @Test
  void givenNoShiftAndManyFeatures_thenOneHalfWhereTheInSampleAucIsNot() {
    PreparedTask prepared = PreparedTask.of(gaussians(400, 100, 0));

    double inSample = prepared.weights().separation().orElseThrow().domainAuc();

    assertThat(inSample).isGreaterThan(0.6);
    assertThat(prepared.domainAuc()).isCloseTo(0.5, within(NOISE));
  }

  @Test
  void givenMeansApart_thenTheKnownAuc() {
    // Means d apart along one axis: the AUC is Φ(d/√2).
    PreparedTask prepared = PreparedTask.of(gaussians(400, 2, 1.5));

    assertThat(prepared.domainAuc()).isCloseTo(0.8556, within(NOISE));
  }

  @Test
  void givenOneRowOfADomain_thenNoOverlapIsAssumed() {
    assertThat(PreparedTask.of(gaussians(1, 2, 0)).domainAuc()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.01})
  void givenOneHotFeaturesWithoutShift_thenOneHalf(double missing) {
    double[][] source = oneHot(1, 3, missing, 0);
    double[][] target = oneHot(2, 3, missing, 0);

    assertThat(auc(source, target)).isCloseTo(0.5, within(ONE_HOT_NOISE));
  }

  /** Shares of the first level rise from 1/4 to 1/2 in three columns: P(more) + P(as many) / 2. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.01})
  void givenOneHotFeaturesWithShift_thenTheKnownAuc(double missing) {
    double[][] source = oneHot(1, 3, missing, 0);
    double[][] target = oneHot(2, 3, missing, 1.0 / 3);

    assertThat(auc(source, target)).isCloseTo(374 / 512.0, within(ONE_HOT_NOISE));
  }

  @Test
  void givenOneHotFeaturesWithRowsOrColumnsInAnotherOrder_thenTheSameAuc() {
    double[][] source = oneHot(1, 3, 0.01, 0);
    double[][] target = oneHot(2, 3, 0.01, 0.1);
    List<Integer> columns = new ArrayList<>(IntStream.range(0, 12).boxed().toList());
    Collections.shuffle(columns, new Random(5));

    double auc = auc(source, target);

    assertThat(auc(columns(shuffled(source), columns), columns(shuffled(target), columns)))
        .isCloseTo(auc, within(ROUNDING));
  }

  @Test
  void givenOneHotFeaturesWithFrequencies_thenAsIfRowsWereRepeated() {
    double[][] source = oneHot(1, 3, 0.01, 0);
    double[][] target = oneHot(2, 3, 0.01, 0.1);
    double[] counts = FeatureTask.counts(ONE_HOT_ROWS);

    double counted =
        PreparedTask.of(FeatureTask.counted(source, counts, source, target, counts)).domainAuc();

    assertThat(auc(FeatureTask.repeated(source, counts), FeatureTask.repeated(target, counts)))
        .isCloseTo(counted, within(ROUNDING));
  }

  /** Two different rows cannot be divided; P(1) is 1/4, then 1/2, and the AUC 1/2 + 1/8. */
  @Test
  void givenOneBinaryColumn_thenItsAuc() {
    double[][] source = {{0}, {0}, {0}, {1}};
    double[][] target = {{0}, {1}, {1}, {0}};

    assertThat(auc(source, source)).isCloseTo(0.5, within(ROUNDING));
    assertThat(auc(source, target)).isCloseTo(0.625, within(ROUNDING));
  }

  /** A fit to two categories says nothing about the other two. */
  @Test
  void givenOneCategoricalColumn_thenShiftIsSeen() {
    assertThat(auc(oneHot(1, 1, 0, 0), oneHot(2, 1, 0, 0))).isCloseTo(0.5, within(ONE_HOT_NOISE));
    assertThat(auc(oneHot(1, 1, 0, 0), oneHot(2, 1, 0, 1.0 / 3)))
        .isCloseTo(0.625, within(ONE_HOT_NOISE));
  }

  /** Every other row is compared, and none of these counts. */
  @Test
  void givenNoComparedRowThatCounts_thenNoOverlapIsAssumed() {
    double[] counts = new double[6000];
    Arrays.setAll(counts, i -> i % 2);
    double[][] rows = new double[6000][1];
    Arrays.setAll(rows, i -> new double[] {i % 3});

    TransferTask task = FeatureTask.counted(rows, FeatureTask.ones(6000), rows, rows, counts);

    assertThat(PreparedTask.of(task).domainAuc()).isEqualTo(1);
  }

  private static double auc(double[][] source, double[][] target) {
    return PreparedTask.domainAuc(Matrix.copyOf(source), Matrix.copyOf(target));
  }

  /** Columns of four levels; more often the first one, by a share, and sometimes none. */
  private static double[][] oneHot(long seed, int columns, double missing, double first) {
    Random random = new Random(seed);
    double[][] rows = new double[ONE_HOT_ROWS][4 * columns];
    for (double[] row : rows) {
      for (int j = 0; j < columns; j++) {
        int level = random.nextDouble() < first ? 0 : random.nextInt(4);
        row[4 * j + level] = random.nextDouble() < missing ? 0 : 1;
      }
    }
    return rows;
  }

  private static double[][] shuffled(double[][] rows) {
    List<double[]> all = new ArrayList<>(List.of(rows));
    Collections.shuffle(all, new Random(7));
    return all.toArray(double[][]::new);
  }

  private static double[][] columns(double[][] rows, List<Integer> columns) {
    return Arrays.stream(rows)
        .map(row -> columns.stream().mapToDouble(j -> row[j]).toArray())
        .toArray(double[][]::new);
  }

  private static TransferTask gaussians(int rows, int columns, double shift) {
    Random random = new Random(4);
    double[][] logits = new double[rows][2];
    return TransferTask.named("gaussians")
        .sourceValidation(Logits.copyOf(logits), Labels.copyOf(new int[rows], 2))
        .target(Logits.copyOf(logits))
        .features(
            Matrix.copyOf(gaussian(random, rows, columns, 0)),
            Matrix.copyOf(gaussian(random, rows, columns, 0)),
            Matrix.copyOf(gaussian(random, rows, columns, shift)))
        .build();
  }

  private static double[][] gaussian(Random random, int rows, int columns, double shift) {
    double[][] x = new double[rows][columns];
    for (double[] row : x) {
      for (int j = 0; j < columns; j++) {
        row[j] = random.nextGaussian() + (j == 0 ? shift : 0);
      }
    }
    return x;
  }
}
