package org.transcal.shift;

import java.util.Arrays;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.optim.LimitedMemoryBfgs;
import org.transcal.task.SourceValidation;
import org.transcal.task.TransferTask;

/**
 * How much more frequent each class is in the target than in the source, if nothing but class
 * frequencies shifted: maximum likelihood by Saerens' EM on posteriors calibrated with a
 * temperature and a bias per class (BCTS).
 */
final class ClassRatios {
  private static final LimitedMemoryBfgs SEARCH = new LimitedMemoryBfgs(1e-6, 200, 10);

  /** Biases are normal with this variance before rows are seen: few rows say little. */
  private static final double BIAS_VARIANCE = 1;

  private static final double CHANGE = 1e-6;
  private static final int ROUNDS = 100;

  /** Posteriors held at once; beyond it target rows are left out evenly. */
  private static final int MOST_ELEMENTS = 4_000_000;

  private static final int BLOCK_ELEMENTS = 1 << 16;

  private ClassRatios() {}

  static double[] mostLikely(TransferTask task) {
    int classes = task.classes();
    double[] scaling = biasedTemperature(task.sourceValidation());
    Matrix source = task.sourceValidation().logits().values();
    Frequencies counts = task.sourceValidation().frequencies();
    double[] prior =
        sum(
            source.rows(),
            classes,
            (from, to, sums) -> {
              double[] row = new double[classes];
              for (int i = from; i < to; i++) {
                posterior(source, i, scaling, row);
                for (int k = 0; k < classes; k++) {
                  sums[k] += row[k] * counts.get(i) / counts.total();
                }
              }
            });
    Matrix target = task.target().logits().values();
    int step = Math.max(1, (int) ((long) target.rows() * classes / MOST_ELEMENTS));
    double[][] posteriors = new double[(target.rows() + step - 1) / step][classes];
    double[] targetCounts = new double[posteriors.length];
    for (int i = 0; i < posteriors.length; i++) {
      posterior(target, i * step, scaling, posteriors[i]);
      targetCounts[i] = task.target().frequencies().get(i * step);
    }
    return ratios(posteriors, Frequencies.copyOf(targetCounts), prior);
  }

  private static double[] ratios(double[][] posteriors, Frequencies counts, double[] prior) {
    int classes = prior.length;
    double[] ratio = new double[classes];
    Arrays.fill(ratio, 1);
    double change = Double.POSITIVE_INFINITY;
    for (int round = 0; round < ROUNDS && change > CHANGE; round++) {
      double[] share =
          sum(
              posteriors.length,
              classes,
              (from, to, sums) -> {
                for (int i = from; i < to; i++) {
                  double[] row = posteriors[i];
                  double scale =
                      counts.get(i) / (Kernels.dot(row, ratio, classes) * counts.total());
                  for (int k = 0; k < classes; k++) {
                    sums[k] += scale * row[k] * ratio[k];
                  }
                }
              });
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
    return SEARCH.minimize((point, gradient) -> loss(source, point, gradient), start, 1e-12).at();
  }

  private static double loss(SourceValidation source, double[] point, double[] gradient) {
    int classes = point.length - 1;
    Matrix logits = source.logits().values();
    double[] sums =
        sum(
            logits.rows(),
            classes + 2,
            (from, to, part) -> {
              double[] row = new double[classes];
              for (int i = from; i < to; i++) {
                double share = source.frequencies().get(i) / source.frequencies().total();
                if (share > 0) {
                  int label = source.labels().get(i);
                  posterior(logits, i, point, row);
                  part[classes + 1] -= share * Math.log(Math.max(row[label], 1e-300));
                  row[label] -= 1;
                  double max = Kernels.rowMax(logits, i);
                  for (int k = 0; k < classes; k++) {
                    part[0] += share * row[k] * (logits.get(i, k) - max);
                    part[k + 1] += share * row[k];
                  }
                }
              }
            });
    double precision = 1 / (BIAS_VARIANCE * source.frequencies().total());
    double value = sums[classes + 1];
    System.arraycopy(sums, 0, gradient, 0, classes + 1);
    for (int k = 1; k <= classes; k++) {
      value += precision * point[k] * point[k] / 2;
      gradient[k] += precision * point[k];
    }
    return value;
  }

  private static double[] sum(int rows, int size, Kernels.BlockSum sum) {
    return Kernels.sumByBlocks(rows, Math.max(1, BLOCK_ELEMENTS / size), size, sum);
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
