package org.transcal.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.transcal.matrix.Matrix;
import org.transcal.model.CalibrationModel;
import org.transcal.model.Parameter;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/** A calibration model of your own. */
class OwnModelTest {
  /** Mixes the softmax with the uniform distribution. */
  record Smoothing(int classes, double share) implements CalibrationModel {
    @Override
    public String kind() {
      return "smoothing";
    }

    @Override
    public Map<String, Parameter> parameters() {
      return Map.of("share", new Parameter.Scalar(share));
    }

    @Override
    public Probabilities calibrate(Logits logits) {
      double[][] rows = logits.softmax(1).toMatrix().toArrays();
      for (double[] row : rows) {
        for (int k = 0; k < row.length; k++) {
          row[k] = (1 - share) * row[k] + share / classes;
        }
      }
      return Probabilities.of(Matrix.copyOf(rows));
    }
  }

  private final CalibrationModel model = new Smoothing(2, 0.2);

  @Test
  void givenOwnModel_thenSingleRowsWorkByDefault() {
    float[] out = new float[2];

    model.calibrate(new float[] {0, 0}, out);

    assertThat(out).containsExactly(0.5f, 0.5f);
    assertThat(model.confidence(new float[] {100, 0})).isCloseTo(0.9, within(1e-12));
  }

  @Test
  void givenBadRow_thenRefusedAsByBuiltInModels() {
    assertThatThrownBy(() -> model.confidence(new float[3]))
        .hasMessage("The model was fitted for 2 classes but the logits have 3");
    assertThatThrownBy(() -> model.calibrate(new float[] {0, Float.NaN}, new float[2]))
        .hasMessageContaining("Logit of class 1 is NaN");
  }
}
