package org.transcal.example;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.transcal.matrix.Matrix;
import org.transcal.model.BinaryMap;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.Mixup;
import org.transcal.task.TransferTask;

/**
 * A covariate shift whose density ratio, target accuracy and target reliability are closed forms.
 *
 * <p>An input has a clarity s ~ N(0, 1), a nuisance u that is N(0, 1) in the source and N(δ, 1) in
 * the target, and a look that decides the predicted class. The prediction is right with probability
 * Φ(α + βs − γu) in both domains, so only the inputs shift. The model's confidence depends on s
 * alone: it is calibrated on the source up to a temperature {@link #SOURCE_TEMPERATURE}, and has
 * not noticed u. Integrating u out,
 *
 * <ul>
 *   <li>density ratio: w = exp(δu − δ²/2);
 *   <li>target accuracy at clarity s: Φ((α + βs − γδ) / √(1 + γ²));
 *   <li>target accuracy: Φ((α − γδ) / √(1 + γ² + β²)).
 * </ul>
 */
public final class KnownShift {
  /** The temperature that calibrates the model on the source. */
  public static final double SOURCE_TEMPERATURE = 1.5;

  /** Number of classes. */
  public static final int CLASSES = 5;

  private static final double ALPHA = 0.8;
  private static final double BETA = 1.1;
  private static final double GAMMA = 0.5;
  private static final double DELTA = 1.2;

  private static final double LOOK_SCALE = 3;
  private static final double SMALLEST_MARGIN = 0.05;
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  private final TransferTask task;
  private final Labels targetLabels;
  private final double[] trueWeights;

  private KnownShift(TransferTask task, Labels targetLabels, double[] trueWeights) {
    this.task = task;
    this.targetLabels = targetLabels;
    this.trueWeights = trueWeights;
  }

  /** The example of the demo: 2,000 training, 1,000 validation and 2,000 target rows. */
  public static KnownShift demo(long seed) {
    return sample(2000, 1000, 2000, seed);
  }

