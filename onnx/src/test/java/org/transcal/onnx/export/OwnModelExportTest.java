package org.transcal.onnx.export;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.transcal.model.CalibrationModel;
import org.transcal.model.Parameter;
import org.transcal.onnx.graph.ElementType;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

class OwnModelExportTest {
  private record Sharpened(int classes) implements CalibrationModel {
    @Override
    public String kind() {
      return "sharpened";
    }

    @Override
    public Map<String, Parameter> parameters() {
      return Map.of();
    }

    @Override
    public Probabilities calibrate(Logits logits) {
      return logits.softmax(0.5);
    }
  }

  @Test
  void givenModelOfAnotherKind_thenNotExportedAsIfItWereKnown() {
    CalibrationNodes nodes =
        new CalibrationNodes(new AppendedNodes(13, ElementType.FLOAT, name -> false));

    assertThatThrownBy(() -> nodes.append(new Sharpened(3), "logits"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"sharpened\" cannot be exported to ONNX");
  }
}
