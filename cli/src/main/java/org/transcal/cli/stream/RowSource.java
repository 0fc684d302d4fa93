package org.transcal.cli.stream;

import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.transcal.io.ArrayLocation;
import org.transcal.io.BlockSize;
import org.transcal.io.LabelBlocks;
import org.transcal.io.RowBlocks;
import org.transcal.io.table.Table;

/**
 * Rows that can be opened more than once.
 *
 * @param name names them in messages
 * @param open opens them
 */
record RowSource(String name, Function<BlockSize, RowBlocks> open) {
  static RowSource of(ArrayLocation location) {
    return new RowSource(location.toString(), size -> RowBlocks.open(location, size));
  }

  static RowSource of(String name, Table table) {
    return new RowSource(name, table::predictions);
  }

  /**
   * Their labels.
   *
   * @param name names them in messages
   * @param open opens them, given the number of classes
   */
  record OfLabels(String name, IntFunction<LabelBlocks> open) {
    static OfLabels of(ArrayLocation location, List<String> classNames) {
      return new OfLabels(
          location.toString(), classes -> LabelBlocks.open(location, classes, classNames));
    }

    static OfLabels of(String name, Table table) {
      return new OfLabels(
          name, classes -> LabelBlocks.of(table.labels(PredictionBlocks.SHARED), classes));
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
