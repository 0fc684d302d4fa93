package org.transcal.table.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.duckdb.DuckDBConnection;

/**
 * A database in memory that can read and write files of its own temporary folder, and read others
 * that are named, but nothing else.
 */
public final class Scratch implements AutoCloseable {
  private final Path folder;

  private Scratch(Path folder) {
    this.folder = folder;
  }

  /** A new temporary folder, deleted with all its files in the end. */
  public static Scratch open() throws IOException {
    return new Scratch(Files.createTempDirectory("transcal-"));
  }

  /** A file in the folder. */
  public Path file(String name) {
    return folder.resolve(name);
  }

  /**
   * Opens the database.
   *
   * @param threads number of threads
   * @param bytes memory limit; beyond it, the folder is used
   * @param readable files and folders outside of the temporary folder
   */
  public <T> T run(int threads, long bytes, List<Path> readable, Work<T> work) throws SQLException {
    Properties settings = Settings.of(threads, bytes);
    settings.setProperty("temp_directory", folder.toString());
    try (DuckDBConnection connection = Database.connect("jdbc:duckdb:", settings);
        Statement statement = connection.createStatement()) {
      String paths = readable.stream().map(Sql::text).collect(Collectors.joining(", "));
      statement.execute("SET allowed_directories = [" + Sql.text(folder + "/") + "]");
      statement.execute("SET allowed_paths = [" + paths + "]");
      statement.execute("SET enable_external_access = false");
      statement.execute("SET lock_configuration = true");
      return work.with(connection);
    }
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.deleteIfExists(file);
      }
    }
    Files.deleteIfExists(folder);
  }
}
