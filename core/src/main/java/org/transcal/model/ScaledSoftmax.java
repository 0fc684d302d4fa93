package org.transcal.model;

import org.transcal.kernel.Kernels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/** {@code softmax(z / temperature)}. */
sealed interface ScaledSoftmax extends CalibrationModel permits TemperatureModel, IdentityModel {
  double temperature();

  @Override
  default Probabilities calibrate(Logits logits) {
    ModelKinds.requireSameClasses(classes(), logits.classes());
    return logits.softmax(temperature());
  }

  @Override
  default void calibrate(float[] row, float[] out) {
    ModelKinds.requireRow(this, row);
    ModelKinds.requireOutput(row, out);
    Kernels.softmax(row, temperature(), out);
  }

  @Override
  default double confidence(float[] row) {
    ModelKinds.requireRow(this, row);
    return Kernels.confidence(row, temperature());
  }
}
