package org.transcal.table.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.io.file.OutputException;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.history.BatchRow;
import org.transcal.monitoring.history.History;
import org.transcal.table.database.Database;
import org.transcal.table.database.Reasons;
import org.transcal.table.database.Rows;
import org.transcal.table.database.Session;
import org.transcal.table.database.Sql;
import org.transcal.table.database.Work;

/**
 * A history that is only read: one Parquet file, an export or a history of 0.1.0, whose metadata
 * hold the version of the schema; or a folder of them that Spark appends to.
 */
final class ParquetHistory implements History {
  private static final long MEMORY = 1L << 30;
  private static final String OLD = "old.parquet";
  private static final String VERSION = "transcal_history";

  private static final Pattern WILDCARD = Pattern.compile("[*?\\[]");
  private static final int DEEPEST = 8;

  private final Path file;

  ParquetHistory(Path file) {
    this.file = file;
  }

  @Override
  public List<BatchResult> read(int detailed) {
    if (Files.isDirectory(file)) {
      List<Path> parts = parts();
      return parts.isEmpty() ? List.of() : run(List.of(readable()), s -> read(s, parts, detailed));
    }
    return run(
        List.of(),
        session -> {
          Path copy = copy(session);
          new BatchTable(file, session).requireVersion(version(session, copy));
          return read(session, List.of(copy), detailed);
        });
  }

  @Override
  public void write(List<BatchResult> batches, Optional<BatchTime> oldest) {
    throw new OutputException(
        file + ": cannot be written to, since histories in Parquet are read only");
  }

  /** Writes all results in place of what the file holds. */
  void export(List<BatchResult> results) {
    run(
        List.of(),
        session -> {
          BatchTable table = new BatchTable(file, session);
          table.create();
          table.write(results, Optional.empty());
          Path made = session.file("new.parquet");
          String metadata = VERSION + ": '" + BatchRow.VERSION + "'";
          session.execute(
              String.format(
                  Locale.ROOT,
                  "COPY %s TO %s (FORMAT parquet, KV_METADATA {%s})",
                  BatchTable.TABLE,
                  Sql.text(made),
                  metadata));
          try (AtomicFile output = AtomicFile.open(file)) {
            Files.copy(made, output.stream());
            output.commit();
          } catch (IOException e) {
            throw new OutputException(file, e);
          }
          return null;
        });
  }

  /** The folder, or the next one above it that has no wildcards in its name. */
  private Path readable() {
    Path folder = file.toAbsolutePath();
    while (WILDCARD.matcher(folder.toString()).find()) {
      folder = folder.getParent();
    }
    return folder;
  }

  /** The files of the folder, without those that are being written. */
  private List<Path> parts() {
    try (Stream<Path> files = Files.walk(file, DEEPEST)) {
      return files
          .filter(part -> part.toString().toLowerCase(Locale.ROOT).endsWith(".parquet"))
          .filter(
              part ->
                  StreamSupport.stream(file.relativize(part).spliterator(), false)
                      .noneMatch(name -> name.toString().matches("[_.].*")))
          .sorted()
          .toList();
    } catch (IOException | UncheckedIOException e) {
      throw InputException.in(file, "cannot be listed: %s", e.getMessage());
    }
  }

  /** DuckDB opens a file several times while reading it, and it could be replaced meanwhile. */
  private Path copy(Session session) {
    try {
      return Files.copy(file, session.file(OLD));
    } catch (IOException e) {
      throw ByteSource.unreadable(file, e);
    }
  }

  /** A view reads only the columns asked for, and details are most of a file. */
  private List<BatchResult> read(Session session, List<Path> parts, int detailed)
      throws SQLException {
    String files =
        parts.stream()
            .map(part -> WILDCARD.matcher(part.toAbsolutePath().toString()).replaceAll("[$0]"))
            .map(Sql::text)
            .collect(Collectors.joining(", "));
    session.execute(
        String.format(
            Locale.ROOT,
            "CREATE VIEW %s AS SELECT * FROM read_parquet([%s], hive_types_autocast = false)",
            BatchTable.TABLE,
            files));
    return new BatchTable(file, session).read(detailed);
  }

  private int version(Session session, Path copy) throws SQLException {
    String sql =
        "SELECT TRY_CAST(decode(value) AS INTEGER) FROM parquet_kv_metadata("
            + Sql.text(copy)
            + ") WHERE decode(key) = "
            + Sql.text(VERSION);
    Rows rows = session.query(sql + " LIMIT 1");
    if (rows.next()) {
      return (int) rows.number();
    }
    throw InputException.in(file, "it is a Parquet file but not a history of transcal monitor");
  }

  private <T> T run(List<Path> readable, Work<T> work) {
    try (Session session = Session.open(1, MEMORY, readable)) {
      session.execute("ATTACH ':memory:' AS " + Database.NAME);
      try {
        return work.with(session);
      } catch (SQLException e) {
        throw new SQLException(
            Reasons.of(e).replace(session.file(OLD).toString(), file.toString()), e);
      }
    } catch (SQLException e) {
      throw InputException.in(
          file,
          "cannot be read as a Parquet file (%s); if it is damaged, restore a copy of it",
          Reasons.of(e));
    }
  }
}
