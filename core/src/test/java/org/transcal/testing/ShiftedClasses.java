package org.transcal.testing;

import java.util.Arrays;
import java.util.Random;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.TransferTask;

/**
 * Gaussian classes with known class frequencies in both domains, which a translation of the target
 * may move as well.
 *
 * <p>Class k is N(mₖ, sₖ²I), where the model believes in sₖ = 1. So its posteriors are exact up to
 * a temperature if all sₖ are 1; else the best temperature depends on class frequencies.
 */
public final class ShiftedClasses {
  private static final int COLUMNS = 6;
  private static final double OVERCONFIDENCE = 2;

  private final double[] sourceShares;
  private final double[] targetShares;
  private final double move;
  private final double widest;

  private ShiftedClasses(double[] sourceShares, double[] targetShares, double move, double widest) {
    this.sourceShares = sourceShares;
    this.targetShares = targetShares;
    this.move = move;
    this.widest = widest;
  }

  /**
   * Classes of equal spread and, in the source, equal frequency.
   *
   * @param shifted whether target frequencies rise from 1 part for the first class to 9 for the
   *     last
   * @param move how far the target is moved along the first column
   */
  public static ShiftedClasses of(int classes, boolean shifted, double move) {
    double[] even = new double[classes];
    Arrays.fill(even, 1.0 / classes);
    double[] rising = new double[classes];
    Arrays.setAll(rising, k -> (1 + 8.0 * k / (classes - 1)) / (5 * classes));
    return new ShiftedClasses(even, shifted ? rising : even, move, 1);
  }

  /** The same with spreads that rise from class to class, which the model does not know. */
  public ShiftedClasses uneven() {
    return new ShiftedClasses(sourceShares, targetShares, move, 1.8);
  }

  /** The true class ratios. */
  public double[] ratios() {
    double[] ratios = targetShares.clone();
    Arrays.setAll(ratios, k -> ratios[k] / sourceShares[k]);
    return ratios;
  }

  /** A sampled task and the labels of its target. */
  public record Sample(TransferTask task, Labels targetLabels) {
    /** The task without its features. */
    public TransferTask withoutFeatures() {
      return TransferTask.named("bare")
          .sourceValidation(task.sourceValidation().logits(), task.sourceValidation().labels())
          .target(task.target().logits())
          .build();
    }
  }

  /** Draws as many training as validation rows. */
  public Sample sample(int validationRows, int targetRows, long seed) {
    Random random = new Random(seed);
    Rows train = new Rows(validationRows, sourceShares, 0, widest, random);
    Rows validation = new Rows(validationRows, sourceShares, 0, widest, random);
    Rows target = new Rows(targetRows, targetShares, move, widest, random);
    TransferTask task =
        TransferTask.named("classes")
            .sourceValidation(validation.logits(), validation.labels())
            .target(target.logits())
            .features(Matrix.copyOf(train.x), Matrix.copyOf(validation.x), Matrix.copyOf(target.x))
            .build();
    return new Sample(task, target.labels());
  }

  private static final class Rows {
    private final int classes;
    private final double[][] means;
    private final double[][] x;
    private final int[] labels;

    Rows(int rows, double[] shares, double move, double widest, Random random) {
      classes = shares.length;
      means = new double[classes][COLUMNS];
      Random places = new Random(classes);
      for (double[] mean : means) {
        Arrays.setAll(mean, j -> 1.4 * places.nextGaussian());
      }
      x = new double[rows][COLUMNS];
      labels = new int[rows];
      for (int i = 0; i < rows; i++) {
        int label = draw(shares, random);
        labels[i] = label;
        double spread = 1 + (widest - 1) * label / (classes - 1);
        Arrays.setAll(x[i], j -> means[label][j] + spread * random.nextGaussian());
        x[i][0] += move;
      }
    }

    private static int draw(double[] shares, Random random) {
      double rest = random.nextDouble();
      int label = 0;
      while (label < shares.length - 1 && rest >= shares[label]) {
        rest -= shares[label++];
      }
      return label;
    }

    Labels labels() {
      return Labels.copyOf(labels, classes);
    }

    /** Log likelihoods of classes of spread 1, times the overconfidence. */
    Logits logits() {
      double[][] logits = new double[x.length][classes];
      for (int i = 0; i < x.length; i++) {
        for (int k = 0; k < classes; k++) {
          for (int j = 0; j < COLUMNS; j++) {
            double gap = x[i][j] - means[k][j];
            logits[i][k] -= OVERCONFIDENCE * gap * gap / 2;
          }
        }
      }
      return Logits.copyOf(logits);
    }
  }
}
