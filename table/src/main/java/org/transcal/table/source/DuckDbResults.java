package org.transcal.table.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.InputException;
import org.transcal.io.file.OutputException;
import org.transcal.io.table.ResultTable;
import org.transcal.prediction.Probabilities;
import org.transcal.prediction.TopPredictions;
import org.transcal.table.database.Reasons;
import org.transcal.table.database.Scratch;
import org.transcal.table.database.Sql;

/** Results beside the ids of their rows; both are in the table's order. */
final class DuckDbResults implements ResultTable {
  /** Text that a spreadsheet would take for a formula, as in {@code CsvText}; for Java and SQL. */
  private static final Pattern FORMULA = Pattern.compile("^'*[=+\\-@\\t\\r]");

  private final FileSet files;
  private final String source;
  private final String id;
  private final List<String> classNames;
  private final Path file;
  private final boolean isCsv;
  private final Scratch scratch;
  private final DuckDBConnection connection;
  private final DuckDBAppender appender;
  private long added;

  DuckDbResults(FileSet files, String source, String id, List<String> classNames, Path file) {
    this.files = files;
    this.source = source;
    this.id = id;
    this.classNames = classNames;
    this.file = file;
    this.isCsv = isCsv(file);
    try {
      this.scratch = Scratch.open();
      this.connection = files.connect(scratch);
      try (Statement statement = connection.createStatement()) {
        String type = classNames.isEmpty() ? "INTEGER" : "VARCHAR";
        statement.execute(
            "CREATE TABLE results (prediction "
                + type
                + ", confidence DOUBLE, calibrated_confidence DOUBLE)");
      }
      this.appender = connection.createAppender("results");
    } catch (SQLException e) {
      throw failed(e);
    } catch (IOException e) {
      throw new OutputException(file, e);
    }
  }

  private static boolean isCsv(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (!name.endsWith(".parquet") && !name.endsWith(".csv")) {
      throw new OutputException(file + ": the name of --out-table must end in .parquet or .csv");
    }
    return name.endsWith(".csv");
  }

  @Override
  public void add(Probabilities own, Probabilities calibrated) {
    TopPredictions before = own.top();
    TopPredictions after = calibrated.top();
    try {
      for (int row = 0; row < after.rows(); row++) {
        appender.beginRow();
        if (classNames.isEmpty()) {
          appender.append(after.prediction(row));
        } else {
          appender.append(classNames.get(after.prediction(row)));
        }
        appender.append(before.confidence(row));
        appender.append(after.confidence(row));
        appender.endRow();
      }
      added += after.rows();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public void commit() {
    Path draft = scratch.file("results");
    try {
      appender.close();
      Lookup lookup = new Lookup(connection);
      long rows = lookup.number("SELECT count(*) FROM " + source);
      if (rows != added) {
        throw InputException.in(
            files.path(), "has changed: it had %d rows and now has %d", added, rows);
      }
      try (Statement statement = connection.createStatement()) {
        statement.execute(
            "COPY (SELECT * FROM (SELECT "
                + column(id, lookup.types(source).get(id))
                + " FROM "
                + source
                + ") POSITIONAL JOIN (SELECT "
                + column("prediction", classNames.isEmpty() ? "INTEGER" : "VARCHAR")
                + ", confidence, calibrated_confidence FROM results)) TO "
                + Sql.text(draft)
                + " ("
                + (isCsv ? "FORMAT csv, HEADER true" : "FORMAT parquet")
                + ")");
      }
      try (AtomicFile output = AtomicFile.open(file)) {
        Files.copy(draft, output.stream());
        output.commit();
      }
    } catch (SQLException e) {
      throw failed(e);
    } catch (IOException e) {
      throw new OutputException(file, e);
    }
  }

  /** A column of the file; in CSV, formulas in its name and text get a leading apostrophe. */
  private String column(String name, String type) {
    String value = Sql.name(name);
    if (!isCsv) {
      return value;
    }
    String shown = FORMULA.matcher(name).find() ? "'" + name : name;
    String safe =
        ColumnGroup.isNumber(type)
            ? value
            : String.format(
                Locale.ROOT,
                "CASE WHEN regexp_matches(%1$s, %2$s) THEN chr(39) || %1$s ELSE %1$s END",
                "CAST(" + value + " AS VARCHAR)",
                Sql.text(FORMULA));
    return safe + " AS " + Sql.name(shown);
  }

  private OutputException failed(SQLException e) {
    return new OutputException(file + ": cannot be written: " + Reasons.of(e));
  }

  @Override
  public void close() {
    try (scratch;
        connection;
        appender) {
      // Closes all three, in reverse order.
    } catch (SQLException e) {
      throw failed(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
