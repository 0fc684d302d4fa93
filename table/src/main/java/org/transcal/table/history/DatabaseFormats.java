package org.transcal.table.history;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.history.History;
import org.transcal.monitoring.history.HistoryFormat;
import org.transcal.table.database.Database;

/** Histories in DuckDB databases and Parquet files. */
public final class DatabaseFormats implements HistoryFormat {
  private static final String DUCKDB = "duckdb";

  @Override
  public Set<String> extensions() {
    return Set.of(DUCKDB, "parquet");
  }

  @Override
  public History open(Path file) {
    return !Files.isDirectory(file)
            && file.toString().toLowerCase(Locale.ROOT).endsWith("." + DUCKDB)
        ? new DuckDbHistory(file, Database.PATIENCE)
        : new ParquetHistory(file);
  }

  @Override
  public void export(Path file, List<BatchResult> results) {
    new ParquetHistory(file).export(results);
  }
}
