package org.transcal.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import org.junit.jupiter.api.Test;
import org.transcal.prediction.Logits;

/** Logits from the arrays and buffers of a program. */
class ArraysTest {
  @Test
  void givenFloatArrays_thenCopied() {
    float[][] rows = {{1, 2, 3}, {4, 5, 6}};

    Logits logits = Logits.copyOf(rows);
    rows[0][0] = 9;

    assertThat(logits.values().toArrays()).isDeepEqualTo(new double[][] {{1, 2, 3}, {4, 5, 6}});
  }

  @Test
  void givenRaggedArrays_thenMessageNamesTheRow() {
    assertThatThrownBy(() -> Logits.copyOf(new float[][] {{1, 2}, {3}}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Row 1 has 1 values; row 0 has 2");
  }

  @Test
  void givenBuffer_thenTheRemainderIsCopiedAndThePositionIsUnchanged() {
    FloatBuffer buffer = FloatBuffer.wrap(new float[] {9, 1, 2, 3, 4, 5, 6, 9});
    buffer.position(1).limit(7);

    Logits logits = Logits.of(buffer, 3);
    buffer.put(1, 8);

    assertThat(logits).isEqualTo(Logits.copyOf(new float[][] {{1, 2, 3}, {4, 5, 6}}));
    assertThat(buffer.remaining()).isEqualTo(6);
  }

  @Test
  void givenDirectBuffer_thenCopied() {
    FloatBuffer direct = ByteBuffer.allocateDirect(16).asFloatBuffer();

    assertThat(Logits.of(direct, 2).rows()).isEqualTo(2);
  }

  @Test
  void givenIncompleteRowOrTooFewClasses_thenRefusedWithNumbers() {
    assertThatThrownBy(() -> Logits.of(FloatBuffer.allocate(7), 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("7 values")
        .hasMessageContaining("3 classes");
    assertThatThrownBy(() -> Logits.of(FloatBuffer.allocate(7), 0)).hasMessageContaining("0");
    assertThatThrownBy(() -> Logits.of(FloatBuffer.allocate(0), 3)).hasMessageContaining("no rows");
  }
}
