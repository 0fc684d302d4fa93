package org.transcal.model;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/**
 * {@code softmax(W z + b)}: vector scaling if W is diagonal, matrix scaling if it is full.
 *
 * <p>Symbols: {@code W} = weights, {@code b} = bias. Deviation: scaled logits stop at ±{@value
 * Logits#LARGEST}.
 */
public final class AffineModel extends RowwiseModel {
  /** With the largest logits, a million products of this size have a finite sum. */
  private static final double LARGEST_WEIGHT = 1e270;

  /** Shape of W. */
  public enum Form {
    /** W is diagonal. */
    VECTOR,
    /** W is full. */
    MATRIX
  }

  private final Form form;
  private final double[][] weights;
  private final double[] bias;

  private AffineModel(Form form, double[][] weights, double[] bias) {
    ModelKinds.requireClasses(bias.length);
    ModelKinds.requireFinite("bias", bias);
    for (double[] row : weights) {
      ModelKinds.requireAll(
          "weights", row, w -> Math.abs(w) <= LARGEST_WEIGHT, "within ±" + LARGEST_WEIGHT);
    }
    this.form = form;
    this.weights = weights;
    this.bias = bias;
  }

  /** Vector scaling with one weight and one bias per class. */
  public static AffineModel vector(double[] diagonal, double[] bias) {
    ModelKinds.requireLength("weights", diagonal.length, bias.length);
    return new AffineModel(Form.VECTOR, new double[][] {diagonal.clone()}, bias.clone());
  }

  /** Matrix scaling with one row of weights and one bias per class. */
  public static AffineModel matrix(double[][] weights, double[] bias) {
    ModelKinds.requireLength("weights", weights.length, bias.length);
    for (double[] row : weights) {
      ModelKinds.requireLength("weights in a row", row.length, bias.length);
    }
    double[][] copy = Arrays.stream(weights).map(double[]::clone).toArray(double[][]::new);
    return new AffineModel(Form.MATRIX, copy, bias.clone());
  }

  /** Diagonal or full. */
  public Form form() {
    return form;
  }

  @Override
  public String kind() {
    return form == Form.VECTOR ? "vector" : "matrix";
  }

  @Override
  public int classes() {
    return bias.length;
  }

  @Override
  public Map<String, Parameter> parameters() {
    Map<String, Parameter> parameters = new LinkedHashMap<>();
    parameters.put(
        "weights",
        form == Form.VECTOR ? new Parameter.Vector(weights[0]) : new Parameter.Table(weights));
    parameters.put("bias", new Parameter.Vector(bias));
    return parameters;
  }

  @Override
  public Probabilities calibrate(Logits logits) {
    int classes = classes();
    ModelKinds.requireSameClasses(classes, logits.classes());
    double[] scaled = new double[Math.multiplyExact(logits.rows(), classes)];
    double[] row = new double[classes];
    for (int i = 0; i < logits.rows(); i++) {
      logits.values().copyRow(i, row);
      scale(row, scaled, i * classes);
    }
    return Logits.of(Matrix.wrap(scaled, logits.rows(), classes)).softmax(1);
  }

  @Override
  void calibrate(RowScratch scratch) {
    scale(scratch.logits, scratch.probabilities, 0);
    for (int k = 0; k < bias.length; k++) {
      ModelKinds.requireLogit("Scaled logit", k, scratch.probabilities[k]);
    }
    Kernels.softmax(scratch.probabilities, bias.length, 1);
  }

  private void scale(double[] row, double[] scaled, int start) {
    for (int k = 0; k < bias.length; k++) {
      double product =
          form == Form.VECTOR ? weights[0][k] * row[k] : Kernels.dot(row, weights[k], bias.length);
      double limit = Logits.LARGEST;
      scaled[start + k] = Math.max(-limit, Math.min(limit, product + bias[k]));
    }
  }
}
