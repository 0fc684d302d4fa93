package org.transcal.io.csv;

import java.nio.file.Path;
import org.transcal.comparison.MethodComparison;

/**
 * Results of many tasks as a table, one line a task, method and seed.
 *
 * <p>Keeps text only, so that thousands of comparisons can be added and let go.
 */
public final class ResultsCsv {
  /** The columns. */
  public static final String HEADER =
      "task,method,seed,temperature,lambda,accuracy,ece,nll,brier,seconds,error";

  /** A table without lines. */
  public ResultsCsv() {}

  /** Adds a line for each result of a comparison. */
  public void add(MethodComparison comparison) {}

  /** Adds a line for a task that could not be read. */
  public void addFailure(String task, String method, long seed, String error) {}

  /** Writes header and lines, whole or not at all. */
  public void write(Path file) {}
}
