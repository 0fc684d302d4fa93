package org.transcal.workflow;

import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Supplier;
import org.transcal.io.array.Precision;
import org.transcal.io.csv.CsvMatrixWriter;
import org.transcal.io.npy.NpyWriter;
import org.transcal.prediction.Probabilities;

/** A file of probabilities, which exists only after {@link #commit()}; each thread has a pen. */
record ProbabilityFile(int mostThreads, Supplier<Pen> pens, Runnable committing, Runnable closing)
    implements AutoCloseable {
  /** What one thread writes with. */
  interface Pen {
    /** Writes rows, starting at the given row of the file. */
    void write(long firstRow, Probabilities rows);
  }

  /** Opens a {@code .npy} or a CSV file, by the name's extension. */
  static ProbabilityFile open(Path file, int classes, Precision precision) {
    if (file.toString().toLowerCase(Locale.ROOT).endsWith(".npy")) {
      NpyWriter writer = NpyWriter.open(file, classes, precision);
      return new ProbabilityFile(
          Integer.MAX_VALUE, () -> writer.pen()::write, writer::commit, writer::close);
    }
    // Lines of text have no fixed place, so they are written in order.
    CsvMatrixWriter writer = CsvMatrixWriter.open(file, classes);
    return new ProbabilityFile(
        1, () -> (firstRow, rows) -> writer.write(rows), writer::commit, writer::close);
  }

  void commit() {
    committing.run();
  }

  @Override
  public void close() {
    closing.run();
  }
}
