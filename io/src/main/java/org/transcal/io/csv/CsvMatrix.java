package org.transcal.io.csv;

import java.io.IOException;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.GrowingDoubles;
import org.transcal.matrix.Matrix;

/** All rows of a CSV file as a matrix. */
public final class CsvMatrix {
  private CsvMatrix() {}

  /**
   * Reads what is left of the rows.
   *
   * @param where names the array in messages
   */
  public static Matrix read(String where, CsvRows rows) {
    int columns = rows.columns();
    GrowingDoubles values = new GrowingDoubles(where);
    double[] row = new double[columns];
    while (rows.next(row, 0)) {
      values.add(row);
    }
    return Matrix.wrap(values.toArray(), values.size() / columns, columns);
  }

  /** Reads a whole file. */
  public static Matrix read(ByteSource source) {
    try (CsvRows rows = CsvRows.in(source)) {
      return read(source.name().toString(), rows);
    } catch (IOException e) {
      throw ByteSource.unreadable(source.name(), e);
    }
  }
}
