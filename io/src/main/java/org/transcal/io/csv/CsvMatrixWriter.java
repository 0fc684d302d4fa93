package org.transcal.io.csv;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.transcal.io.file.AtomicFile;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Probabilities;

/**
 * Streams rows into a CSV file without a header, which appears under its name only at {@link
 * #commit()}. Numbers are in their shortest form that reads back the same.
 */
public final class CsvMatrixWriter implements AutoCloseable {
  private static final int CHUNK = 1 << 16;

  private final AtomicFile file;
  private final int columns;
  private final StringBuilder text = new StringBuilder();

  private CsvMatrixWriter(AtomicFile file, int columns) {
    this.file = file;
    this.columns = columns;
  }

  /** Starts a file. */
  public static CsvMatrixWriter open(Path file, int columns) {
    return new CsvMatrixWriter(AtomicFile.open(file), columns);
  }

  /** Appends rows. */
  public void write(Matrix block) {
    write(block.rows(), block.columns(), block::copyRow);
  }

  /** Appends rows. */
  public void write(Probabilities block) {
    write(block.rows(), block.classes(), block::copyRow);
  }

  private interface Source {
    void copyRow(int row, double[] target);
  }

  private void write(int rows, int actualColumns, Source source) {
    if (actualColumns != columns) {
      throw new IllegalArgumentException(
          "Rows have " + actualColumns + " columns where the file has " + columns);
    }
    double[] row = new double[columns];
    for (int i = 0; i < rows; i++) {
      source.copyRow(i, row);
      write(row);
    }
  }

  private void write(double[] row) {
    for (int j = 0; j < columns; j++) {
      text.append(j == 0 ? "" : ",").append(CsvText.number(row[j]));
    }
    text.append('\n');
    if (text.length() >= CHUNK) {
      flush();
    }
  }

  private void flush() {
    file.write(ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.US_ASCII)));
    text.setLength(0);
  }

  /** Completes the file and moves it into place. */
  public void commit() {
    flush();
    file.commit();
  }

  /** Removes the file unless it was committed. */
  @Override
  public void close() {
    file.close();
  }
}
