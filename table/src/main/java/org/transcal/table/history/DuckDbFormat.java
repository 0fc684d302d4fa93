package org.transcal.table.history;

import java.nio.file.Path;
import java.util.Set;
import org.transcal.monitoring.history.History;
import org.transcal.monitoring.history.HistoryFormat;
import org.transcal.table.database.Database;

/** Histories in DuckDB databases. */
public final class DuckDbFormat implements HistoryFormat {
  @Override
  public Set<String> extensions() {
    return Set.of("duckdb");
  }

  @Override
  public History open(Path file) {
    return new DuckDbHistory(file, Schema.CURRENT, Database.PATIENCE);
  }
}
