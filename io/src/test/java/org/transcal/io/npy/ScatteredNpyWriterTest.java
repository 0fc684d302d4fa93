package org.transcal.io.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

class ScatteredNpyWriterTest {
  @TempDir Path folder;

  private static Matrix logits(int rows, int columns) {
    float[] values = new float[rows * columns];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (5 * Math.sin(i * i % 1013));
    }
    return Matrix.wrap(values, rows, columns);
  }

  private static Probabilities rows(Matrix logits, int from, int to) {
    return Logits.of(logits.rowRange(from, to)).softmax(1.7);
  }

  private Path inOrder(Matrix logits, Precision precision) {
    Path file = folder.resolve("ordered.npy");
    try (NpyWriter writer = NpyWriter.open(file, logits.columns(), precision)) {
      writer.write(rows(logits, 0, logits.rows()));
      writer.commit();
    }
    return file;
  }

  /** Wide rows are longer than the chunks that are written at once, and no multiple of them. */
  @ParameterizedTest
  @CsvSource({
    "FLOAT32, 207, 3",
    "FLOAT64, 207, 3",
    "FLOAT32, 5, 70001",
    "FLOAT64, 5, 40001",
    "FLOAT32, 1, 2",
    "FLOAT64, 600, 1000"
  })
  void givenBlocksBackwards_thenTheBytesOfRowsInOrder(Precision precision, int count, int columns) {
    Matrix logits = logits(count, columns);
    Path file = folder.resolve("scattered.npy");

    try (ScatteredNpyWriter writer = ScatteredNpyWriter.open(file, columns, precision)) {
      ScatteredNpyWriter.Pen pen = writer.pen();
      int size = 4;
      for (int from = (count - 1) / size * size; from >= 0; from -= size) {
        pen.write(from, rows(logits, from, Math.min(count, from + size)));
      }
      writer.commit();
    }

    assertThat(file).hasSameBinaryContentAs(inOrder(logits, precision));

    Path whole = folder.resolve("whole.npy");
    ScatteredNpyWriter.write(whole, rows(logits, 0, count), precision);
    assertThat(whole).hasSameBinaryContentAs(file);
  }

  @Test
  void givenPensOfSeveralThreads_thenTheBytesOfRowsInOrder() throws InterruptedException {
    Matrix logits = logits(5000, 13);
    Path file = folder.resolve("scattered.npy");

    try (ScatteredNpyWriter writer = ScatteredNpyWriter.open(file, 13, Precision.FLOAT32)) {
      List<Thread> threads = new ArrayList<>();
      for (int t = 0; t < 3; t++) {
        int first = t;
        threads.add(
            new Thread(
                () -> {
                  ScatteredNpyWriter.Pen pen = writer.pen();
                  for (int from = 100 * first; from < 5000; from += 300) {
                    pen.write(from, rows(logits, from, from + 100));
                  }
                }));
      }
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
      writer.commit();
    }

    assertThat(file).hasSameBinaryContentAs(inOrder(logits, Precision.FLOAT32));
  }

  @Test
  void givenAnotherWrites_thenAChunkIsKeptUntilItMayBeWritten() throws InterruptedException {
    Matrix logits = logits(9, 2);
    Path file = folder.resolve("scattered.npy");

    try (ScatteredNpyWriter writer = ScatteredNpyWriter.open(file, 2, Precision.FLOAT32)) {
      ScatteredNpyWriter.Pen early = writer.pen();
      ScatteredNpyWriter.Pen late = writer.pen();
      writer.turn.lock();
      // Both come back although nobody may write.
      Thread other =
          new Thread(
              () -> {
                early.write(0, rows(logits, 0, 4));
                late.write(6, rows(logits, 6, 9));
              });
      other.start();
      other.join();
      writer.turn.unlock();
      // One is written with the next chunk of its pen, the other at the end.
      early.write(4, rows(logits, 4, 6));
      writer.commit();
    }

    assertThat(file).hasSameBinaryContentAs(inOrder(logits, Precision.FLOAT32));
  }

  @Test
  void givenARowLeftOut_thenNothingIsCommitted() {
    Matrix logits = logits(9, 2);

    try (ScatteredNpyWriter writer =
        ScatteredNpyWriter.open(folder.resolve("x.npy"), 2, Precision.FLOAT32)) {
      writer.pen().write(0, rows(logits, 0, 4));
      writer.pen().write(5, rows(logits, 5, 9));
      assertThatThrownBy(writer::commit)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("8 rows were written where the last is row 8");
    }

    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void givenRowsOfAnotherWidth_thenTheyAreRefused() {
    try (ScatteredNpyWriter writer =
        ScatteredNpyWriter.open(folder.resolve("x.npy"), 3, Precision.FLOAT32)) {
      ScatteredNpyWriter.Pen pen = writer.pen();
      assertThatThrownBy(() -> pen.write(0, rows(logits(1, 2), 0, 1)))
          .hasMessage("Rows have 2 columns where the file has 3");
    }
  }
}
