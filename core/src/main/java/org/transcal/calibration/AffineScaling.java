package org.transcal.calibration;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.transcal.kernel.LinearLoss;
import org.transcal.matrix.Matrix;
import org.transcal.model.AffineModel;
import org.transcal.optim.LimitedMemoryBfgs;
import org.transcal.optim.VectorMinimum;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.SourceValidation;

/**
 * {@code softmax(W z + b)} by likelihood on source validation, from the identity: vector scaling
 * with a diagonal W, matrix scaling with a full one.
 *
 * <p>Matrix scaling has K² parameters and may over-fit, as the paper finds. If the rows can be
 * separated, the likelihood has no minimum, and the termination says so.
 *
 * <p>Cost: n·K (vector) or n·K² (matrix) per evaluation, for up to {@value #EVALUATIONS}
 * evaluations, fewer on large tasks. Matrix scaling is refused beyond {@value #MOST_PARAMETERS}
 * parameters, K·(K+1), which take about 250 bytes each, or beyond {@value #MOST_PRODUCTS} rows ×
 * parameters, which take minutes.
 */
record AffineScaling(AffineModel.Form form) implements SourceCalibrator {
  private static final int EVALUATIONS = 2000;
  private static final int MOST_PARAMETERS = 1_000_000;
  private static final long MOST_PRODUCTS = 100_000_000;

  private static final int FEWEST_EVALUATIONS = 100;

  /** Multiplications that take about a minute; an exponential takes as long as eight. */
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
    VectorMinimum minimum = mostLikely(source);
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

  private VectorMinimum mostLikely(SourceValidation source) {
    Matrix logits = source.logits().values();
    int classes = logits.columns();
    int width = form == AffineModel.Form.VECTOR ? 1 : classes;
    LinearLoss loss =
        new LinearLoss(
            logits,
            source.labels().toArray(),
            source.frequencies(),
            classes,
            width,
            LinearLoss::crossEntropy);
    double[] identity = new double[classes * width + classes];
    for (int j = 0; j < classes; j++) {
      identity[width == 1 ? j : j * classes + j] = 1;
    }
    double products =
        logits.rows() * (identity.length + PRODUCTS_OF_EXPONENTIAL * (double) classes);
    double affordable = Math.max(FEWEST_EVALUATIONS, Math.min(EVALUATIONS, BUDGET / products));
    return new LimitedMemoryBfgs(1e-6, (int) affordable, 10).minimize(loss::evaluate, identity);
  }
}
