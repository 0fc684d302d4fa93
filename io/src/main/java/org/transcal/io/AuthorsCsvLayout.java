package org.transcal.io;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.transcal.io.array.MemoryArray;
import org.transcal.io.array.StoredArray;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;

/**
 * {@code PREFIX_{feature,output,label,num}.csv}: each file holds source training, target and source
 * validation rows one after another, and {@code num} the three counts in that order. The authors
 * write labels and counts on one line each; one per line is accepted too.
 */
final class AuthorsCsvLayout extends AuthorsLayout {
  private static final List<String> SETS = List.of("source_train", "target", "source_val");
  private static final String COUNTS = "_num.csv";

  AuthorsCsvLayout() {
    super(COUNTS);
  }

  @Override
  public boolean matches(Path path) {
    return exist(path, "_output.csv") && super.matches(path);
  }

  @Override
  public TaskArrays open(Path path, OpenFiles files, List<String> names) {
    int[] counts = counts(files.array(suffixed(path, COUNTS), "num"));
    SortedMap<String, StoredArray> arrays = new TreeMap<>();
    for (Map.Entry<String, String> part : ARRAY_OF_PART.entrySet()) {
      String suffix = "_" + part.getKey() + ".csv";
      if (exist(path, suffix)) {
        Path file = suffixed(path, suffix);
        split(file, files.array(file, part.getKey()), counts, part.getValue(), arrays);
      }
    }
    return new TaskArrays(path, nameOf(path), arrays, arrays.keySet());
  }

  private static int[] counts(StoredArray array) {
    double[] values = array.vector();
    int[] counts = new int[SETS.size()];
    boolean fits = values.length == counts.length;
    for (int i = 0; fits && i < counts.length; i++) {
      counts[i] = (int) values[i];
      fits = counts[i] == values[i] && counts[i] >= 0;
    }
    if (!fits) {
      throw InputException.in(
          array.where(),
          "must hold three counts of rows: source training, target, source validation");
    }
    return counts;
  }

  private static void split(
      Path file,
      StoredArray stored,
      int[] counts,
      String array,
      SortedMap<String, StoredArray> arrays) {
    Matrix rows = array.equals("labels") ? column(stored.vector()) : stored.matrix();
    long total = Arrays.stream(counts).asLongStream().sum();
    if (rows.rows() != total) {
      throw InputException.in(
          file, "has %s rows where the counts in num add up to %s", rows.rows(), total);
    }
    int from = 0;
    for (int i = 0; i < counts.length; i++) {
      int to = from + counts[i];
      String name = SETS.get(i) + "_" + array;
      String where = file + ", array " + name + " (rows from " + from + " on)";
      // Source validation is always read, so its array carries the warnings.
      List<String> warnings = i == counts.length - 1 ? stored.warnings() : List.of();
      arrays.put(name, new MemoryArray(where, rows.rowRange(from, to), warnings));
      from = to;
    }
  }

  private static Matrix column(double[] values) {
    return Matrix.wrap(values, values.length, 1);
  }
}
