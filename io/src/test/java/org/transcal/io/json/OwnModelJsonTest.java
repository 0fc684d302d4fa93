package org.transcal.io.json;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.transcal.model.CalibrationModel;
import org.transcal.model.Parameter;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

class OwnModelJsonTest {
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
  void givenModelOfAnotherKind_thenNotWrittenAndMessageListsTheKnownKinds() {
    Provenance provenance = new Provenance("mine", 0, "1", Map.of());

    assertThatThrownBy(() -> ModelJson.encode(new Sharpened(3), provenance))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Model kind is \"sharpened\"")
        .hasMessageContaining("temperature");
  }
}
