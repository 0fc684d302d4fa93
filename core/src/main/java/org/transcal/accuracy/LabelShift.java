package org.transcal.accuracy;

import java.util.Arrays;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.optim.SymmetricEigen;
import org.transcal.task.SourceValidation;
import org.transcal.task.TransferTask;

/**
 * How much more frequent each class is in the target than in the source, if nothing but class
 * frequencies shifted.
 */
final class LabelShift {
  /** Singular values below this share of the largest carry noise only. */
  private static final double SMALLEST_SHARE = 1e-3;

  private LabelShift() {}

  /** Accuracy on source rows with each class as frequent as in the target. */
  static double accuracy(double[] ratios, Evidence evidence) {
    SourceValidation source = evidence.task().sourceValidation();
    double[] weights = new double[source.logits().rows()];
    Arrays.setAll(weights, i -> ratios[source.labels().get(i)]);
    return evidence.source().mean(weights) > 0
        ? evidence.weightedMean(weights, evidence.correctness())
        : evidence.sourceAccuracy();
  }

  /** Share of rows of each class. */
  static double[] shares(int[] labels, Frequencies frequencies, int classes) {
    double[] shares = new double[classes];
    for (int i = 0; i < labels.length; i++) {
      shares[labels[i]] += frequencies.get(i) / frequencies.total();
    }
    return shares;
  }

  /**
   * Black-box shift estimation: the ratios w with C·w = μ, where C counts predicted against true
   * classes of source rows and μ predicted classes of target rows, by least squares without the
   * smallest singular values; negative ones are 0.
   */
  static double[] blackBox(TransferTask task) {
    int classes = task.classes();
    double[][] confusion = confusion(task.sourceValidation());
    double[] predicted =
        shares(task.target().logits().predictions(), task.target().frequencies(), classes);
    double[][] square = new double[classes][classes];
    double[] right = new double[classes];
    for (int i = 0; i < classes; i++) {
      for (int j = 0; j < classes; j++) {
        right[j] += confusion[i][j] * predicted[i];
        for (int k = 0; k < classes; k++) {
          square[j][k] += confusion[i][j] * confusion[i][k];
        }
      }
    }
    SymmetricEigen eigen = SymmetricEigen.of(square);
    double smallest = SMALLEST_SHARE * SMALLEST_SHARE * eigen.value(0);
    double[] ratios = new double[classes];
    for (int e = 0; e < classes && eigen.value(e) > smallest; e++) {
      double[] axis = eigen.vector(e);
      double scale = Kernels.dot(axis, right, classes) / eigen.value(e);
      for (int j = 0; j < classes; j++) {
        ratios[j] += axis[j] * scale;
      }
    }
    Arrays.setAll(ratios, j -> Math.max(0, ratios[j]));
    return ratios;
  }

  /** Share of source rows by predicted (first) and true class. */
  private static double[][] confusion(SourceValidation source) {
    int classes = source.logits().classes();
    double[][] confusion = new double[classes][classes];
    int[] predictions = source.logits().predictions();
    for (int i = 0; i < predictions.length; i++) {
      confusion[predictions[i]][source.labels().get(i)] +=
          source.frequencies().get(i) / source.frequencies().total();
    }
    return confusion;
  }
}