  /** Draws a task. */
  public static KnownShift sample(int trainRows, int validationRows, int targetRows, long seed) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    Rows train = new Rows(trainRows, 0, random);
    Rows validation = new Rows(validationRows, 0, random);
    Rows target = new Rows(targetRows, DELTA, random);
    int[] partner = permutation(targetRows, random);
    TransferTask task =
        TransferTask.named("demo")
            .sourceValidation(validation.logits(), validation.labels())
            .target(target.logits())
            .features(train.features(), validation.features(), target.features())
            .mixup(new Mixup(target.mixedWith(partner), partner))
            .build();
    double[] weights = new double[validationRows];
    Arrays.setAll(weights, i -> Math.exp(DELTA * validation.nuisance[i] - DELTA * DELTA / 2));
    return new KnownShift(task, target.labels(), weights);
  }

  /** The task, as a user would have it. */
  public TransferTask task() {
    return task;
  }

  /** The labels that a user would not have. */
  public Labels targetLabels() {
    return targetLabels;
  }

  /** The true density ratio at each source validation row. */
  public ImportanceWeights trueWeights() {
    return ImportanceWeights.of(trueWeights);
  }

  /** The true share of right predictions on the source. */
  public static double trueSourceAccuracy() {
    return NORMAL.cumulativeProbability(ALPHA / Math.sqrt(1 + GAMMA * GAMMA + BETA * BETA));
  }

  /** The true share of right predictions on the target. */
  public static double trueTargetAccuracy() {
    return NORMAL.cumulativeProbability(
        (ALPHA - GAMMA * DELTA) / Math.sqrt(1 + GAMMA * GAMMA + BETA * BETA));
  }

  /**
   * The true share of right target predictions among those of a given confidence, where the
   * confidence is read at some temperature.
   *
   * @param confidence above {@link #smallestConfidence}, which all unclear inputs share whatever
   *     their accuracy, and below 1
   */
  public static double trueTargetAccuracyAt(double confidence, double temperature) {
    double margin = temperature * Math.log(confidence / (1 - confidence) * (CLASSES - 1));
    double clarity = clarity(margin / SOURCE_TEMPERATURE);
    return NORMAL.cumulativeProbability(
        (ALPHA + BETA * clarity - GAMMA * DELTA) / Math.sqrt(1 + GAMMA * GAMMA));
  }

  /** The smallest confidence the model can have at a temperature: that of every unclear input. */
  public static double smallestConfidence(double temperature) {
    return confidence(SMALLEST_MARGIN, temperature);
  }

  /**
   * True target calibration error |accuracy − confidence|, averaged over the target, at a
   * temperature: the integral over s by the midpoint rule.
   */
  public static double trueTargetCalibrationError(double temperature) {
    int steps = 20_000;
    double reach = 8;
    double sum = 0;
    for (int i = 0; i < steps; i++) {
      double s = -reach + 2 * reach * (i + 0.5) / steps;
      double accuracy =
          NORMAL.cumulativeProbability(
              (ALPHA + BETA * s - GAMMA * DELTA) / Math.sqrt(1 + GAMMA * GAMMA));
      sum += NORMAL.density(s) * Math.abs(accuracy - confidence(margin(s), temperature));
    }
    return sum * 2 * reach / steps;
  }

  /** The logit margin of the predicted class over the others at a clarity. */
  private static double margin(double s) {
    double accuracy = sourceAccuracyAt(s);
    double calibrated = Math.log(accuracy / (1 - accuracy) * (CLASSES - 1));
    return Math.max(SMALLEST_MARGIN, SOURCE_TEMPERATURE * calibrated);
  }

  /** The clarity at which the calibrated log odds, plus log(K − 1), are this. */
  private static double clarity(double calibrated) {
    double accuracy = BinaryMap.sigmoid(calibrated - Math.log(CLASSES - 1));
    return (NORMAL.inverseCumulativeProbability(accuracy) * Math.sqrt(1 + GAMMA * GAMMA) - ALPHA)
        / BETA;
  }

  private static double sourceAccuracyAt(double s) {
    double p = NORMAL.cumulativeProbability((ALPHA + BETA * s) / Math.sqrt(1 + GAMMA * GAMMA));
    return Math.max(1e-12, Math.min(1 - 1e-12, p));
  }

  private static double confidence(double margin, double temperature) {
    return BinaryMap.sigmoid(margin / temperature - Math.log(CLASSES - 1));
  }

  private static int[] permutation(int size, UniformRandomProvider random) {
    int[] order = new int[size];
    Arrays.setAll(order, i -> i);
    for (int i = size - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swap = order[i];
      order[i] = order[j];
      order[j] = swap;
    }
    return order;
  }

  /** Rows of one domain. */
  private static final class Rows {
    private final double[] clarity;
    private final double[] nuisance;
    private final double[][] look;
    private final int[] labels;

    Rows(int rows, double shift, UniformRandomProvider random) {
      ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
      clarity = new double[rows];
      nuisance = new double[rows];
      look = new double[rows][CLASSES];
      labels = new int[rows];
      for (int i = 0; i < rows; i++) {
        clarity[i] = gaussian.sample();
        nuisance[i] = shift + gaussian.sample();
        int predicted = random.nextInt(CLASSES);
        for (int k = 0; k < CLASSES; k++) {
          look[i][k] = gaussian.sample() / 2;
        }
        look[i][predicted] += LOOK_SCALE;
        double right =
            NORMAL.cumulativeProbability(ALPHA + BETA * clarity[i] - GAMMA * nuisance[i]);
        int best = best(look[i]);
        int other = (best + 1 + random.nextInt(CLASSES - 1)) % CLASSES;
        labels[i] = random.nextDouble() < right ? best : other;
      }
    }

    Labels labels() {
      return Labels.copyOf(labels, CLASSES);
    }

    Matrix features() {
      float[] values = new float[clarity.length * (2 + CLASSES)];
      for (int i = 0; i < clarity.length; i++) {
        int start = i * (2 + CLASSES);
        values[start] = (float) clarity[i];
        values[start + 1] = (float) nuisance[i];
        for (int k = 0; k < CLASSES; k++) {
          values[start + 2 + k] = (float) look[i][k];
        }
      }
      return Matrix.wrap(values, clarity.length, 2 + CLASSES);
    }

    Logits logits() {
      float[] values = new float[clarity.length * CLASSES];
      for (int i = 0; i < clarity.length; i++) {
        writeLogits(clarity[i], look[i], values, i * CLASSES);
      }
      return Logits.of(Matrix.wrap(values, clarity.length, CLASSES));
    }

    Logits mixedWith(int[] partner) {
      float[] values = new float[clarity.length * CLASSES];
      double[] mixedLook = new double[CLASSES];
      for (int i = 0; i < clarity.length; i++) {
        int other = partner[i];
        for (int k = 0; k < CLASSES; k++) {
          mixedLook[k] = 0.65 * look[i][k] + 0.35 * look[other][k];
        }
        double mixedClarity = 0.65 * clarity[i] + 0.35 * clarity[other];
        writeLogits(mixedClarity, mixedLook, values, i * CLASSES);
      }
      return Logits.of(Matrix.wrap(values, clarity.length, CLASSES));
    }

    /** The model: the margin for the class that the look suggests, 0 for the others. */
    private static void writeLogits(double s, double[] look, float[] values, int start) {
      values[start + best(look)] = (float) margin(s);
    }

    private static int best(double[] look) {
      int best = 0;
      for (int k = 1; k < CLASSES; k++) {
        best = look[k] > look[best] ? k : best;
      }
      return best;
    }
  }
}
