package org.transcal.calibration;

import java.util.Arrays;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.model.AffineModel;
import org.transcal.optim.LimitedMemoryBfgs;
import org.transcal.optim.VectorMinimum;
import org.transcal.prediction.Labels;
import org.transcal.shift.SourceValidation;
import org.transcal.shift.TransferTask;

/**
 * {@code softmax(W z + b)} by likelihood on source validation, from the identity: vector scaling
 * with a diagonal W, matrix scaling with a full one.
 *
 * <p>Matrix scaling has K² parameters and may over-fit, as the paper finds. Where the rows can be
 * separated the likelihood has no minimum, and the termination says so.
 *
 * <p>Cost: n·K (vector) or n·K² (matrix) an evaluation.
 */
public record AffineScaling(AffineModel.Form form) implements Calibrator {
  private static final LimitedMemoryBfgs SEARCH = new LimitedMemoryBfgs(1e-6, 2000, 10);

  /** W diagonal. */
  public static AffineScaling vector() {
    return new AffineScaling(AffineModel.Form.VECTOR);
  }

  /** W full. */
  public static AffineScaling matrix() {
    return new AffineScaling(AffineModel.Form.MATRIX);
  }

  @Override
  public String name() {
    return form == AffineModel.Form.VECTOR ? "vector" : "matrix";
  }

  @Override
  public String summary() {
    return form == AffineModel.Form.VECTOR
        ? "one scale and one offset a class by likelihood on source validation"
        : "a full linear map of the logits by likelihood on source validation; may over-fit";
  }

  @Override
  public FittedCalibration fit(TransferTask task) {
    int classes = task.classes();
    int weights = form == AffineModel.Form.VECTOR ? classes : classes * classes;
    double[] start = new double[weights + classes];
    for (int k = 0; k < classes; k++) {
      start[form == AffineModel.Form.VECTOR ? k : k * classes + k] = 1;
    }
    Likelihood likelihood = new Likelihood(task.sourceValidation(), form);
    VectorMinimum minimum = SEARCH.minimize(likelihood::evaluate, start);
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
    return FittedCalibration.of(name(), task, model, minimum.value(), minimum.termination());
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

    double evaluate(double[] point, double[] gradient) {
      Arrays.fill(gradient, 0);
      int offset = point.length - classes;
      double[] z = new double[classes];
      double[] scaled = new double[classes];
      double sum = 0;
      for (int i = 0; i < logits.rows(); i++) {
        double frequency = frequencies.get(i) / frequencies.total();
        if (frequency > 0) {
          logits.copyRow(i, z);
          scale(point, z, scaled, offset);
          sum += frequency * softmaxResidual(scaled, labels.get(i));
          addGradient(gradient, z, scaled, frequency, offset);
        }
      }
      return sum;
    }

    private void scale(double[] point, double[] z, double[] scaled, int offset) {
      for (int k = 0; k < classes; k++) {
        double product = 0;
        if (form == AffineModel.Form.VECTOR) {
          product = point[k] * z[k];
        } else {
          for (int j = 0; j < classes; j++) {
            product += point[k * classes + j] * z[j];
          }
        }
        scaled[k] = product + point[offset + k];
      }
    }

    /** Turns scores into softmax minus one-hot label; returns the negative log likelihood. */
    private static double softmaxResidual(double[] scores, int label) {
      double max = Arrays.stream(scores).max().orElseThrow();
      double sum = 0;
      double truth = scores[label];
      for (int k = 0; k < scores.length; k++) {
        scores[k] = Math.exp(scores[k] - max);
        sum += scores[k];
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
        double factor = frequency * residual[k];
        gradient[offset + k] += factor;
        if (form == AffineModel.Form.VECTOR) {
          gradient[k] += factor * z[k];
        } else {
          for (int j = 0; j < classes; j++) {
            gradient[k * classes + j] += factor * z[j];
          }
        }
      }
    }
  }
}
