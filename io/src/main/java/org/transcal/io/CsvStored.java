package org.transcal.io;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.transcal.io.csv.CsvMatrix;
import org.transcal.io.csv.CsvRows;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;

/** An array of a CSV file, parsed once. */
final class CsvStored implements StoredArray {
  private final ByteSource source;
  private final String where;
  private Optional<MatrixStored> parsed = Optional.empty();

  CsvStored(ByteSource source, String where) {
    this.source = source;
    this.where = where;
  }

  @Override
  public String where() {
    return where;
  }

  @Override
  public Matrix matrix() {
    return parsed().matrix();
  }

  @Override
  public double[] vector() {
    return parsed().vector();
  }

  @Override
  public String digest() {
    return parsed().digest();
  }

  @Override
  public List<String> warnings() {
    return parsed().warnings();
  }

  private MatrixStored parsed() {
    if (parsed.isEmpty()) {
      try (CsvRows rows = CsvRows.in(source)) {
        List<String> warnings = rows.header().stream().map(this::headerWarning).toList();
        parsed = Optional.of(new MatrixStored(where, CsvMatrix.read(where, rows), warnings));
      } catch (IOException e) {
        throw ByteSource.unreadable(source.name(), e);
      }
    }
    return parsed.get();
  }

  private String headerWarning(String header) {
    return source.name()
        + ": the first line, "
        + InputException.quote(header)
        + ", is taken as a header";
  }
}
