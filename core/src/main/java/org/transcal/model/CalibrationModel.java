package org.transcal.model;

import java.util.Map;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/**
 * A learned map from logits to calibrated probabilities.
 *
 * <p>Implementations are immutable and treat every row on its own, so blocks of a stream give the
 * same probabilities as the whole. Models of your own need the first four methods only; files,
 * Spark and ONNX know the built-in kinds.
 */
public interface CalibrationModel {
  /**
   * The kind as written to files; the built-in ones are identity, temperature, vector, matrix,
   * platt, isotonic and histogram.
   */
  String kind();

  /** Number of classes, K. */
  int classes();

  /** The numbers that define the model, in a fixed order. */
  Map<String, Parameter> parameters();

  /**
   * Calibrated probabilities of the given logits.
   *
   * @throws IllegalArgumentException if the number of classes differs
   */
  Probabilities calibrate(Logits logits);

  /**
   * Calibrated probabilities of one row; built-in models allocate nothing.
   *
   * @param row logits, one per class
   * @param out another array of the same length for the probabilities
   * @throws IllegalArgumentException if a length or a logit is wrong
   */
  default void calibrate(float[] row, float[] out) {
    ModelKinds.requireRow(this, row);
    ModelKinds.requireOutput(row, out);
    calibrate(Logits.of(Matrix.wrap(row, 1, row.length))).copyRows(0, 1, out);
  }

  /**
   * The largest calibrated probability of one row; built-in models allocate nothing.
   *
   * @param row logits, one per class
   * @throws IllegalArgumentException if the length or a logit is wrong
   */
  default double confidence(float[] row) {
    ModelKinds.requireRow(this, row);
    return calibrate(Logits.of(Matrix.wrap(row, 1, row.length))).top().confidence(0);
  }

  /** Rebuilds a built-in model from its {@link #kind}, {@link #classes} and {@link #parameters}. */
  static CalibrationModel of(String kind, int classes, Map<String, Parameter> parameters) {
    return ModelKinds.build(kind, classes, parameters);
  }
}
