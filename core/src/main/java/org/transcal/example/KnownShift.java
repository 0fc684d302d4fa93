package org.transcal.example;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.ArraySampler;
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
 * A covariate shift with density ratio, target accuracy and target reliability in closed form.
 *
 * <p>An input has a clarity s ~ N(0, 1), a nuisance u that is N(0, 1) in the source and N(δ, 1) in
 * the target, and class scores that determine the predicted class. The prediction is correct with
 * probability Φ(α + βs − γu) in both domains, so only the inputs shift. The model's confidence
 * depends on s only: it is calibrated on the source up to a temperature {@link #SOURCE_TEMPERATURE}
 * and ignores u. Integrating over u,
 *
 * <ul>
 *   <li>density ratio: w = exp(δu − δ²/2);
 *   <li>target accuracy at clarity s: Φ((α + βs − γδ) / √(1 + γ²));
 *   <li>target accuracy: Φ((α − γδ) / √(1 + γ² + β²)).
 * </ul>
 *
 * @param task the task
 * @param targetLabels the true target labels
 * @param trueWeights the true density ratio at each source validation row
 */
public record KnownShift(TransferTask task, Labels targetLabels, ImportanceWeights trueWeights) {
  /** The temperature that calibrates the model on the source. */
  public static final double SOURCE_TEMPERATURE = 1.5;

  /** Number of classes. */
  public static final int CLASSES = 5;

  private static final double ALPHA = 0.8;
  private static final double BETA = 1.1;
  private static final double GAMMA = 0.5;
  private static final double DELTA = 1.2;

  private static final double SCORE_OF_PREDICTED = 3;
  private static final double MIX = 0.65;
  private static final double SMALLEST_MARGIN = 0.05;
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /** The task of the demo: 2,000 training, 1,000 validation and 2,000 target rows. */
  public static KnownShift demo(long seed) {
    return sample(2000, 1000, 2000, seed);
  }

  /** Draws a task. */
  public static KnownShift sample(int trainRows, int validationRows, int targetRows, long seed) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    Rows train = new Rows(trainRows, 0, random);
    Rows validation = new Rows(validationRows, 0, random);
    Rows target = new Rows(targetRows, DELTA, random);
    int[] partner = ArraySampler.shuffle(random, IntStream.range(0, targetRows).toArray());
    TransferTask task =
        TransferTask.named("demo")
            .sourceValidation(validation.logits(), validation.labels())
            .target(target.logits())
            .features(train.features(), validation.features(), target.features())
            .mixup(new Mixup(target.mixedWith(partner), partner))
            .build();
    double[] weights = new double[validationRows];
    Arrays.setAll(weights, i -> Math.exp(DELTA * validation.nuisance[i] - DELTA * DELTA / 2));
    return new KnownShift(task, target.labels(), ImportanceWeights.of(weights));
  }

  /** The true source accuracy. */
  public static double trueSourceAccuracy() {
    return accuracy(ALPHA, BETA);
  }

  /** The true target accuracy. */
  public static double trueTargetAccuracy() {
    return accuracy(ALPHA - GAMMA * DELTA, BETA);
  }

  /**
   * The true accuracy of target predictions of a given confidence at a temperature.
   *
   * @param confidence above {@link #smallestConfidence}, which inputs of different accuracies
   *     share, and below 1
   */
  public static double trueTargetAccuracyAt(double confidence, double temperature) {
    double margin = temperature * Math.log(confidence / (1 - confidence) * (CLASSES - 1));
    double clarity = clarity(margin / SOURCE_TEMPERATURE);
    return accuracy(ALPHA + BETA * clarity - GAMMA * DELTA, 0);
  }

  /** The smallest confidence of the model at a temperature. */
  public static double smallestConfidence(double temperature) {
    return confidence(SMALLEST_MARGIN, temperature);
  }

  /**
   * The true mean of |accuracy − confidence| over the target at a temperature, by the midpoint rule
   * over s.
   */
  public static double trueTargetCalibrationError(double temperature) {
    int steps = 20_000;
    double reach = 8;
    double sum = 0;
    for (int i = 0; i < steps; i++) {
      double s = -reach + 2 * reach * (i + 0.5) / steps;
      double accuracy = accuracy(ALPHA + BETA * s - GAMMA * DELTA, 0);
      sum += NORMAL.density(s) * Math.abs(accuracy - confidence(margin(s), temperature));
    }
    return sum * 2 * reach / steps;
  }

  /** The logit margin of the predicted class at a clarity. */
  private static double margin(double s) {
    double accuracy = Math.max(1e-12, Math.min(1 - 1e-12, accuracy(ALPHA + BETA * s, 0)));
    double calibrated = Math.log(accuracy / (1 - accuracy) * (CLASSES - 1));
    return Math.max(SMALLEST_MARGIN, SOURCE_TEMPERATURE * calibrated);
  }

  /** The clarity with the given calibrated margin. */
  private static double clarity(double calibrated) {
    double accuracy = BinaryMap.sigmoid(calibrated - Math.log(CLASSES - 1));
    return (NORMAL.inverseCumulativeProbability(accuracy) * Math.sqrt(1 + GAMMA * GAMMA) - ALPHA)
        / BETA;
  }

  /** E Φ(mean − γu + spread·s) over standard normal u and s. */
  private static double accuracy(double mean, double spread) {
    return NORMAL.cumulativeProbability(mean / Math.sqrt(1 + GAMMA * GAMMA + spread * spread));
  }

  private static double confidence(double margin, double temperature) {
    return BinaryMap.sigmoid(margin / temperature - Math.log(CLASSES - 1));
  }

  /** Rows of one domain. */
  private static final class Rows {
    private final double[] clarity;
    private final double[] nuisance;
    private final double[][] scores;
    private final int[] labels;

    Rows(int rows, double shift, UniformRandomProvider random) {
      ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
      clarity = new double[rows];
      nuisance = new double[rows];
      scores = new double[rows][CLASSES];
      labels = new int[rows];
      for (int i = 0; i < rows; i++) {
        clarity[i] = gaussian.sample();
        nuisance[i] = shift + gaussian.sample();
        int predicted = random.nextInt(CLASSES);
        for (int k = 0; k < CLASSES; k++) {
          scores[i][k] = gaussian.sample() / 2;
        }
        scores[i][predicted] += SCORE_OF_PREDICTED;
        double correct =
            NORMAL.cumulativeProbability(ALPHA + BETA * clarity[i] - GAMMA * nuisance[i]);
        int best = best(scores[i]);
        int other = (best + 1 + random.nextInt(CLASSES - 1)) % CLASSES;
        labels[i] = random.nextDouble() < correct ? best : other;
      }
    }

    Labels labels() {
      return Labels.copyOf(labels, CLASSES);
    }

    Matrix features() {
      float[][] rows = new float[clarity.length][2 + CLASSES];
      for (int i = 0; i < rows.length; i++) {
        rows[i][0] = (float) clarity[i];
        rows[i][1] = (float) nuisance[i];
        for (int k = 0; k < CLASSES; k++) {
          rows[i][2 + k] = (float) scores[i][k];
        }
      }
      return Matrix.copyOf(rows);
    }

    Logits logits() {
      float[][] rows = new float[clarity.length][];
      Arrays.setAll(rows, i -> logits(clarity[i], scores[i]));
      return Logits.copyOf(rows);
    }

    Logits mixedWith(int[] partner) {
      float[][] rows = new float[clarity.length][];
      double[] mixed = new double[CLASSES];
      for (int i = 0; i < rows.length; i++) {
        int other = partner[i];
        for (int k = 0; k < CLASSES; k++) {
          mixed[k] = MIX * scores[i][k] + (1 - MIX) * scores[other][k];
        }
        rows[i] = logits(MIX * clarity[i] + (1 - MIX) * clarity[other], mixed);
      }
      return Logits.copyOf(rows);
    }

    /** The model: the margin for the class of the highest score, 0 for the others. */
    private static float[] logits(double s, double[] scores) {
      float[] logits = new float[CLASSES];
      logits[best(scores)] = (float) margin(s);
      return logits;
    }

    private static int best(double[] scores) {
      int best = 0;
      for (int k = 1; k < CLASSES; k++) {
        best = scores[k] > scores[best] ? k : best;
      }
      return best;
    }
  }
}
