package org.transcal.bench.speed;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes a large table of logits and labels; run by {@code research/bench/speed/table}. */
public final class LargeTable {
  private static final int CLASSES = 10;

  private LargeTable() {}

  /** Arguments: the file, and the number of rows. */
  public static void main(String[] args) throws SQLException {
    String logits =
        IntStream.range(0, CLASSES)
            .mapToObj(
                k ->
                    "(4.0 * (hash(i * 16 + "
                        + k
                        + ") % 1000003) / 1000003 + CASE WHEN label = "
                        + k
                        + " THEN 2 ELSE 0 END)::FLOAT AS logit_"
                        + k)
            .collect(Collectors.joining(", "));
    String rows =
        "SELECT i AS id, label, "
            + logits
            + " FROM (SELECT i, (hash(i) % "
            + CLASSES
            + ")::INTEGER AS label FROM range("
            + Long.parseLong(args[1])
            + ") t(i))";
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "COPY (" + rows + ") TO '" + args[0].replace("'", "''") + "' (FORMAT parquet)");
    }
  }
}
