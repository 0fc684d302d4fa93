package org.transcal.io.dataset;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.transcal.io.file.InputException;
import org.transcal.io.npy.NpzArchive;

/** Reads a data set from a {@code .npz}. */
record NpzDataSet(NpzArchive archive) {
  private static final int MOST_NAMES = 1_000_000;

  /** Without names, there may be this many more classes or domains than rows. */
  private static final int UNUSED_NAMES = 1_000;

  static DataSet read(Path file) {
    try (NpzArchive archive = NpzArchive.open(file)) {
      return new NpzDataSet(archive).read();
    }
  }

  static FeatureRows readFeatures(Path file) {
    try (NpzArchive archive = NpzArchive.open(file)) {
      return new NpzDataSet(archive).features();
    }
  }

  private DataSet read() {
    FeatureRows features = features();
    int[] classes = integers("y", features.rows(), DataSet.UNLABELLED);
    int[] domains = integers("domain", features.rows());
    int[] splits =
        archive.names().contains("split") ? integers("split", features.rows()) : new int[0];
    List<String> classNames = names("class_names", "y", classes);
    DataSet.ClassList classList =
        archive.names().contains("class_names")
            ? DataSet.ClassList.NAMED
            : DataSet.ClassList.FROM_LABELS;
    List<String> domainNames = names("domain_names", "domain", domains);
    return InputException.naming(
        archive.file(),
        () -> new DataSet(features, classes, domains, splits, domainNames, classNames, classList));
  }

  private FeatureRows features() {
    if (archive.names().contains("x")) {
      if (archive.names().contains("indptr")) {
        throw InputException.in(archive.file(), "has both x and the CSR arrays; keep one of them");
      }
      return dense();
    }
    int[] shape = integers("shape", 2);
    int[] starts = integers("indptr", shape[0] + 1L);
    double[] values = archive.array("data").vector();
    int[] indices = integers("indices", values.length);
    if (shape[0] < 1 || shape[1] < 1) {
      throw new InputException(where("shape") + ": is " + Arrays.toString(shape) + "; it is empty");
    }
    return new SparseRows(archive.file().toString(), shape[1], values, indices, starts);
  }

  private FeatureRows dense() {
    FeatureRows rows = DataSetFiles.features(archive.array("x"));
    if (rows.rows() == 0 || rows.columns() == 0) {
      throw new InputException(where("x") + ": is empty; at least one row and column are needed");
    }
    return rows;
  }

  private int[] integers(String name, long length) {
    return integers(name, length, 0);
  }

  private int[] integers(String name, long length, int least) {
    int[] values = archive.array(name).integers("value");
    if (values.length != length) {
      throw InputException.in(
          where(name), "has %s values where %s are needed", values.length, length);
    }
    for (int i = 0; i < values.length; i++) {
      if (values[i] < least) {
        throw InputException.in(
            where(name),
            "value at row %s is %s; it must be an integer ≥ %s%s",
            i,
            values[i],
            least,
            least == DataSet.UNLABELLED ? " (-1 means unlabelled)" : "");
      }
    }
    return values;
  }

  /** Names in the file, else the numbers themselves. */
  private List<String> names(String name, String numbers, int[] values) {
    if (archive.names().contains(name)) {
      return archive.array(name).texts();
    }
    int largest = Arrays.stream(values).max().orElse(0);
    int most = Math.min(MOST_NAMES, values.length + UNUSED_NAMES);
    if (largest >= most) {
      throw InputException.in(
          where(numbers),
          "goes up to %s in %s rows; without %s it must be below %s",
          largest,
          values.length,
          name,
          most);
    }
    return IntStream.rangeClosed(0, largest).mapToObj(Integer::toString).toList();
  }

  private String where(String array) {
    return archive.file() + ", array " + array;
  }
}
