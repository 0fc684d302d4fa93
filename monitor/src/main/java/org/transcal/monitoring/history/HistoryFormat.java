package org.transcal.monitoring.history;

import java.nio.file.Path;
import java.util.Set;

/** A kind of history file that an add-on provides. */
public interface HistoryFormat {
  /** Extensions without a dot, such as parquet. */
  Set<String> extensions();

  /** The history in a file, which need not exist. */
  History open(Path file);
}
