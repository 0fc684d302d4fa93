package org.transcal.adapt.method;

import static org.transcal.adapt.method.PlainObjective.ROWS;

import ai.djl.ndarray.NDArray;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.adapt.method.Contribution.Setting;
import org.transcal.adapt.method.PlainObjective.Point;
import org.transcal.adapt.testing.PlainMatrix;
import org.transcal.optim.SymmetricEigen;

/**
 * What each method adds to the source loss, compared with plain Java. Behind gradient reversal,
 * features get −λ times the gradient of what the method's own layers minimise.
 */
class TransferGradientTest {
  private static final double RAMP = Contribution.RAMP;
  private static final int DISCRIMINATOR_LAYERS = 3;

  private static Function<ForwardPass, NDArray> transfer(AdaptationLoss loss) {
    return pass -> loss.transfer(pass).orElseThrow();
  }

  static List<Arguments> adversaries() {
    return List.of(
        Arguments.of(AdaptationMethod.DANN, (PlainObjective) TransferGradientTest::dann, -RAMP),
        Arguments.of(AdaptationMethod.CDAN, (PlainObjective) TransferGradientTest::cdan, -RAMP),
        Arguments.of(AdaptationMethod.CDAN_E, (PlainObjective) TransferGradientTest::cdanE, -RAMP),
        Arguments.of(AdaptationMethod.MADA, (PlainObjective) TransferGradientTest::mada, -RAMP),
        Arguments.of(
            AdaptationMethod.MDD, (PlainObjective) TransferGradientTest::mdd, -0.1 * RAMP));
  }

  @ParameterizedTest
  @MethodSource("adversaries")
  void givenAdversary_thenItDescendsAndFeaturesAscend(
      AdaptationMethod method, PlainObjective objective, double factor) {
    Setting setting = Setting.of(method);

    Contribution contribution = setting.of(TransferGradientTest::transfer);

    contribution.check(objective, factor);
  }

  static List<Arguments> others() {
    return List.of(
        Arguments.of(AdaptationMethod.DDC, (PlainObjective) TransferGradientTest::ddc),
        Arguments.of(AdaptationMethod.DAN, (PlainObjective) TransferGradientTest::dan),
        Arguments.of(AdaptationMethod.JAN, (PlainObjective) TransferGradientTest::jan),
        Arguments.of(AdaptationMethod.BNM, (PlainObjective) TransferGradientTest::bnm),
        Arguments.of(AdaptationMethod.AFN, (PlainObjective) TransferGradientTest::afn));
  }

  @ParameterizedTest
  @MethodSource("others")
  void givenLoss_thenFeaturesAndLogitsDescend(AdaptationMethod method, PlainObjective objective) {
    Setting setting = Setting.of(method);

    Contribution contribution = setting.of(TransferGradientTest::transfer);

    contribution.check(objective, 1);
  }

  @Test
  void givenResidualBlockThatIsNotZero_thenItAndTheLogitsDescend() {
    Setting setting =
        new Setting(
            AdaptationMethod.RTN,
            6,
            3,
            loss -> {
              NDArray second = loss.layers().get(1).parameters().get(0);
              second.addi(Contribution.array(second.getManager(), PlainMatrix.random(3, 3, 7)));
            });

    Contribution contribution = setting.of(TransferGradientTest::transfer);

    contribution.check(TransferGradientTest::rtn, 1);
  }

  @Test
  void givenManyClasses_thenTheRandomMapPassesOnTheSameGradients() {
    int features = 64;
    int classes = 65;
    SplittableRandom random = new SplittableRandom(Contribution.SEED);
    PlainMatrix ofPredictions = gaussian(classes, random);
    PlainMatrix ofFeatures = gaussian(features, random);
    PlainMatrix none = PlainMatrix.of(1, MultilinearMap.RANDOM_WIDTH, (i, j) -> 0);

    Contribution contribution =
        new Setting(AdaptationMethod.CDAN, features, classes, loss -> {})
            .of(TransferGradientTest::transfer);

    contribution.check(
        (moving, held) -> {
          PlainMatrix predictions = held.logits().softmax().layer(ofPredictions, none);
          PlainMatrix projected = moving.features().layer(ofFeatures, none);
          double scale = 1 / Math.sqrt(MultilinearMap.RANDOM_WIDTH);
          PlainMatrix seen = predictions.times(projected).map(value -> scale * value);
          return PlainObjective.domainLoss(moving.head(seen, 0, DISCRIMINATOR_LAYERS));
        },
        -RAMP);
  }

  /** The numbers that the map draws before any layer is made. */
  private static PlainMatrix gaussian(int rows, SplittableRandom random) {
    return PlainMatrix.of(
        rows, MultilinearMap.RANDOM_WIDTH, (i, j) -> (float) random.nextGaussian());
  }

  private static double dann(Point moving, Point held) {
    PlainMatrix scores = moving.head(moving.features(), 0, DISCRIMINATOR_LAYERS);
    return PlainObjective.domainLoss(scores);
  }

