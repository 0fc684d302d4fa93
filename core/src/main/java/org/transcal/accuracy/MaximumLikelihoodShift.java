package org.transcal.accuracy;

import java.util.Arrays;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.optim.LimitedMemoryBfgs;
import org.transcal.task.SourceValidation;
import org.transcal.task.TransferTask;

/**
 * Class ratios under label shift by maximum likelihood (Saerens' EM) on posteriors calibrated with
 * a temperature and a bias for each class (BCTS).
 */
final class MaximumLikelihoodShift {
  private static final LimitedMemoryBfgs SEARCH = new LimitedMemoryBfgs(1e-6, 200, 10);

  /** Keeps the bias of a class without validation rows finite. */
  private static final double PENALTY = 1e-6;

  private static final double CHANGE = 1e-6;
  private static final int ROUNDS = 100;

  /** Posteriors held at once; beyond it target rows are left out evenly. */
  private static final int MOST_ELEMENTS = 4_000_000;

  private MaximumLikelihoodShift() {}

  static LabelShift of(TransferTask task) {
    SourceValidation source = task.sourceValidation();
    int classes = task.classes();
    double[] scaling = calibrate(source);
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
    int rows = (target.rows() + step - 1) / step;
    double[][] posteriors = new double[rows][classes];
    double[] counts = new double[rows];
    for (int i = 0; i < rows; i++) {
      posterior(target, i * step, scaling, posteriors[i]);
      counts[i] = task.target().frequencies().get(i * step);
    }
    return LabelShift.of(ratios(posteriors, Frequencies.copyOf(counts), prior), Double.NaN);
  }

  private static double[] ratios(double[][] posteriors, Frequencies counts, double[] prior) {
    int classes = prior.length;
    double[] ratio = new double[classes];
    Arrays.fill(ratio, 1);
    for (int round = 0; round < ROUNDS; round++) {
      double[] share = new double[classes];
      for (int i = 0; i < posteriors.length; i++) {
        double total = 0;
        for (int k = 0; k < classes; k++) {
          total += posteriors[i][k] * ratio[k];
        }
        for (int k = 0; k < classes; k++) {
          share[k] += counts.get(i) * posteriors[i][k] * ratio[k] / (total * counts.total());
        }
      }
      double change = 0;
      for (int k = 0; k < classes; k++) {
        change = Math.max(change, Math.abs(share[k] - ratio[k] * prior[k]));
        ratio[k] = share[k] / Math.max(prior[k], 1e-300);
      }
      if (change <= CHANGE) {
        break;
      }
    }
    return ratio;
  }

  /** Inverse temperature, then one bias per class, by likelihood on source rows. */
  private static double[] calibrate(SourceValidation source) {
    int classes = source.logits().classes();
    double[] start = new double[classes + 1];
    start[0] = 1;
    Matrix logits = source.logits().values();
    double total = source.frequencies().total();
    return SEARCH
        .minimize(
            (point, gradient) -> {
              Arrays.fill(gradient, 0);
              double value = 0;
              double[] row = new double[classes];
              for (int i = 0; i < logits.rows(); i++) {
                double share = source.frequencies().get(i) / total;
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
    double max = Double.NEGATIVE_INFINITY;
    double highest = Kernels.rowMax(logits, row);
    for (int k = 0; k < target.length; k++) {
      target[k] = scaling[0] * (target[k] - highest) + scaling[k + 1];
      max = Math.max(max, target[k]);
    }
    double sum = 0;
    for (int k = 0; k < target.length; k++) {
      target[k] = Math.exp(target[k] - max);
      sum += target[k];
    }
    for (int k = 0; k < target.length; k++) {
      target[k] /= sum;
    }
  }
}
