package org.transcal.io.table;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import org.transcal.io.file.InputException;
import org.transcal.io.file.MissingAddOnException;

/** Opens tables. */
public final class Tables {
  private static final Pattern WILDCARD = Pattern.compile("[*?\\[]");

  private Tables() {}

  /**
   * Opens a table.
   *
   * @param path a file, a folder of files of one kind, or a pattern with {@code *}
   * @throws InputException if there is no such table or column, or no add-on that reads tables
   */
  public static Table open(String path, TableColumns columns) {
    return ServiceLoader.load(TableReader.class)
        .findFirst()
        .orElseThrow(() -> withoutReader(path))
        .open(path, columns);
  }

  /** A file that is missing needs no add-on. */
  private static InputException withoutReader(String path) {
    return WILDCARD.matcher(path).find() || Files.exists(Path.of(path))
        ? new MissingAddOnException(
            "tables",
            path
                + ": reading tables needs an add-on that is not installed; the script ./transcal"
                + " builds it when needed, and in Python pandas reads tables")
        : InputException.in(path, "there is no such file");
  }
}
