package org.transcal.monitoring.history;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.Set;
import org.transcal.io.file.InputException;
import org.transcal.io.file.MissingAddOnException;
import org.transcal.monitoring.BatchResult;

/** Opens and exports histories by the extension of their file. */
public final class Histories {
  private static final String PLAIN = "jsonl";
  private static final String CSV = "csv";
  private static final String PARQUET = "parquet";
  private static final Set<String> TABLES = Set.of(CSV, PARQUET);

  private Histories() {}

  /**
   * The history in a file, which need not exist: {@code .jsonl} or {@code .duckdb}.
   *
   * <p>A {@code .csv} or {@code .parquet} file that transcal 0.1.0 wrote is read until the first
   * write, which copies it to {@link #store}; a folder of Parquet files can be read only.
   *
   * @throws InputException if no installed format has the file's extension, naming those that do
   */
  public static History open(Path file) {
    String extension = extension(file);
    if (Files.isDirectory(file)) {
      return format(file, PARQUET).open(file);
    }
    if (!TABLES.contains(extension)) {
      return extension.equals(PLAIN) ? new PlainHistory(file) : format(file, extension).open(file);
    }
    if (Files.notExists(file) && Files.notExists(store(file))) {
      throw InputException.in(
          file,
          "does not exist, and a new history must be a .jsonl or .duckdb file; .%s is for exports"
              + " (--export)",
          extension);
    }
    return new ConvertedHistory(
        detailed ->
            extension.equals(CSV)
                ? new BatchCsv(file).read(detailed)
                : format(file, extension).open(file).read(detailed),
        store(file));
  }

  /** The file that a history is written to: that of {@link #open}, or the one that replaces it. */
  public static Path store(Path file) {
    return TABLES.contains(extension(file)) && !Files.isDirectory(file)
        ? file.resolveSibling(String.valueOf(file.getFileName()).replaceFirst("[^.]+$", "") + PLAIN)
        : file;
  }

  /** Writes all results as one table, {@code .csv} or {@code .parquet}, whole or not at all. */
  public static void export(Path file, List<BatchResult> results) {
    String extension = extension(file);
    if (extension.equals(CSV)) {
      BatchCsv.write(file, results);
    } else {
      exporter(file).export(file, results);
    }
  }

  /** Fails unless results can be exported to the file. */
  public static void requireExportable(Path file) {
    if (!extension(file).equals(CSV)) {
      exporter(file);
    }
  }

  private static HistoryFormat exporter(Path file) {
    if (!TABLES.contains(extension(file))) {
      throw InputException.in(file, "the extension of an export must be .csv or .parquet");
    }
    return format(file, extension(file));
  }

  private static String extension(Path file) {
    String name = file.toString();
    return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }

  private static HistoryFormat format(Path file, String extension) {
    for (HistoryFormat format : ServiceLoader.load(HistoryFormat.class)) {
      if (format.extensions().contains(extension)) {
        return format;
      }
    }
    if (extension.equals("duckdb") || extension.equals(PARQUET)) {
      throw new MissingAddOnException(
          "tables",
          file
              + ": a history in ."
              + extension
              + " needs an add-on that this installation (such as the Python wheel) lacks; use a"
              + " .jsonl file, or the script ./transcal, which builds it when needed");
    }
    throw InputException.in(
        file,
        "the extension of a history must be .jsonl or .duckdb; a folder of .parquet files can be"
            + " read");
  }
}
