package org.transcal.accuracy;

import java.util.Arrays;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.optim.LimitedMemoryBfgs;
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

  private static final LimitedMemoryBfgs SEARCH = new LimitedMemoryBfgs(1e-6, 200, 10);

  /** Keeps the bias of a class without validation rows finite. */
  private static final double PENALTY = 1e-6;

  private static final double CHANGE = 1e-6;
  private static final int ROUNDS = 100;

  /** Posteriors held at once; beyond it target rows are left out evenly. */
  private static final int MOST_ELEMENTS = 4_000_000;

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

  /**
   * The ratios by maximum likelihood (Saerens' EM) on posteriors calibrated with a temperature and
   * a bias for each class (BCTS).
   */
  static double[] maximumLikelihood(TransferTask task) {
    SourceValidation source = task.sourceValidation();
    int classes = task.classes();
    double[] scaling = biasedTemperature(source);
    double[] prior = new double[classes];
    double[] row = new double[classes];
    for (int i = 0; i < source.logits().rows(); i++) {
      posterior(source.logits().values(), i, scaling, row);
      for (int k = 0; k < classes; k++) {
        prior[k] += row[k] * source.frequencies().get(i) / source.frequencies().total();
      }
    }
    Matrix target = task.target().logits().values();
    int step = Math.max(1, (int) ((long) target.rows() * classes / MOST_ELEMENTS));
    double[][] posteriors = new double[(target.rows() + step - 1) / step][classes];
    double[] counts = new double[posteriors.length];
    for (int i = 0; i < counts.length; i++) {
      posterior(target, i * step, scaling, posteriors[i]);
      counts[i] = task.target().frequencies().get(i * step);
    }
    return ratios(posteriors, Frequencies.copyOf(counts), prior);
  }

  private static double[] ratios(double[][] posteriors, Frequencies counts, double[] prior) {
    int classes = prior.length;
    double[] ratio = new double[classes];
    Arrays.fill(ratio, 1);
    double change = Double.POSITIVE_INFINITY;
    for (int round = 0; round < ROUNDS && change > CHANGE; round++) {
      double[] share = new double[classes];
      for (int i = 0; i < posteriors.length; i++) {
        double scale =
            counts.get(i) / (Kernels.dot(posteriors[i], ratio, classes) * counts.total());
        for (int k = 0; k < classes; k++) {
          share[k] += scale * posteriors[i][k] * ratio[k];
        }
      }
      change = 0;
      for (int k = 0; k < classes; k++) {
        change = Math.max(change, Math.abs(share[k] - ratio[k] * prior[k]));
        ratio[k] = share[k] / Math.max(prior[k], 1e-300);
      }
    }
    return ratio;
  }

  /** Inverse temperature, then one bias per class, by likelihood on source rows. */
  private static double[] biasedTemperature(SourceValidation source) {
    int classes = source.logits().classes();
    double[] start = new double[classes + 1];
    start[0] = 1;
    Matrix logits = source.logits().values();
    return SEARCH
        .minimize(
            (point, gradient) -> {
              Arrays.fill(gradient, 0);
              double value = 0;
              double[] row = new double[classes];
              for (int i = 0; i < logits.rows(); i++) {
                double share = source.frequencies().get(i) / source.frequencies().total();
                if (share > 0) {
                  int label = source.labels().get(i);
                  posterior(logits, i, point, row);
                  value -= share * Math.log(Math.max(row[label], 1e-300));
                  row[label] -= 1;
                  double max = Kernels.rowMax(logits, i);
                  for (int k = 0; k < classes; k++) {
                    gradient[0] += share * row[k] * (logits.get(i, k) - max);
                    gradient[k + 1] += share * row[k];
                  }
                }
              }
              for (int k = 1; k <= classes; k++) {
                value += PENALTY * point[k] * point[k];
                gradient[k] += 2 * PENALTY * point[k];
              }
              return value;
            },
            start,
            1e-12)
        .at();
  }

  private static void posterior(Matrix logits, int row, double[] scaling, double[] target) {
    logits.copyRow(row, target);
    double highest = Kernels.rowMax(logits, row);
    for (int k = 0; k < target.length; k++) {
      target[k] = scaling[0] * (target[k] - highest) + scaling[k + 1];
    }
    Kernels.softmax(target, target.length, 1);
  }
}
