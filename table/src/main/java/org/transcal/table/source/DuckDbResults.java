package org.transcal.table.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.InputException;
import org.transcal.io.file.OutputException;
import org.transcal.io.table.ResultTable;
import org.transcal.prediction.Probabilities;
import org.transcal.prediction.TopPredictions;
import org.transcal.table.database.Appender;
import org.transcal.table.database.Reasons;
import org.transcal.table.database.Session;
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
  private final Session session;
  private final Appender appender;
  private long added;

  DuckDbResults(FileSet files, String source, String id, List<String> classNames, Path file) {
    this.files = files;
    this.source = source;
    this.id = id;
    this.classNames = classNames;
    this.file = file;
    this.isCsv = isCsv(file);
    try {
      this.session = files.open();
      session.execute(
          Sql.of(
              "CREATE TABLE results"
                  + " (prediction %s, confidence DOUBLE, calibrated_confidence DOUBLE)",
              classNames.isEmpty() ? "BIGINT" : "VARCHAR"));
      this.appender = session.append("memory", "results", 3);
    } catch (SQLException e) {
      throw failed(e);
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
        int prediction = after.prediction(row);
        appender.add(
            classNames.isEmpty() ? (Object) prediction : classNames.get(prediction),
            before.confidence(row),
            after.confidence(row));
      }
      added += after.rows();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public void commit() {
    Path draft = session.file("results");
    try {
      appender.finish();
      Lookup lookup = new Lookup(session);
      long rows = lookup.number("SELECT count(*) FROM " + source);
      if (rows != added) {
        throw InputException.in(
            files.path(), "has changed: it had %d rows and now has %d", added, rows);
      }
      String type = classNames.isEmpty() ? "INTEGER" : "VARCHAR";
      session.execute(
          Sql.of(
              "COPY (SELECT * FROM (SELECT %s FROM %s) POSITIONAL JOIN (SELECT %s, confidence,"
                  + " calibrated_confidence FROM (SELECT * REPLACE (CAST(prediction AS %s) AS"
                  + " prediction) FROM results))) TO %s (%s)",
              column(id, lookup.types(source).get(id)),
              source,
              column("prediction", type),
              type,
              Sql.text(draft),
              isCsv ? "FORMAT csv, HEADER true" : "FORMAT parquet"));
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
            : Sql.of(
                "CASE WHEN regexp_matches(%1$s, %2$s) THEN chr(39) || %1$s ELSE %1$s END",
                "CAST(" + value + " AS VARCHAR)", Sql.text(FORMULA));
    return safe + " AS " + Sql.name(shown);
  }

  private OutputException failed(SQLException e) {
    return new OutputException(file + ": cannot be written: " + Reasons.of(e));
  }

  @Override
  public void close() {
    session.close();
  }
}
