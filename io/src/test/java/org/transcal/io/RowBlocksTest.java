package org.transcal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.io.array.BlockMemory;
import org.transcal.io.array.BlockSize;
import org.transcal.io.array.Precision;
import org.transcal.io.array.RowBlock;
import org.transcal.io.array.RowBlocks;
import org.transcal.io.example.NpyBytes;
import org.transcal.io.example.NpzBytes;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;

class RowBlocksTest {
  private static final int ROWS = 207;
  private static final int COLUMNS = 3;

  @TempDir Path folder;

  private static double value(int row, int column) {
    return row * 10 + column;
  }

  private static byte[] npy(String type, String fortran) {
    int bytes = type.charAt(2) - '0';
    ByteBuffer data =
        ByteBuffer.allocate(ROWS * COLUMNS * bytes)
            .order(type.charAt(0) == '<' ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    for (int k = 0; k < ROWS * COLUMNS; k++) {
      boolean byColumn = fortran.equals("True");
      double value = byColumn ? value(k % ROWS, k / ROWS) : value(k / COLUMNS, k % COLUMNS);
      if (bytes == 4) {
        data.putFloat((float) value);
      } else {
        data.putDouble(value);
      }
    }
    String dictionary =
        "{'descr': '%s', 'fortran_order': %s, 'shape': (207, 3), }".formatted(type, fortran);
    return NpyBytes.of(dictionary, data.array());
  }

  private static String csv() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < ROWS; i++) {
      text.append(value(i, 0)).append(',').append(value(i, 1)).append(',').append(value(i, 2));
      text.append('\n');
    }
    return text.toString();
  }

  static Stream<Arguments> formats() {
    Stream.Builder<Arguments> formats = Stream.builder();
    for (String type : List.of("<f4", ">f4", "<f8", ">f8")) {
      for (String fortran : List.of("False", "True")) {
        byte[] npy = npy(type, fortran);
        formats.add(Arguments.of("x.npy", npy));
        formats.add(Arguments.of("x.npz", NpzBytes.stored(Map.of("x", npy))));
        formats.add(Arguments.of("x.npz", NpzBytes.deflated(Map.of("x", npy))));
      }
    }
    formats.add(Arguments.of("x.csv", csv().getBytes(StandardCharsets.US_ASCII)));
    return formats.build();
  }

  @ParameterizedTest
  @MethodSource("formats")
  void givenAnyFormat_thenBlocksOfAnySizeJoinToTheWhole(String name, byte[] bytes)
      throws IOException {
    ArrayLocation location = ArrayLocation.of(Files.write(folder.resolve(name), bytes));

    for (int size : new int[] {1, 4, 13, 207, 4098}) {
      List<Matrix> blocks = new ArrayList<>();
      try (RowBlocks rows = ArrayFiles.rows(location, BlockSize.ofRows(size))) {
        assertThat(rows.columns()).isEqualTo(COLUMNS);
        rows.rows().ifPresent(count -> assertThat(count).isEqualTo(ROWS));
        for (Optional<Matrix> block = rows.next(); block.isPresent(); block = rows.next()) {
          blocks.add(block.get());
        }
        assertThat(rows.next()).isEmpty();
      }
      assertThat(blocks).hasSize((ROWS + size - 1) / size);
      int row = 0;
      for (Matrix block : blocks) {
        for (int i = 0; i < block.rows(); i++, row++) {
          for (int j = 0; j < COLUMNS; j++) {
            assertThat(block.get(i, j)).isEqualTo(value(row, j));
          }
        }
      }
      assertThat(row).isEqualTo(ROWS);
    }
  }

  @ParameterizedTest
  @MethodSource("formats")
  void givenThreadsThatTakeBlocks_thenEachRowIsRightAndGoesToOneOfThem(String name, byte[] bytes)
      throws Exception {
    ArrayLocation location = ArrayLocation.of(Files.write(folder.resolve(name), bytes));
    AtomicIntegerArray seen = new AtomicIntegerArray(ROWS);
    AtomicInteger wrong = new AtomicInteger();

    try (RowBlocks rows = ArrayFiles.rows(location, new BlockSize(4096, 4 * COLUMNS))) {
      Runnable work =
          () -> {
            BlockMemory memory = new BlockMemory();
            for (Optional<RowBlock> b = rows.take(memory); b.isPresent(); b = rows.take(memory)) {
              Matrix block = b.get().matrix();
              for (int i = 0; i < block.rows(); i++) {
                int row = (int) b.get().firstRow() + i;
                seen.incrementAndGet(row);
                for (int j = 0; j < COLUMNS; j++) {
                  wrong.addAndGet(block.get(i, j) == value(row, j) ? 0 : 1);
                }
              }
            }
          };
      List<Thread> threads = List.of(new Thread(work), new Thread(work), new Thread(work));
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
    }

    assertThat(wrong).hasValue(0);
    for (int row = 0; row < ROWS; row++) {
      assertThat(seen.get(row)).isEqualTo(1);
    }
  }

  @Test
  void givenOneMemory_thenBlocksShareItAndOthersDoNot() throws IOException {
    Path file = Files.write(folder.resolve("x.npy"), npy("<f4", "False"));
    BlockMemory memory = new BlockMemory();

    try (RowBlocks rows = ArrayFiles.rows(ArrayLocation.of(file), BlockSize.ofRows(4))) {
      assertThat(rows.precision()).isEqualTo(Precision.FLOAT32);
      float[] first = storage(rows.take(memory).orElseThrow().matrix());
      float[] second = storage(rows.take(memory).orElseThrow().matrix());
      float[] third = storage(rows.next().orElseThrow());
      float[] fourth = storage(rows.next().orElseThrow());

      assertThat(second).isSameAs(first);
      assertThat(fourth).isNotSameAs(third);
      assertThat(third).startsWith((float) value(8, 0), (float) value(8, 1));
    }
  }

  private static Optional<Logits> nextLogits(RowBlocks rows) {
    return rows.take().map(PredictionScale.LOGITS::logits);
  }

  private static float[] storage(Matrix matrix) {
    return ((Matrix.OfFloats) matrix).storage();
  }

  @Test
  void givenSizes_thenBlocksHaveAtLeastARowAndNotTooManyValues() {
    assertThat(new BlockSize(100, 64).rowsOf(7)).isEqualTo(9);
    assertThat(new BlockSize(5, 64).rowsOf(7)).isEqualTo(5);
    assertThat(new BlockSize(5, 64).rowsOf(65)).isEqualTo(1);
    assertThatThrownBy(() -> new BlockSize(0, 64))
        .hasMessage("Blocks have 0 rows and 64 values; both must be at least 1");
  }

  @Test
  void givenABadLogitInALaterBlock_thenItsRowInTheFileIsNamed() throws IOException {
    double[] values = new double[20];
    values[13] = Double.NaN;
    Path file = Files.write(folder.resolve("x.npy"), NpyBytes.floats(2, values));

    try (RowBlocks rows = ArrayFiles.rows(ArrayLocation.of(file), BlockSize.ofRows(4))) {
      assertThat(nextLogits(rows).orElseThrow().rows()).isEqualTo(4);
      assertThatThrownBy(() -> nextLogits(rows))
          .isInstanceOf(InputException.class)
          .hasMessage(
              file + ": Logit at row 6, class 1 is NaN; logits must be finite, within ±1.0E30");
    }
  }

  @Test
  void givenALogitTooLargeInALaterBlock_thenItsRowInTheFileIsNamed() throws IOException {
    double[] values = new double[20];
    values[13] = -1e155;
    Path file = Files.write(folder.resolve("x.npy"), NpyBytes.doubles(2, values));

    try (RowBlocks rows = ArrayFiles.rows(ArrayLocation.of(file), BlockSize.ofRows(4))) {
      assertThat(nextLogits(rows).orElseThrow().rows()).isEqualTo(4);
      assertThatThrownBy(() -> nextLogits(rows))
          .isInstanceOf(InputException.class)
          .hasMessage(
              file
                  + ": Logit at row 6, class 1 is -1.0E155; logits must be finite, within ±1.0E30");
    }
  }

  @Test
  void givenAHeaderLine_thenThereIsAWarning() throws IOException {
    Path file = Files.writeString(folder.resolve("x.csv"), "cat,dog\n1,2\n");

    try (RowBlocks rows = ArrayFiles.rows(ArrayLocation.of(file), BlockSize.ofRows(4))) {
      assertThat(rows.warnings())
          .containsExactly(file + ": the first line, \"cat,…\", is taken as a header");
      assertThat(nextLogits(rows).orElseThrow().rows()).isEqualTo(1);
    }
  }

  @Test
  void givenNoColumn_thenTheArrayIsRefused() throws IOException {
    Path none =
        Files.write(folder.resolve("none.npy"), NpyBytes.array("<f4", "(5, 0)", new byte[0]));

    assertThatThrownBy(() -> ArrayFiles.rows(ArrayLocation.of(none), BlockSize.ofRows(4)))
        .hasMessage(none + ": has shape (5, 0); it must have a sensible number of columns");
  }

  @Test
  void givenAVectorOrAColumn_thenItsNumbersAreScoresOfClassOne() throws IOException {
    Path vector = Files.write(folder.resolve("x.npy"), NpyBytes.vector(1, 2));
    Path column = Files.write(folder.resolve("y.npy"), NpyBytes.doubles(1, 1, 2));

    for (Path file : List.of(vector, column)) {
      try (RowBlocks rows = ArrayFiles.rows(ArrayLocation.of(file), BlockSize.ofRows(4))) {
        Matrix logits = nextLogits(rows).orElseThrow().values();
        assertThat(logits).isEqualTo(Matrix.copyOf(new double[][] {{0, 1}, {0, 2}}));
      }
    }
  }

  @Test
  void givenADamagedMember_thenTheLastBlockIsRefused() throws IOException {
    byte[] bytes = NpzBytes.stored(Map.of("x", NpyBytes.floats(2, 1, 2, 3, 4)));
    bytes[30 + "x.npy".length() + NpyBytes.floats(2, 1, 2, 3, 4).length - 1] ^= 1;
    Path file = Files.write(folder.resolve("x.npz"), bytes);

    try (RowBlocks rows = ArrayFiles.rows(ArrayLocation.of(file), BlockSize.ofRows(4))) {
      assertThat(rows.next()).isPresent();
      assertThatThrownBy(rows::next)
          .hasMessage(file + ", array x: is damaged: it does not match its checksum");
    }
  }

  /**
   * 2^31 + 6 values of one byte, 2 GiB in a sparse file: more than an array can index, and four
   * times the heap. Only the last value is not zero.
   */
  @Test
  void givenMoreThanTwoToTheThirtyOneValues_thenTheyStreamInConstantMemory() throws IOException {
    long rows = (1L << 30) + 3;
    Path file = folder.resolve("huge.npy");
    byte[] header = NpyBytes.array("|u1", "(" + rows + ", 2)", new byte[0]);
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(header);
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[] {1}), header.length + rows * 2 - 1);
    }

    long seen = 0;
    double last = 0;
    try (RowBlocks blocks = ArrayFiles.rows(ArrayLocation.of(file), BlockSize.ofRows(1 << 14))) {
      assertThat(blocks.rows()).hasValue(rows);
      for (Optional<Matrix> block = blocks.next(); block.isPresent(); block = blocks.next()) {
        seen += block.get().rows();
        last = block.get().get(block.get().rows() - 1, 1);
      }
    }

    assertThat(seen).isEqualTo(rows);
    assertThat(last).isEqualTo(1);
    assertThatThrownBy(() -> ArrayFiles.readMatrix(ArrayLocation.of(file)))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file + ": has 2147483654 values; at most ");
  }
}
