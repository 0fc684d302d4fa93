package org.transcal.shift;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.DomainFeatures;
import org.transcal.task.TransferTask;

/** Tasks of which only the features matter. */
final class FeatureTask {
  private FeatureTask() {}

  static TransferTask of(double[][] train, double[][] validation, double[][] target) {
    return counted(train, ones(train.length), validation, target, ones(target.length));
  }

  static TransferTask counted(
      double[][] train,
      double[] trainCounts,
      double[][] validation,
      double[][] target,
      double[] targetCounts) {
    return TransferTask.named("features")
        .sourceValidation(zeros(validation.length), Labels.copyOf(new int[validation.length], 2))
        .target(zeros(target.length), Frequencies.copyOf(targetCounts))
        .features(
            new DomainFeatures(
                Matrix.copyOf(train),
                Frequencies.copyOf(trainCounts),
                Matrix.copyOf(validation),
                Matrix.copyOf(target)))
        .build();
  }

  /** Rows of independent N(mean_j, 1). */
  static double[][] gaussian(int rows, long seed, double... mean) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] values = new double[rows][mean.length];
    for (double[] row : values) {
      Arrays.setAll(row, j -> mean[j] + random.nextGaussian());
    }
    return values;
  }

  /** Each row repeated as often as its count says. */
  static double[][] repeated(double[][] rows, double[] counts) {
    int total = (int) Arrays.stream(counts).sum();
    double[][] all = new double[total][];
    int at = 0;
    for (int i = 0; i < rows.length; i++) {
      for (int copy = 0; copy < counts[i]; copy++) {
        all[at++] = rows[i];
      }
    }
    return all;
  }

  /** Counts of 0, 1, 2 and 3 in turn. */
  static double[] counts(int rows) {
    double[] counts = new double[rows];
    Arrays.setAll(counts, i -> i % 4);
    return counts;
  }

  static double[] ones(int size) {
    double[] ones = new double[size];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static Logits zeros(int rows) {
    return Logits.of(Matrix.wrap(new float[2 * rows], rows, 2));
  }
}
