package org.transcal.cli.stream;

import java.nio.file.Path;
import java.util.Locale;
import org.transcal.io.csv.CsvMatrixWriter;
import org.transcal.io.npy.NpyWriter;
import org.transcal.io.npy.Precision;
import org.transcal.prediction.Probabilities;

/** A file of probabilities in the format its name says; it appears only at {@link #commit()}. */
abstract class ProbabilityFile implements AutoCloseable {
  private ProbabilityFile() {}

  /** What one thread writes with. */
  interface Pen {
    /** Writes some rows, of which the first is the given one of the file. */
    void write(long firstRow, Probabilities rows);
  }

  /** A file whose name ends in {@code .npy} or else is text. */
  static ProbabilityFile open(Path file, int classes, Precision precision) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(".npy")
        ? new OfNpy(NpyWriter.open(file, classes, precision))
        : new OfCsv(CsvMatrixWriter.open(file, classes));
  }

  /** How many of the given threads may write, each with a {@link #pen()} of its own. */
  abstract int threads(int given);

  abstract Pen pen();

  abstract void commit();

  @Override
  public abstract void close();

  /** Every row has its place. */
  private static final class OfNpy extends ProbabilityFile {
    private final NpyWriter writer;

    OfNpy(NpyWriter writer) {
      this.writer = writer;
    }

    @Override
    int threads(int given) {
      return given;
    }

    @Override
    Pen pen() {
      return writer.pen()::write;
    }

    @Override
    void commit() {
      writer.commit();
    }

    @Override
    public void close() {
      writer.close();
    }
  }

  /** Rows of text go one after another. */
  private static final class OfCsv extends ProbabilityFile {
    private final CsvMatrixWriter writer;

    OfCsv(CsvMatrixWriter writer) {
      this.writer = writer;
    }

    @Override
    int threads(int given) {
      return 1;
    }

    @Override
    Pen pen() {
      return (firstRow, rows) -> writer.write(rows);
    }

    @Override
    void commit() {
      writer.commit();
    }

    @Override
    public void close() {
      writer.close();
    }
  }
}
