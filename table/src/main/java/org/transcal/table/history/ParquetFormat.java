package org.transcal.table.history;

import java.nio.file.Path;
import java.util.Set;
import org.transcal.monitoring.history.History;
import org.transcal.monitoring.history.HistoryFormat;
import org.transcal.table.database.Database;

/** Histories in Parquet files. */
public final class ParquetFormat implements HistoryFormat {
  @Override
  public Set<String> extensions() {
    return Set.of("parquet");
  }

  @Override
  public History open(Path file) {
    return new ParquetHistory(file, Schema.CURRENT, Database.PATIENCE);
  }
}
