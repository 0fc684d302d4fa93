package org.transcal.io.table;

import java.nio.file.Path;
import java.util.List;
import org.transcal.io.BatchFile;
import org.transcal.io.LoadedTask;
import org.transcal.io.array.BlockSize;
import org.transcal.io.array.RowBlocks;

/** A table: one or more files, reopened by each call. */
public interface Table {
  /** The rows of all three sets as a task. */
  LoadedTask task();

  /** The rows of one or more batches: all, or the target's if a column tells the sets apart. */
  BatchFile batch(BatchFile.Wanted wanted);

  /** Number of classes. */
  int classes();

  /** Names of the classes; empty if there are none. */
  List<String> classNames();

  /** The model's output for all rows, in the table's order; the caller closes it. */
  RowBlocks predictions(BlockSize size);

  /** The labels of all rows, in the same order, −1 if unknown; the caller closes it. */
  RowBlocks labels(BlockSize size);

  /** Warnings about classes and columns, one line each. */
  List<String> warnings();

  /**
   * Starts a table of results with one row per row of this table.
   *
   * @param file a {@code .parquet} or {@code .csv} file, written whole or not at all
   * @param rows which rows
   */
  ResultTable results(Path file, Rows rows);

  /** Rows of a table. */
  enum Rows {
    /** All that meet the condition. */
    ALL,
    /** Those of the target. */
    TARGET
  }
}
