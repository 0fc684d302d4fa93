package org.transcal.table.command;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.transcal.example.KnownShift;
import org.transcal.io.TaskWriter;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;
import org.transcal.task.DomainFeatures;
import org.transcal.task.TransferTask;

/** A task as a file of arrays, and the same numbers as a database table to make files of. */
final class ExampleTable implements AutoCloseable {
  /** Names of the classes: not in alphabetical order. */
  static final List<String> NAMES = List.of("cow", "ant", "bee", "emu", "dog");

  private final DuckDBConnection connection;
  private final KnownShift example;
  private final boolean isSingle;

  private ExampleTable(DuckDBConnection connection, KnownShift example, boolean isSingle) {
    this.connection = connection;
    this.example = example;
    this.isSingle = isSingle;
  }

  /** Columns id, split, label, name, l_cow …, logit_0 …, p_0 …, f_0 …, logits and features. */
  static ExampleTable make(boolean isSingle) throws SQLException {
    DuckDBConnection connection = (DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:");
    ExampleTable table =
        new ExampleTable(connection, KnownShift.sample(300, 300, 400, 1), isSingle);
    table.fill();
    return table;
  }

  /** The task in the precision of the table. */
  TransferTask task() {
    TransferTask task = example.task();
    DomainFeatures features = task.features().orElseThrow();
    return TransferTask.named("scores")
        .sourceValidation(
            Logits.of(rounded(task.sourceValidation().logits().values())),
            task.sourceValidation().labels())
        .target(Logits.of(rounded(task.target().logits().values())))
        .features(
            rounded(features.sourceTrain()),
            rounded(features.sourceValidation()),
            rounded(features.target()))
        .build();
  }

  /** Writes the arrays. */
  void writeArrays(Path file) {
    TaskWriter.of(task()).targetLabels(example.targetLabels()).classNames(NAMES).write(file);
  }

  private Matrix rounded(Matrix values) {
    int columns = values.columns();
    float[] floats = new float[values.rows() * columns];
    double[] doubles = new double[values.rows() * columns];
    for (int i = 0; i < doubles.length; i++) {
      doubles[i] = values.get(i / columns, i % columns);
      floats[i] = (float) doubles[i];
    }
    return isSingle
        ? Matrix.wrap(floats, values.rows(), columns)
        : Matrix.wrap(doubles, values.rows(), columns);
  }

  private void fill() throws SQLException {
    TransferTask task = task();
    DomainFeatures features = task.features().orElseThrow();
    int dimensions = features.target().columns();
    String type = isSingle ? "FLOAT" : "DOUBLE";
    execute(
        "CREATE TABLE scores (id VARCHAR, split VARCHAR, label INTEGER, name VARCHAR, "
            + columns("logit_", NAMES.size(), type)
            + ", "
            + columns("f_", dimensions, type)
            + ")");
    try (DuckDBAppender appender = connection.createAppender("scores")) {
      double[] unknown = new double[300 * NAMES.size()];
      Arrays.fill(unknown, Double.NaN);
      Matrix none = Matrix.wrap(unknown, 300, NAMES.size());
      append(appender, "source_train", none, features.sourceTrain(), new int[300]);
      append(
          appender,
          "source_val",
          task.sourceValidation().logits().values(),
          features.sourceValidation(),
          task.sourceValidation().labels().toArray());
      append(
          appender,
          "target",
          task.target().logits().values(),
          features.target(),
          example.targetLabels().toArray());
    }
    execute(
        "CREATE VIEW wide AS SELECT *, "
            + IntStream.range(0, NAMES.size())
                .mapToObj(k -> "logit_" + k + " AS l_" + NAMES.get(k))
                .collect(Collectors.joining(", "))
            + ", ["
            + columns("logit_", NAMES.size(), "")
            + "] AS logits, ["
            + columns("f_", dimensions, "")
            + "] AS features FROM scores");
  }

  private void append(
      DuckDBAppender appender, String split, Matrix logits, Matrix features, int[] labels)
      throws SQLException {
    for (int row = 0; row < labels.length; row++) {
      appender.beginRow();
      appender.append(split + "/" + row);
      appender.append(split);
      appender.append(labels[row]);
      appender.append(NAMES.get(labels[row]));
      append(appender, logits, row);
      append(appender, features, row);
      appender.endRow();
    }
  }

  private void append(DuckDBAppender appender, Matrix values, int row) throws SQLException {
    for (int c = 0; c < values.columns(); c++) {
      if (Double.isNaN(values.get(row, c))) {
        appender.appendNull();
      } else if (isSingle) {
        appender.append((float) values.get(row, c));
      } else {
        appender.append(values.get(row, c));
      }
    }
  }

  private static String columns(String prefix, int count, String type) {
    return IntStream.range(0, count)
        .mapToObj(i -> (prefix + i + " " + type).strip())
        .collect(Collectors.joining(", "));
  }

  /** Writes the result of a query to a file, in the format of its extension. */
  Path write(String query, Path file) throws SQLException {
    execute("COPY (" + query + ") TO '" + file + "'");
    return file;
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
