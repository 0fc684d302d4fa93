package org.transcal.bench.quality;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.Mixup;
import org.transcal.task.TransferTask;

/**
 * Two Gaussian classes that are rotated and moved in the target, with accuracies in closed form.
 *
 * <p>A source input of class ±1 is N(±μe₁, I) in {@value #COLUMNS} columns; in the target it is
 * N(±μ(cos θ·e₁ + sin θ·e₂) + t·e₁, I). The model predicts the sign of x₁; its log odds are the
 * true ones of the source, 2μx₁, times a factor of overconfidence. So source accuracy is Φ(μ),
 * target accuracy (Φ(μ cos θ + t) + Φ(μ cos θ − t))/2. A rotation is not a covariate shift: the
 * labels of inputs change, and no density ratio corrects that.
 *
 * @param separation μ, half the distance between the classes
 * @param angle θ, rotation of the target
 * @param move t, translation of the target across the decision boundary
 * @param overConfidence factor on the model's log odds
 */
public record ShiftedGaussians(
    double separation, double angle, double move, double overConfidence) {
  /** Number of columns. */
  public static final int COLUMNS = 4;

  private static final double MIX = 0.65;
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /** A random member of the family, with a rotation up to 60° and a translation up to 1. */
  public static ShiftedGaussians random(long seed) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    return new ShiftedGaussians(
        random.nextDouble(0.5, 2),
        random.nextDouble(0, Math.PI / 3),
        random.nextDouble(0, 1),
        random.nextDouble(1, 3));
  }

  /** The true target accuracy. */
  public double trueTargetAccuracy() {
    double along = separation * Math.cos(angle);
    return (NORMAL.cumulativeProbability(along + move) + NORMAL.cumulativeProbability(along - move))
        / 2;
  }

  /** A task with the true classes of its target rows. */
  public record Sample(TransferTask task, Labels targetLabels) {}

  /** Draws a task with all optional parts. */
  public Sample sample(int trainRows, int validationRows, int targetRows, long seed) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    double[] home = {separation, 0};
    double[] away = {separation * Math.cos(angle), separation * Math.sin(angle)};
    Rows train = rows(trainRows, home, 0, random);
    Rows validation = rows(validationRows, home, 0, random);
    Rows target = rows(targetRows, away, move, random);
    int[] partner = new int[targetRows];
    // Rows are independent, so the next one is a random partner.
    Arrays.setAll(partner, i -> (i + 1) % targetRows);
    double[][] mixed = new double[targetRows][COLUMNS];
    for (int i = 0; i < targetRows; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        mixed[i][j] = MIX * target.x[i][j] + (1 - MIX) * target.x[partner[i]][j];
      }
    }
    TransferTask task =
        TransferTask.named("gaussians")
            .sourceValidation(logits(validation.x), Labels.copyOf(validation.labels, 2))
            .target(logits(target.x))
            .features(Matrix.copyOf(train.x), Matrix.copyOf(validation.x), Matrix.copyOf(target.x))
            .sourceTraining(logits(train.x))
            .mixup(new Mixup(logits(mixed), partner))
            .build();
    return new Sample(task, Labels.copyOf(target.labels, 2));
  }

  private record Rows(double[][] x, int[] labels) {}

  private static Rows rows(int count, double[] centre, double move, UniformRandomProvider random) {
    ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
    double[][] x = new double[count][COLUMNS];
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      labels[i] = random.nextInt(2);
      double sign = labels[i] == 1 ? 1 : -1;
      for (int j = 0; j < COLUMNS; j++) {
        x[i][j] = gaussian.sample() + (j < centre.length ? sign * centre[j] : 0);
      }
      x[i][0] += move;
    }
    return new Rows(x, labels);
  }

  private Logits logits(double[][] x) {
    double[][] logits = new double[x.length][];
    Arrays.setAll(
        logits,
        i -> {
          double half = overConfidence * separation * x[i][0];
          return new double[] {-half, half};
        });
    return Logits.copyOf(logits);
  }
}
