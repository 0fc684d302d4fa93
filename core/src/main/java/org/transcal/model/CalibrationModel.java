package org.transcal.model;

import java.util.Map;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/**
 * A learned map from logits to calibrated probabilities.
 *
 * <p>{@code calibrate} treats every row on its own, so blocks of a stream give the same
 * probabilities as the whole.
 */
public sealed interface CalibrationModel
    permits TemperatureModel, AffineModel, OneVsRestModel, IdentityModel {
  /**
   * The kind as files name it: identity, temperature, vector, matrix, platt, isotonic, histogram.
   */
  String kind();

  /** Number of classes, K. */
  int classes();

  /** The numbers that define the model, in a fixed order. */
  Map<String, Parameter> parameters();

  /**
   * Calibrated probabilities of the given logits.
   *
   * @throws IllegalArgumentException where the number of classes differs
   */
  Probabilities calibrate(Logits logits);

  /** Rebuilds a model from what {@link #kind()}, {@link #classes()} and parameters gave. */
  static CalibrationModel of(String kind, int classes, Map<String, Parameter> parameters) {
    return ModelKinds.build(kind, classes, parameters);
  }
}
