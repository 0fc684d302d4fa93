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

  /** A file whose name ends in {@code .npy} or else is text. */
  static ProbabilityFile open(Path file, int classes, Precision precision) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(".npy")
        ? new OfNpy(NpyWriter.open(file, classes, precision))
        : new OfCsv(CsvMatrixWriter.open(file, classes));
  }

  abstract void write(Probabilities rows);

  abstract void commit();

  @Override
  public abstract void close();

  private static final class OfNpy extends ProbabilityFile {
    private final NpyWriter writer;

    OfNpy(NpyWriter writer) {
      this.writer = writer;
    }

    @Override
    void write(Probabilities rows) {
      writer.write(rows);
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

  private static final class OfCsv extends ProbabilityFile {
    private final CsvMatrixWriter writer;

    OfCsv(CsvMatrixWriter writer) {
      this.writer = writer;
    }

    @Override
    void write(Probabilities rows) {
      writer.write(rows);
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
