package org.transcal.table.source;

import org.transcal.io.table.Table;
import org.transcal.io.table.TableColumns;
import org.transcal.io.table.TableReader;

/** Reads tables through DuckDB. */
public final class DuckDbReader implements TableReader {
  @Override
  public Table open(String path, TableColumns columns) {
    return new DuckDbTable(FileSet.of(path), columns);
  }
}
