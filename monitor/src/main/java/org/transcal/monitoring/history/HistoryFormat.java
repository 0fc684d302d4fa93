package org.transcal.monitoring.history;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.transcal.monitoring.BatchResult;

/** A kind of history file that an add-on provides. */
public interface HistoryFormat {
  /** Extensions without a dot, such as parquet. */
  Set<String> extensions();

  /** The history in a file, which need not exist, or in a folder of such files. */
  History open(Path file);

  /** Writes all results to a file, in place of what it holds, whole or not at all. */
  void export(Path file, List<BatchResult> results);
}
