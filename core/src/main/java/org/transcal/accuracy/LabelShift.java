package org.transcal.accuracy;

import java.util.Arrays;
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

  private final double[] ratios;
  private final double conditionNumber;

  private LabelShift(double[] ratios, double conditionNumber) {
    this.ratios = ratios;
    this.conditionNumber = conditionNumber;
  }

  static LabelShift of(double[] ratios, double conditionNumber) {
    return new LabelShift(ratios.clone(), conditionNumber);
  }

  /**
   * Black-box shift estimation: the ratios w with C·w = μ, where C counts predicted against true
   * classes of source rows and μ predicted classes of target rows, by least squares without the
   * smallest singular values; negative ones are 0.
   */
  static LabelShift blackBox(TransferTask task) {
    SourceValidation source = task.sourceValidation();
    double[][] confusion = confusion(source);
    double[] predicted =
        shares(task.target().logits().predictions(), task.target().frequencies(), task.classes());
    int classes = task.classes();
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
    double largest = Math.sqrt(Math.max(0, eigen.value(0)));
    double[] ratios = new double[classes];
    for (int e = 0; e < classes; e++) {
      double singular = Math.sqrt(Math.max(0, eigen.value(e)));
      if (singular > SMALLEST_SHARE * largest) {
        double[] axis = eigen.vector(e);
        double share = 0;
        for (int j = 0; j < classes; j++) {
          share += axis[j] * right[j];
        }
        for (int j = 0; j < classes; j++) {
          ratios[j] += axis[j] * share / eigen.value(e);
        }
      }
    }
    Arrays.setAll(ratios, j -> Math.max(0, ratios[j]));
    double smallest = Math.sqrt(Math.max(0, eigen.value(classes - 1)));
    return new LabelShift(ratios, largest / smallest);
  }

  /** The ratio of a class. */
  double ratio(int label) {
    return ratios[label];
  }

  /**
   * Largest over smallest singular value of the confusion matrix; infinite if a class cannot be
   * distinguished, for example because it has no validation row.
   */
  double conditionNumber() {
    return conditionNumber;
  }

  /** Accuracy on source rows with each class as frequent as in the target. */
  double accuracy(Evidence evidence) {
    SourceValidation source = evidence.task().sourceValidation();
    double[] weights = new double[source.logits().rows()];
    Arrays.setAll(weights, i -> ratios[source.labels().get(i)]);
    double total = evidence.source().mean(weights);
    return total > 0
        ? evidence.weightedMean(weights, evidence.correctness())
        : evidence.sourceAccuracy();
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

  /** Share of rows of each class. */
  static double[] shares(int[] labels, Frequencies frequencies, int classes) {
    double[] shares = new double[classes];
    for (int i = 0; i < labels.length; i++) {
      shares[labels[i]] += frequencies.get(i) / frequencies.total();
    }
    return shares;
  }
}
