package org.transcal.monitoring.history;

import java.nio.file.Path;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import org.transcal.io.file.InputException;
import org.transcal.io.file.MissingAddOnException;

/** Opens histories by the extension of their file. */
public final class Histories {
  private static final String CSV = "csv";

  /** Extensions that the add-on provides. */
  private static final Set<String> ADD_ON = Set.of("duckdb", "parquet");

  private Histories() {}

  /**
   * The history in a file, which need not exist.
   *
   * @throws InputException if no installed format has the file's extension, naming those that do
   */
  public static History open(Path file) {
    String name = file.toString();
    String extension = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    if (extension.equals(CSV)) {
      return new CsvHistory(file);
    }
    Set<String> known = new TreeSet<>(Set.of(CSV));
    for (HistoryFormat format : ServiceLoader.load(HistoryFormat.class)) {
      if (format.extensions().contains(extension)) {
        return format.open(file);
      }
      known.addAll(format.extensions());
    }
    if (ADD_ON.contains(extension)) {
      throw new MissingAddOnException(
          "tables",
          file
              + ": a history in a ."
              + extension
              + " file needs an add-on that this installation (such as the Python wheel) lacks; use"
              + " a .csv file, or the script ./transcal, which builds it when needed");
    }
    known.addAll(ADD_ON);
    throw InputException.in(
        file, "the extension of a history must be one of .%s", String.join(", .", known));
  }
}
