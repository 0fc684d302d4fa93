package org.transcal.io.table;

/** Reads tables; an add-on provides it. */
public interface TableReader {
  /**
   * Finds the columns of a table.
   *
   * @param path a file, a folder of files of one kind, or a pattern with {@code *}
   * @throws org.transcal.io.file.InputException if there is no such table or column
   */
  Table open(String path, TableColumns columns);
}
