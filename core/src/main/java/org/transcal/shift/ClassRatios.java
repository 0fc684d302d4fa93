package org.transcal.shift;

import java.util.Arrays;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Matrix;
import org.transcal.optim.LimitedMemoryBfgs;
import org.transcal.task.SourceValidation;
import org.transcal.task.TransferTask;

/**
 * How much more frequent each class is in the target than in the source, if nothing but class
 * frequencies shifted: Saerens' EM towards maximum likelihood, stopped early by design, on
 * posteriors calibrated with a temperature and a bias per class (BCTS).
 */
final class ClassRatios {
  private static final LimitedMemoryBfgs SEARCH = new LimitedMemoryBfgs(1e-6, 200, 10);

  /** Prior variance of the biases: few rows say little. */
  private static final double BIAS_VARIANCE = 1;

  private static final double CHANGE = 1e-6;
  private static final int ROUNDS = 100;

  /** Posteriors held at once; beyond it, target rows are left out evenly. */
  private static final int MOST_ELEMENTS = 4_000_000;

  private static final int BLOCK_ELEMENTS = 1 << 16;

  private ClassRatios() {}

  static double[] mostLikely(TransferTask task) {
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
    double[] shares = new double[posteriors.length];
    double total = 0;
    for (int i = 0; i < shares.length; i++) {
      posterior(target, i * step, scaling, posteriors[i]);
      shares[i] = task.target().frequencies().get(i * step);
      total += shares[i];
    }
    double ofAll = total;
    Arrays.setAll(shares, i -> shares[i] / ofAll);
    return ratios(posteriors, shares, prior);
  }

  private static double[] ratios(double[][] posteriors, double[] shares, double[] prior) {
    int classes = prior.length;
    double[] ratio = new double[classes];
    Arrays.fill(ratio, 1);
    double change = Double.POSITIVE_INFINITY;
    for (int round = 0; round < ROUNDS && change > CHANGE; round++) {
      double[] found = new double[classes];
      for (int i = 0; i < posteriors.length; i++) {
        double scale = shares[i] / Kernels.dot(posteriors[i], ratio, classes);
        for (int k = 0; k < classes; k++) {
          found[k] += scale * posteriors[i][k] * ratio[k];
        }
      }
      change = 0;
      for (int k = 0; k < classes; k++) {
        change = Math.max(change, Math.abs(found[k] - ratio[k] * prior[k]));
        ratio[k] = found[k] / Math.max(prior[k], 1e-100);
      }
    }
    return ratio;
  }

  /** Inverse temperature, then one bias per class, by likelihood on source rows. */
  private static double[] biasedTemperature(SourceValidation source) {
    double[] start = new double[source.logits().classes() + 1];
    start[0] = 1;
    return SEARCH.minimize((x, gradient) -> loss(source, x, gradient), start, 1e-12).at();
  }

  private static double loss(SourceValidation source, double[] point, double[] gradient) {
    int classes = point.length - 1;
    double total = source.frequencies().total();
    Matrix logits = source.logits().values();
    double[] sums =
        Kernels.sumByBlocks(
            logits.rows(),
            Math.max(1, BLOCK_ELEMENTS / classes),
            classes + 2,
            (from, to, part) -> {
              double[] row = new double[classes];
              for (int i = from; i < to; i++) {
                int label = source.labels().get(i);
                double share = source.frequencies().get(i) / total;
                posterior(logits, i, point, row);
                part[classes + 1] -= share * Math.log(Math.max(row[label], 1e-300));
                row[label] -= 1;
                double max = Kernels.rowMax(logits, i);
                for (int k = 0; k < classes; k++) {
                  part[0] += share * row[k] * (logits.get(i, k) - max);
                  part[k + 1] += share * row[k];
                }
              }
            });
    System.arraycopy(sums, 0, gradient, 0, classes + 1);
    double value = sums[classes + 1];
    for (int k = 1; k <= classes; k++) {
      value += point[k] * point[k] / (2 * BIAS_VARIANCE * total);
      gradient[k] += point[k] / (BIAS_VARIANCE * total);
    }
    return value;
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
