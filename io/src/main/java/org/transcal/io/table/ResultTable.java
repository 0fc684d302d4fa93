package org.transcal.io.table;

import org.transcal.prediction.Probabilities;

/**
 * A table of results, which exists only after {@link #commit()}: the columns of the row's id,
 * {@code prediction}, {@code confidence} and {@code calibrated_confidence}.
 */
public interface ResultTable extends AutoCloseable {
  /** Adds the next rows: the model's own probabilities and the calibrated ones. */
  void add(Probabilities own, Probabilities calibrated);

  /** Writes the file; there must be a result for every row. */
  void commit();

  @Override
  void close();
}
