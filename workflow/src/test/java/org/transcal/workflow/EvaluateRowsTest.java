package org.transcal.workflow;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.transcal.io.PredictionScale;
import org.transcal.io.file.InputException;

class EvaluateRowsTest {
  @Test
  void givenTooLittleMemory_thenMessageSaysHowMuchIsNeeded() {
    EvaluateRows rows =
        new EvaluateRows(
            EvaluateInput.of(List.of("many.npy", "y.npy"), PredictionScale.LOGITS).get(0), 1);

    assertThatCode(() -> rows.requireMemory(100_000_000, 1450L << 20)).doesNotThrowAnyException();
    assertThatThrownBy(() -> rows.requireMemory(100_000_000, 512L << 20))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "many.npy: evaluating 100,000,000 rows needs 1327 MB of memory, but Java may use only"
                + " 512 MB; allow more with TRANSCAL_JAVA_OPTIONS=-Xmx2g");
  }
}
