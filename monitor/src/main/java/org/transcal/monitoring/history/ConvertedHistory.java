package org.transcal.monitoring.history;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;

/**
 * A history that transcal 0.1.0 wrote as a table, and the plain one beside it that takes its place
 * at the first write. The table stays as it is.
 *
 * @param table reads the table
 * @param store the file of the plain history
 */
record ConvertedHistory(IntFunction<List<BatchResult>> table, Path store) implements History {
  @Override
  public List<BatchResult> read(int detailed) {
    return Files.exists(store) ? new PlainHistory(store).read(detailed) : table.apply(detailed);
  }

  @Override
  public void write(List<BatchResult> batches, Optional<BatchTime> oldest) {
    PlainHistory plain = new PlainHistory(store);
    plain.copy(table);
    plain.write(batches, oldest);
  }
}