  private static PlainMatrix conditionedScores(Point moving, Point held) {
    PlainMatrix seen = held.logits().softmax().outerProduct(moving.features());
    return moving.head(seen, 0, DISCRIMINATOR_LAYERS);
  }

  private static double cdan(Point moving, Point held) {
    return PlainObjective.domainLoss(conditionedScores(moving, held));
  }

  /** Rows weighted by {@code 1 + exp(−entropy)}, both domains equally. */
  private static double cdanE(Point moving, Point held) {
    PlainMatrix scores = conditionedScores(moving, held);
    double[] entropies = held.logits().entropies();
    double loss = 0;
    for (boolean isSource : new boolean[] {true, false}) {
      double sum = 0;
      double weights = 0;
      for (int i = isSource ? 0 : ROWS; i < (isSource ? ROWS : 2 * ROWS); i++) {
        double weight = 1 + Math.exp(-entropies[i]);
        weights += weight;
        sum += weight * PlainObjective.domainLoss(scores.at(i, 0), isSource);
      }
      loss += sum / weights / 2;
    }
    return loss;
  }

  private static double mada(Point moving, Point held) {
    PlainMatrix predictions = held.logits().softmax();
    double sum = 0;
    for (int k = 0; k < predictions.columns(); k++) {
      PlainMatrix seen = moving.features().times(predictions.column(k));
      int first = 2 * DISCRIMINATOR_LAYERS * k;
      sum += PlainObjective.domainLoss(moving.head(seen, first, DISCRIMINATOR_LAYERS));
    }
    return sum;
  }

  private static double mdd(Point moving, Point held) {
    PlainMatrix scores = moving.head(moving.features(), 0, 2);
    double sum = 0;
    for (int i = 0; i < 2 * ROWS; i++) {
      int row = i;
      int chosen =
          IntStream.range(0, scores.columns())
              .reduce(0, (a, b) -> held.logits().at(row, b) > held.logits().at(row, a) ? b : a);
      double log = scores.logSoftmax(i, chosen);
      sum += i < ROWS ? -4 * log / ROWS : -Math.log(1 - Math.exp(log) + 1e-6) / ROWS;
    }
    return sum;
  }

  /** The squared distance of means, in units of the mean squared distance from the mean of all. */
  private static double ddc(Point moving, Point held) {
    double distance = 0;
    double spread = 0;
    for (int j = 0; j < moving.features().columns(); j++) {
      PlainMatrix column = moving.features().column(j);
      double gap = column.rowRange(0, ROWS).mean() - column.rowRange(ROWS, 2 * ROWS).mean();
      double mean = column.mean();
      distance += gap * gap;
      spread += column.map(value -> (value - mean) * (value - mean)).mean();
    }
    return RAMP * distance / spread;
  }

  private static double dan(Point moving, Point held) {
    return RAMP
        * PlainObjective.discrepancy(PlainObjective.multiScale(moving.features(), held.features()));
  }

  private static double jan(Point moving, Point held) {
    PlainMatrix ofPredictions =
        moving.logits().softmax().squaredDistances().map(square -> Math.exp(-square / 1.68));
    PlainMatrix ofFeatures = PlainObjective.multiScale(moving.features(), held.features());
    return RAMP * PlainObjective.discrepancy(ofFeatures.times(ofPredictions));
  }

  private static double rtn(Point moving, Point held) {
    PlainMatrix logits = moving.sourceLogits();
    PlainMatrix residual = logits.plus(moving.head(logits, 0, 2));
    PlainMatrix kernel =
        PlainObjective.multiScale(
            moving.logits().outerProduct(moving.features()),
            held.logits().outerProduct(held.features()));
    return PlainObjective.sourceLoss(residual)
        + 0.1 * RAMP * PlainObjective.meanEntropy(moving.targetLogits())
        + RAMP * PlainObjective.discrepancy(kernel);
  }

  /** The sum of roots of eigenvalues of {@code PᵀP}. */
  private static double bnm(Point moving, Point held) {
    PlainMatrix p = moving.targetLogits().softmax();
    double[][] gram = new double[p.columns()][p.columns()];
    for (int j = 0; j < p.columns(); j++) {
      for (int k = 0; k < p.columns(); k++) {
        gram[j][k] = p.column(j).times(p.column(k)).sum();
      }
    }
    SymmetricEigen eigen = SymmetricEigen.of(gram);
    return -IntStream.range(0, p.columns()).mapToDouble(e -> Math.sqrt(eigen.value(e))).sum()
        / ROWS;
  }

  private static double afn(Point moving, Point held) {
    double growth = 0;
    for (int i = 0; i < 2 * ROWS; i++) {
      double missing = norm(held.features(), i) + 1 - norm(moving.features(), i);
      growth += missing * missing / ROWS;
    }
    return 0.05 * growth + 0.1 * PlainObjective.meanEntropy(moving.targetLogits());
  }

  private static double norm(PlainMatrix rows, int i) {
    PlainMatrix row = rows.rowRange(i, i + 1);
    return Math.sqrt(row.times(row).sum());
  }
}
