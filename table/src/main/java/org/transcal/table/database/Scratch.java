package org.transcal.table.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;

/**
 * A database in memory that can access its own temporary folder and read other named files, but
 * nothing else.
 */
public final class Scratch implements AutoCloseable {
  private final Path folder;

  private Scratch(Path folder) {
    this.folder = folder;
  }

  /** A new temporary folder, deleted with all its files on close. */
  public static Scratch open() throws IOException {
    return new Scratch(Files.createTempDirectory("transcal-"));
  }

  /** A file in the folder. */
  public Path file(String name) {
    return folder.resolve(name);
  }

  /**
   * Opens the database; the caller closes it. Results are fetched as they are needed.
   *
   * @param threads number of threads
   * @param bytes memory limit; beyond it, data go to the temporary folder
   * @param readable files and folders outside the temporary folder that may be read
   */
  public DuckDBConnection connect(int threads, long bytes, List<Path> readable)
      throws SQLException {
    Properties settings = Settings.of(threads, bytes);
    settings.setProperty("temp_directory", folder.toString());
    settings.setProperty(DuckDBDriver.JDBC_STREAM_RESULTS, "true");
    DuckDBConnection connection = Database.connect("jdbc:duckdb:", settings);
    try (Statement statement = connection.createStatement()) {
      List<Path> folders = new ArrayList<>(readable.stream().filter(Files::isDirectory).toList());
      folders.add(folder);
      statement.execute("SET allowed_directories = " + list(folders, "/"));
      statement.execute(
          "SET allowed_paths = "
              + list(readable.stream().filter(path -> !folders.contains(path)).toList(), ""));
      statement.execute("SET enable_external_access = false");
      statement.execute("SET lock_configuration = true");
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** Opens the database, which can access the temporary folder only. */
  public <T> T run(long bytes, Work<T> work) throws SQLException {
    try (DuckDBConnection connection = connect(1, bytes, List.of())) {
      return work.with(connection);
    }
  }

  private static String list(List<Path> paths, String end) {
    return paths.stream()
        .map(path -> Sql.text(path + end))
        .collect(Collectors.joining(", ", "[", "]"));
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
