package org.transcal.table.source;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.transcal.io.array.BlockMemory;
import org.transcal.io.array.BlockSize;
import org.transcal.io.array.Precision;
import org.transcal.io.array.RowBlocks;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.table.database.Reasons;
import org.transcal.table.database.Rows;
import org.transcal.table.database.Session;
import org.transcal.table.database.Sql;

/** The rows of a query, all numbers, fetched as they are needed. */
final class SqlRowBlocks extends RowBlocks {
  private final Query query;
  private final Session session;
  private Optional<Rows> rows = Optional.empty();

  SqlRowBlocks(Query query, BlockSize size) {
    super(
        query.files().path(),
        OptionalLong.empty(),
        query.columns().names().size(),
        query.columns().isSingle() ? Precision.FLOAT32 : Precision.FLOAT64,
        size.rowsOf(query.columns().names().size()));
    this.query = query;
    try {
      this.session = query.files().open();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  protected Optional<Matrix> next(long firstRow, BlockMemory memory) {
    return next(firstRow, rowsPerBlock());
  }

  /** The next rows, at most as many as given; none at the end. */
  Optional<Matrix> next(long firstRow, int most) {
    try {
      if (rows.isEmpty()) {
        rows = Optional.of(session.query(query.sql()));
        session.keep();
      }
      return block(firstRow, most);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private Optional<Matrix> block(long firstRow, int most) throws SQLException {
    boolean single = query.columns().isSingle();
    int columns = columns();
    float[] floats = new float[single ? Math.multiplyExact(most, columns) : 0];
    double[] doubles = new double[single ? 0 : Math.multiplyExact(most, columns)];
    Rows from = rows.orElseThrow();
    int count = 0;
    for (; count < most && from.next(); count++) {
      for (int c = 0; c < columns; c++) {
        double value = from.number();
        if (!(Math.abs(value) <= Double.MAX_VALUE)) {
          throw missing(firstRow + count, c, from.wasNull() ? null : Double.toString(value));
        }
        if (single) {
          floats[count * columns + c] = (float) value;
        } else {
          doubles[count * columns + c] = value;
        }
      }
    }
    if (count == 0) {
      return Optional.empty();
    }
    int length = count * columns;
    boolean isFull = count == most;
    return Optional.of(
        single
            ? Matrix.wrap(isFull ? floats : Arrays.copyOf(floats, length), count, columns)
            : Matrix.wrap(isFull ? doubles : Arrays.copyOf(doubles, length), count, columns));
  }

  /** The error for an unusable value; a second query finds the row's id by its position. */
  private InputException missing(long row, int column, String value) throws SQLException {
    String name = query.columns().names().get(column);
    String id = "";
    if (query.id().isPresent()) {
      try (Session other = query.files().open()) {
        Rows found = other.query(query.idSql(row).orElseThrow());
        if (found.next()) {
          id = ", id " + InputException.quote(String.valueOf(found.get()));
        }
      }
    }
    return InputException.in(
        query.files().path(),
        "column %s at row %d%s%s is %s; it must be a finite number%s",
        InputException.quote(name),
        row,
        query.set(),
        id,
        value == null
            ? "empty" + (name.endsWith("]") ? " or a list of another length" : "")
            : value,
        "-Infinity".equals(value) ? " (np.maximum(a, -100) replaces log 0)" : "");
  }

  private InputException failed(SQLException e) {
    return new InputException(query.files().path() + ": " + Reasons.of(e), e);
  }

  @Override
  public void close() {
    session.close();
    super.close();
  }

  /**
   * Rows of a table.
   *
   * @param files where they come from
   * @param columns what is read
   * @param source the rows, as the text after FROM
   * @param id the column that identifies a row, if there is one
   * @param set which rows, for messages
   */
  record Query(FileSet files, ColumnGroup columns, String source, Optional<String> id, String set) {
    String sql() {
      return "SELECT " + String.join(", ", columns.sql()) + " FROM " + source;
    }

    Optional<String> idSql(long row) {
      String sql = "SELECT CAST(%s AS VARCHAR) FROM %s LIMIT 1 OFFSET %d";
      return id.map(column -> Sql.of(sql, column, source, row));
    }
  }
}
