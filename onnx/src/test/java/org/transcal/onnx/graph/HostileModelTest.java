package org.transcal.onnx.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.transcal.io.PredictionScale;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.onnx.example.Classifiers;
import org.transcal.onnx.example.Classifiers.End;
import org.transcal.onnx.export.PredictionFinder;
import org.transcal.onnx.wire.MessageWriter;

/** Files that lie: read or refused in one line, with memory bounded by their size. */
class HostileModelTest {
  private static final int COUNT = 100_000;

  /** Buffers and messages, whatever the input. */
  private static final long BASE = 1L << 20;

  /** A field has two bytes or more; what is kept of it, a few dozen. */
  private static final long PER_BYTE = 500;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void givenMutatedModels_thenTheyAreReadOrRefused() {
    List<byte[]> seeds =
        List.of(
            Classifiers.graph(9, End.LOGITS, ElementType.FLOAT, 3).toBytes(),
            Classifiers.graph(13, End.SOFTMAX, ElementType.FLOAT16, 3)
                .metadata("author", "test")
                .weightsElsewhere("e", ElementType.FLOAT, "weights.bin", 0, 4, 1)
                .toBytes(),
            nested(5));
    SplittableRandom random = new SplittableRandom(20201206);
    int accepted = 0;
    for (int i = 0; i < COUNT; i++) {
      byte[] input = mutated(random, seeds.get(i % seeds.size()));
      long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
      accepted += accepts(input) ? 1 : 0;
      long allocated = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
      if (allocated > BASE + PER_BYTE * input.length) {
        throw new AssertionError(allocated + " bytes for " + HexFormat.of().formatHex(input));
      }
    }
    assertThat(accepted).isBetween(COUNT / 100, COUNT * 9 / 10);
  }

  private static byte[] mutated(SplittableRandom random, byte[] seed) {
    byte[] input = seed.clone();
    for (int steps = 1 + random.nextInt(4); steps > 0 && input.length > 1; steps--) {
      int at = random.nextInt(input.length);
      switch (random.nextInt(5)) {
        case 0 -> input[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> input = Arrays.copyOf(input, at);
        case 2 ->
            // A length of many bytes, up to 2^63 and beyond.
            Arrays.fill(input, at, Math.min(input.length, at + 1 + random.nextInt(11)), (byte) -1);
        case 3 -> input[at] = (byte) random.nextInt(256);
        default -> {
          byte[] longer = Arrays.copyOf(input, input.length + input.length - at);
          System.arraycopy(input, at, longer, input.length, input.length - at);
          input = longer;
        }
      }
    }
    return input;
  }

  static boolean accepts(byte[] input) {
    try {
      PredictionFinder.byDeclaredTypes(read(input)).only(3, PredictionScale.LOGITS);
      return true;
    } catch (InputException refused) {
      assertThat(refused.getMessage()).startsWith("x.onnx: ").doesNotContain("\n");
      return false;
    }
  }

  @Test
  void givenDeepNesting_thenItIsRefusedBeforeTheStackEnds() {
    assertThat(read(nested(20)).graph().outputs()).isEmpty();
    assertThatThrownBy(() -> read(nested(5_000)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("nested deeper");
  }

  @Test
  void givenALengthBeyondTheFile_thenItIsRefused() {
    byte[] lie = {(byte) (7 << 3 | 2), -1, -1, -1, -1, 7};

    assertThatThrownBy(() -> read(lie))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("a field has length 2147483647, but 0 bytes are left");
  }

  @Test
  void givenNoGraph_thenItIsRefused() {
    assertThatThrownBy(() -> read(new MessageWriter().integer(1, 8).toBytes()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("has no graph");
  }

  @Test
  void givenAppendedFields_thenAllElseIsKeptByteForByte() {
    byte[] bytes =
        new MessageWriter()
            .integer(1, 8)
            .text(1000, "unknown to us")
            .message(7, graph -> graph.text(2, "g").text(999, "unknown, too"))
            .integer(998, 5)
            .toBytes();

    byte[] longer =
        read(bytes)
            .withAppended(
                new MessageWriter().text(10, "doc").toBytes(),
                new MessageWriter().text(6, "doc").toBytes());

    byte[] expected =
        new MessageWriter()
            .integer(1, 8)
            .text(1000, "unknown to us")
            .message(7, graph -> graph.text(2, "g").text(999, "unknown, too").text(10, "doc"))
            .integer(998, 5)
            .text(6, "doc")
            .toBytes();
    assertThat(longer).isEqualTo(expected);
  }

  /** Graphs within attributes of nodes of graphs. */
  private static byte[] nested(int depth) {
    byte[] graph = new MessageWriter().text(2, "innermost").toBytes();
    for (int i = 0; i < depth; i++) {
      byte[] inner = graph;
      graph =
          new MessageWriter()
              .message(1, node -> node.message(5, a -> a.text(1, "then").bytes(6, inner)))
              .toBytes();
    }
    return new MessageWriter().integer(1, 8).bytes(7, graph).toBytes();
  }

  private static OnnxModel read(byte[] bytes) {
    try {
      return OnnxModel.read(ByteSource.of(Path.of("x.onnx"), bytes));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
