package org.transcal.io.dataset;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.GrowingDoubles;
import org.transcal.io.file.GrowingInts;
import org.transcal.io.file.InputException;
import org.transcal.io.npy.NpyArray;
import org.transcal.matrix.Matrix;

/** Collects examples and their features row by row. */
final class FeatureCollector {
  private final Path folder;
  private final GrowingDoubles values;
  private final GrowingInts labels;
  private final GrowingInts domains;
  private final GrowingInts splits;
  private final List<String> domainNames = new ArrayList<>();
  private int columns = -1;

  FeatureCollector(Path folder) {
    this.folder = folder;
    this.values = new GrowingDoubles(folder.toString());
    this.labels = new GrowingInts(folder.toString());
    this.domains = new GrowingInts(folder.toString());
    this.splits = new GrowingInts(folder.toString());
  }

  int domain(String name) {
    if (!domainNames.contains(name)) {
      domainNames.add(name);
    }
    return domainNames.indexOf(name);
  }

  /** Adds an example; features must be added in the same order. */
  void example(int domain, int label, int split) {
    domains.add(domain);
    labels.add(label);
    splits.add(split);
  }

  void addMatrix(Path file, int rows, Path list) {
    Matrix matrix = ByteSource.read(file, source -> NpyArray.in(source).matrix());
    if (matrix.rows() != rows) {
      throw InputException.in(
          file, "has %s rows where %s lists %s images", matrix.rows(), list, rows);
    }
    requireColumns(file, matrix.columns());
    DataSet.requireUsable(file.toString(), matrix);
    double[] row = new double[columns];
    for (int i = 0; i < rows; i++) {
      matrix.copyRow(i, row);
      values.add(row);
    }
  }

  void addRow(Path file) {
    double[] row = ByteSource.read(file, source -> NpyArray.in(source).vector());
    requireColumns(file, row.length);
    DataSet.requireUsable(file.toString(), Matrix.wrap(row, 1, row.length));
    values.add(row);
  }

  private void requireColumns(Path file, int found) {
    if (columns < 0 && found > 0) {
      columns = found;
    }
    if (found != columns) {
      throw InputException.in(
          file, "has %s features where files before it have %s", found, Math.max(0, columns));
    }
  }

  /** The data set; class numbers become indices in ascending order. */
  DataSet build(Map<Integer, String> names) {
    int[] numbers = names.keySet().stream().mapToInt(number -> number).sorted().toArray();
    int[] classes =
        Arrays.stream(labels.toArray())
            .map(l -> l == DataSet.UNLABELLED ? l : Arrays.binarySearch(numbers, l))
            .toArray();
    FeatureRows rows =
        new FeatureRows.Dense(Matrix.wrap(values.toArray(), classes.length, columns));
    return InputException.naming(
        folder,
        () ->
            new DataSet(
                rows,
                classes,
                domains.toArray(),
                splits.toArray(),
                domainNames,
                List.copyOf(names.values())));
  }
}
