package org.transcal.table.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.io.PredictionScale;
import org.transcal.io.file.InputException;
import org.transcal.io.table.ResultTable;
import org.transcal.io.table.Table;
import org.transcal.io.table.TableColumns;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Probabilities;

class DuckDbTableTest {
  /** Ids, and a column for each of the classes {@code =1+1} and {@code cat}. */
  private static final String FORMULAS =
      "SELECT unnest(['=cmd|0', '+1,2', '-1', '@x', chr(9) || 'x', '''=x', 'a=b', '', NULL]) AS \"=id\","
          + " 2.0 AS \"l_=1+1\", 1.0 AS l_cat";

  @TempDir private Path folder;

  private Path write(String query) throws Exception {
    Path file = folder.resolve("scores.parquet");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("COPY (" + query + ") TO '" + file + "'");
    }
    return file;
  }

  private static Table open(Path file, String predictions, String id) {
    TableColumns columns =
        new TableColumns(
            predictions,
            PredictionScale.LOGITS,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            TableColumns.SETS,
            Optional.empty(),
            Optional.of(id));
    return new DuckDbReader().open(file.toString(), columns);
  }

  /** Writes a result for every row, the first class half as probable again as the second. */
  private static void writeResults(Table table, Path out, int rows) {
    double[] values = new double[2 * rows];
    for (int i = 0; i < values.length; i++) {
      values[i] = i % 2 == 0 ? 0.75 : 0.25;
    }
    Probabilities probabilities = Probabilities.of(Matrix.wrap(values, rows, 2));
    try (ResultTable results = table.results(out, Table.Rows.ALL)) {
      results.add(probabilities, probabilities);
      results.commit();
    }
  }

  @Test
  void givenFormulasInNames_thenCsvHasApostrophesBeforeThem() throws Exception {
    Table table = open(write(FORMULAS), "l_*", "=id");
    Path out = folder.resolve("out.csv");

    writeResults(table, out, 9);

    assertThat(Files.readAllLines(out))
        .containsExactly(
            "'=id,prediction,confidence,calibrated_confidence",
            "'=cmd|0,'=1+1,0.75,0.75",
            "\"'+1,2\",'=1+1,0.75,0.75",
            "'-1,'=1+1,0.75,0.75",
            "'@x,'=1+1,0.75,0.75",
            "'\tx,'=1+1,0.75,0.75",
            "''=x,'=1+1,0.75,0.75",
            "a=b,'=1+1,0.75,0.75",
            "\"\",'=1+1,0.75,0.75",
            ",'=1+1,0.75,0.75");
  }

  @Test
  void givenFormulasInNames_thenParquetHasThemUnchanged() throws Exception {
    Table table = open(write(FORMULAS), "l_*", "=id");
    Path out = folder.resolve("out.parquet");

    writeResults(table, out, 9);

    List<String> ids = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT \"=id\" || prediction FROM '" + out + "'")) {
      while (rows.next()) {
        ids.add(rows.getString(1));
      }
    }
    assertThat(ids).startsWith("=cmd|0=1+1", "+1,2=1+1", "-1=1+1").hasSize(9);
  }

  @Test
  void givenNumbers_thenCsvHasThemUnchanged() throws Exception {
    String query = "SELECT unnest([-1, 7]) AS id, 2.0 AS logit_0, 1.0 AS logit_1";
    Table table = open(write(query), "logit_*", "id");
    Path out = folder.resolve("out.csv");

    writeResults(table, out, 2);

    assertThat(Files.readAllLines(out))
        .containsExactly(
            "id,prediction,confidence,calibrated_confidence", "-1,0,0.75,0.75", "7,0,0.75,0.75");
  }

  @Test
  void givenVeryLongLists_thenTheyAreRefused() throws Exception {
    Path file = write("SELECT 1 AS id, list_transform(range(50001), x -> x::FLOAT) AS logits");

    assertThatThrownBy(() -> open(file, "logits", "id"))
        .isInstanceOf(InputException.class)
        .hasMessage(
            file + ": column \"logits\" has a list of 50,001 values; at most 50,000 are possible");
  }
}
