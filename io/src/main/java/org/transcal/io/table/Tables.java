package org.transcal.io.table;

import java.util.ServiceLoader;
import org.transcal.io.file.InputException;

/** Opens tables. */
public final class Tables {
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
        .orElseThrow(
            () ->
                InputException.in(
                    path,
                    "reading tables needs an add-on that is not installed; the script ./transcal"
                        + " builds it when needed"))
        .open(path, columns);
  }
}
