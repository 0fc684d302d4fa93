package org.transcal.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.transcal.prediction.Logits;

class BatchTest {
  private static Batch withCamera(String value) {
    return new Batch(
        Logits.copyOf(new double[][] {{1, 0}, {0, 1}, {1, 0}}),
        Optional.empty(),
        Optional.empty(),
        Map.of("camera", List.of("1", "2", value)));
  }

  @Test
  void givenALongValueOfASegment_thenColumnAndRowAreNamed() {
    String longest = "x".repeat(500);

    assertThat(withCamera(longest).columns().get("camera")).contains(longest);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> withCamera(longest + "x"))
        .withMessage(
            "Column 'camera', value at row 2 has 501 characters; names may have at most 500");
  }
}
