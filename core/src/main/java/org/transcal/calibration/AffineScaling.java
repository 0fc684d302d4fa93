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
    Likelihood likelihood = new Likelihood(source, form == AffineModel.Form.VECTOR ? 1 : classes);
    VectorMinimum minimum = likelihood.minimize();
    double[] at = minimum.at();
    double[] bias = Arrays.copyOfRange(at, at.length - classes, at.length);
    AffineModel model;
    if (form == AffineModel.Form.VECTOR) {
      model = AffineModel.vector(Arrays.copyOf(at, classes), bias);
    } else {
      double[][] rows = new double[classes][classes];
      for (int k = 0; k < classes; k++) {
        int column = k;
        Arrays.setAll(rows[k], j -> at[j * classes + column]);
      }
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

  /**
   * Mean negative log likelihood and its gradient in (W, b). W is stored by columns: a logit adds
   * to the scores of all classes, or, if W is diagonal, to that of its own class.
   */
  private static final class Likelihood {
    private final Matrix logits;
    private final Labels labels;
    private final Frequencies frequencies;
    private final int classes;

    /** Classes that a logit adds to. */
    private final int width;

    Likelihood(SourceValidation source, int width) {
      this.logits = source.logits().values();
      this.labels = source.labels();
      this.frequencies = source.frequencies();
      this.classes = source.logits().classes();
      this.width = width;
    }

    /** The first class that a logit adds to. */
    private int first(int logit) {
      return width == 1 ? logit : 0;
    }

    VectorMinimum minimize() {
      double[] identity = new double[classes * width + classes];
      for (int j = 0; j < classes; j++) {
        identity[j * width + j - first(j)] = 1;
      }
      double products =
          logits.rows() * (identity.length + PRODUCTS_OF_EXPONENTIAL * (double) classes);
      double affordable = Math.max(FEWEST_EVALUATIONS, Math.min(EVALUATIONS, BUDGET / products));
      return new LimitedMemoryBfgs(1e-6, (int) affordable, 10).minimize(this::evaluate, identity);
    }

    private double evaluate(double[] point, double[] gradient) {
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
      double[] scores = new double[classes];
      for (int i = from; i < to; i++) {
        double frequency = frequencies.get(i) / frequencies.total();
        if (frequency > 0) {
          logits.copyRow(i, z);
          System.arraycopy(point, offset, scores, 0, classes);
          for (int j = 0; j < classes; j++) {
            addScaled(z[j], point, j * width, scores, first(j), width);
          }
          sums[point.length] += frequency * softmaxResidual(scores, labels.get(i));
          for (int j = 0; j < classes; j++) {
            addScaled(frequency * z[j], scores, first(j), sums, j * width, width);
          }
          addScaled(frequency, scores, 0, sums, offset, classes);
        }
      }
    }

    /** y += scale · x over some elements. */
    private static void addScaled(
        double scale, double[] x, int fromX, double[] y, int fromY, int count) {
      for (int k = 0; k < count; k++) {
        y[fromY + k] += scale * x[fromX + k];
      }
    }

    /** Turns scores into softmax minus one-hot label; returns the negative log likelihood. */
    private static double softmaxResidual(double[] scores, int label) {
      double gap = max(scores) - scores[label];
      Kernels.softmax(scores, scores.length, 1);
      double loss = gap - Math.log(max(scores));
      scores[label] -= 1;
      return loss;
    }

    private static double max(double[] values) {
      return Arrays.stream(values).max().orElseThrow();
    }
  }
}
