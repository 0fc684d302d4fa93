package org.transcal.workflow;

import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.transcal.io.ArrayFiles;
import org.transcal.io.ArrayLocation;
import org.transcal.io.LabelBlocks;
import org.transcal.io.array.BlockSize;
import org.transcal.io.array.RowBlocks;
import org.transcal.io.table.Table;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;

/**
 * Rows that can be opened more than once.
 *
 * @param name names them in messages
 * @param open opens them
 */
public record RowSource(String name, Function<BlockSize, RowBlocks> open) {
  /** An array in a file. */
  public static RowSource of(ArrayLocation location) {
    return new RowSource(location.toString(), size -> ArrayFiles.rows(location, size));
  }

  /** The predictions of a table. */
  public static RowSource of(String name, Table table) {
    return new RowSource(name, table::predictions);
  }

  /** Rows in memory. */
  public static RowSource of(String name, Matrix rows) {
    return new RowSource(name, size -> RowBlocks.of(name, rows));
  }

  /**
   * Their labels.
   *
   * @param name names them in messages
   * @param open opens them, given the number of classes
   */
  public record OfLabels(String name, IntFunction<LabelBlocks> open) {
    /** An array in a file; names of classes if it holds names. */
    public static OfLabels of(ArrayLocation location, List<String> classNames) {
      return new OfLabels(
          location.toString(), classes -> LabelBlocks.open(location, classes, classNames));
    }

    /** Labels in memory. */
    public static OfLabels of(String name, Labels labels) {
      return new OfLabels(name, classes -> LabelBlocks.of(name, labels));
    }

    /** The labels of a table. */
    public static OfLabels of(String name, Table table) {
      return new OfLabels(
          name, classes -> LabelBlocks.of(table.labels(PredictionBlocks.SHARED), classes));
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
