package org.transcal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.io.example.NpyBytes;
import org.transcal.io.example.NpzBytes;
import org.transcal.io.file.InputException;
import org.transcal.prediction.Labels;

class LabelBlocksTest {
  private static final int[] LABELS = IntStream.range(0, 207).map(i -> i * i % 5).toArray();

  @TempDir Path folder;

  static Stream<Arguments> formats() {
    byte[] integers = NpyBytes.integers(Arrays.stream(LABELS).asLongStream().toArray());
    byte[] doubles = NpyBytes.vector(Arrays.stream(LABELS).asDoubleStream().toArray());
    return Stream.of(
        Arguments.of("y.npy", integers),
        Arguments.of("y.npy", doubles),
        Arguments.of("y.npz", NpzBytes.stored(Map.of("y", integers))),
        Arguments.of("y.npz", NpzBytes.deflated(Map.of("y", integers))),
        Arguments.of("y.csv", text("\n")),
        Arguments.of("y.csv", text(",")));
  }

  private static byte[] text(String separator) {
    return Arrays.stream(LABELS)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(separator, "", "\n"))
        .getBytes(StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void givenAnyFormat_thenBlocksOfAnySizeJoinToTheWhole(String name, byte[] bytes)
      throws IOException {
    ArrayLocation location = ArrayLocation.of(Files.write(folder.resolve(name), bytes));

    for (int size : new int[] {1, 4, 13, 207, 4098}) {
      IntStream.Builder joined = IntStream.builder();
      try (LabelBlocks blocks = LabelBlocks.open(location, 5)) {
        assertThat(blocks.rows())
            .isEqualTo(
                name.endsWith("csv") ? OptionalLong.empty() : OptionalLong.of(LABELS.length));
        for (Labels some = blocks.next(size); some.rows() > 0; some = blocks.next(size)) {
          Arrays.stream(some.toArray()).forEach(joined::add);
        }
        assertThat(blocks.countAll()).isEqualTo(LABELS.length);
      }
      assertThat(joined.build().toArray()).isEqualTo(LABELS);
    }
    try (LabelBlocks blocks = LabelBlocks.open(location, 5)) {
      blocks.next(10);
      assertThat(blocks.countAll()).isEqualTo(LABELS.length);
    }
  }

  @Test
  void givenAnInvalidLabel_thenTheMessageNamesFileRowAndValue() throws IOException {
    for (double bad : new double[] {-2, 5, 1.5, Double.NaN, Double.POSITIVE_INFINITY, 1e300}) {
      Path file = Files.write(folder.resolve("y.npy"), NpyBytes.vector(0, 1, bad));

      try (LabelBlocks blocks = LabelBlocks.open(ArrayLocation.of(file), 5)) {
        assertThatThrownBy(blocks::countAll)
            .isInstanceOf(InputException.class)
            .hasMessageStartingWith(file.toString())
            .hasMessageContaining("row 2")
            .hasMessageContaining("0 … 4");
      }
    }
  }

  @Test
  void givenOtherShapes_thenTheyAreRefused() throws IOException {
    Path matrix = Files.write(folder.resolve("m.npy"), NpyBytes.doubles(2, 0, 1, 1, 0));
    Path texts = Files.write(folder.resolve("t.npy"), NpyBytes.texts("a", "b"));
    Path csv = Files.writeString(folder.resolve("y.csv"), "0,1\n1,0\n");

    for (Path file : new Path[] {matrix, texts}) {
      assertThatThrownBy(() -> LabelBlocks.open(ArrayLocation.of(file), 5))
          .isInstanceOf(InputException.class)
          .hasMessageStartingWith(file.toString());
    }
    try (LabelBlocks blocks = LabelBlocks.open(ArrayLocation.of(csv), 5)) {
      assertThatThrownBy(blocks::countAll)
          .isInstanceOf(InputException.class)
          .hasMessageContaining("one number per line");
    }
  }
}
