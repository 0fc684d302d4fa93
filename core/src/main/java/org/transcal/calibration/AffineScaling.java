package org.transcal.calibration;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.model.AffineModel;
import org.transcal.optim.LimitedMemoryBfgs;
import org.transcal.optim.VectorMinimum;
import org.transcal.prediction.Labels;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.SourceValidation;

/**
 * {@code softmax(W z + b)} by likelihood on source validation, from the identity: vector scaling
 * with a diagonal W, matrix scaling with a full one.
 *
 * <p>Matrix scaling has K² parameters and may over-fit, as the paper finds. If the rows can be
 * separated, the likelihood has no minimum, and the termination says so.
 *
 * <p>Cost: n·K (vector) or n·K² (matrix) an evaluation, of up to {@value #EVALUATIONS}, fewer on
 * large tasks, where a search that is not done by then ends at its evaluation limit. Matrix scaling
 * is refused beyond {@value #MOST_PARAMETERS} parameters, K·(K+1), which take about 250 bytes each,
 * or beyond {@value #MOST_PRODUCTS} rows × parameters, which take minutes.
 */
record AffineScaling(AffineModel.Form form) implements SourceCalibrator {
  private static final int EVALUATIONS = 2000;
  private static final int MOST_PARAMETERS = 1_000_000;
  private static final long MOST_PRODUCTS = 100_000_000;

  /** Blocks of rows that threads share, and products that are worth a block. */
  private static final int BLOCKS = 8;

  private static final int BLOCK_PRODUCTS = 1 << 16;

  private static final int FEWEST_EVALUATIONS = 100;

  /**
   * Products of all evaluations that take about a minute; an exponential takes as long as eight.
   */
  private static final double BUDGET = 5e10;

  private static final int PRODUCTS_OF_EXPONENTIAL = 8;

  @Override
  public String name() {
    return form == AffineModel.Form.VECTOR ? "vector" : "matrix";
  }

  @Override
  public String summary() {
    return form == AffineModel.Form.VECTOR
        ? "one scale and one offset per class by likelihood on source validation"
        : "a full linear map of the logits by likelihood on source validation; may over-fit";
  }

  @Override
  public FittedModel fit(SourceValidation source, Optional<ImportanceWeights> ignored) {
    int classes = source.logits().classes();
    if (form == AffineModel.Form.MATRIX) {
      requireFeasible(classes, source.logits().rows());
    }
    int weights = form == AffineModel.Form.VECTOR ? classes : classes * classes;
    double[] start = new double[weights + classes];
    for (int k = 0; k < classes; k++) {
      start[form == AffineModel.Form.VECTOR ? k : k * classes + k] = 1;
    }
    Likelihood likelihood = new Likelihood(source, form);
    VectorMinimum minimum =
        new LimitedMemoryBfgs(1e-6, likelihood.affordableEvaluations(start.length), 10)
            .minimize(likelihood::evaluate, start);
    double[] at = minimum.at();
    double[] bias = Arrays.copyOfRange(at, weights, weights + classes);
    AffineModel model;
    if (form == AffineModel.Form.VECTOR) {
      model = AffineModel.vector(Arrays.copyOf(at, classes), bias);
    } else {
      double[][] rows = new double[classes][];
      Arrays.setAll(rows, k -> Arrays.copyOfRange(at, k * classes, (k + 1) * classes));
      model = AffineModel.matrix(rows, bias);
    }
    return new FittedModel(model, minimum.value(), minimum.termination());
  }

  /** Refuses before anything is allocated. */
  private static void requireFeasible(long classes, long rows) {
    long parameters = classes * (classes + 1);
    if (parameters > MOST_PARAMETERS || rows * parameters > MOST_PRODUCTS) {
      throw new CalibrationException(
          String.format(
              Locale.ROOT,
              "matrix has %,d parameters for %,d classes and %,d rows to fit them to; it is limited"
                  + " to %,d parameters and %,d rows × parameters: use vector or temperature",
              parameters,
              classes,
              rows,
              MOST_PARAMETERS,
              MOST_PRODUCTS));
    }
  }

  /** Mean negative log likelihood and its gradient in (W, b). */
  private static final class Likelihood {
    private final Matrix logits;
    private final Labels labels;
    private final Frequencies frequencies;
    private final AffineModel.Form form;
    private final int classes;

    Likelihood(SourceValidation source, AffineModel.Form form) {
      this.logits = source.logits().values();
      this.labels = source.labels();
      this.frequencies = source.frequencies();
      this.form = form;
      this.classes = source.logits().classes();
    }

    int affordableEvaluations(int parameters) {
      double products = logits.rows() * (parameters + PRODUCTS_OF_EXPONENTIAL * (double) classes);
      return (int) Math.max(FEWEST_EVALUATIONS, Math.min(EVALUATIONS, BUDGET / products));
    }

    double evaluate(double[] point, double[] gradient) {
      int rowsPerBlock =
          Math.max((logits.rows() + BLOCKS - 1) / BLOCKS, BLOCK_PRODUCTS / point.length + 1);
      double[] sums =
          Kernels.sumByBlocks(
              logits.rows(),
              rowsPerBlock,
              point.length + 1,
              (from, to, part) -> add(point, from, to, part));
      System.arraycopy(sums, 0, gradient, 0, gradient.length);
      return sums[point.length];
    }

    /** Adds some rows' part of the gradient, and of the likelihood behind it. */
    private void add(double[] point, int from, int to, double[] sums) {
      int offset = point.length - classes;
      double[] z = new double[classes];
      double[] scaled = new double[classes];
      for (int i = from; i < to; i++) {
        double frequency = frequencies.get(i) / frequencies.total();
        if (frequency > 0) {
          logits.copyRow(i, z);
          for (int k = 0; k < classes; k++) {
            double product =
                form == AffineModel.Form.VECTOR ? point[k] * z[k] : dot(point, k * classes, z);
            scaled[k] = point[offset + k] + product;
          }
          sums[point.length] += frequency * softmaxResidual(scaled, labels.get(i));
          addGradient(sums, z, scaled, frequency, offset);
        }
      }
    }

    /** Four independent sums, which a processor adds to at the same time. */
    private static double dot(double[] point, int start, double[] z) {
      double a = 0;
      double b = 0;
      double c = 0;
      double d = 0;
      int j = 0;
      for (; j + 3 < z.length; j += 4) {
        a += point[start + j] * z[j];
        b += point[start + j + 1] * z[j + 1];
        c += point[start + j + 2] * z[j + 2];
        d += point[start + j + 3] * z[j + 3];
      }
      for (; j < z.length; j++) {
        a += point[start + j] * z[j];
      }
      return a + b + (c + d);
    }

    /** Turns scores into softmax minus one-hot label; returns the negative log likelihood. */
    private static double softmaxResidual(double[] scores, int label) {
      double max = Arrays.stream(scores).max().orElseThrow();
      double truth = scores[label];
      Arrays.setAll(scores, k -> scores[k] - max);
      Kernels.exp(scores, scores.length);
      double sum = 0;
      for (double score : scores) {
        sum += score;
      }
      for (int k = 0; k < scores.length; k++) {
        scores[k] /= sum;
      }
      scores[label] -= 1;
      return max + Math.log(sum) - truth;
    }

    private void addGradient(
        double[] gradient, double[] z, double[] residual, double frequency, int offset) {
      for (int k = 0; k < classes; k++) {
        gradient[offset + k] += frequency * residual[k];
      }
      for (int k = 0; k < classes && form == AffineModel.Form.VECTOR; k++) {
        gradient[k] += frequency * residual[k] * z[k];
      }
      for (int k = 0; k < classes && form == AffineModel.Form.MATRIX; k++) {
        double factor = frequency * residual[k];
        for (int j = 0; j < classes; j++) {
          gradient[k * classes + j] += factor * z[j];
        }
      }
    }
  }
}
