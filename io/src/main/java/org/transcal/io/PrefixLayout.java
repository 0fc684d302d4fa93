package org.transcal.io;

import java.nio.file.Files;
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
 * Files named as the method's authors name theirs: a prefix, then what the file holds.
 *
 * <ul>
 *   <li>{@code PREFIX_{source_train,source_val,target}_{feature,output,label}.npy};
 *   <li>{@code PREFIX_{feature,output,label,num}.csv}: each file holds source training, target and
 *       source validation rows one after another, and {@code num} the three counts in that order.
 *       The authors write labels and counts on one line each; one per line is accepted too.
 * </ul>
 */
enum PrefixLayout implements TaskLayout {
  /** A file for each array. */
  NPY(List.of("_source_val_output.npy")),
  /** A file for each kind of array. */
  CSV(List.of("_num.csv", "_output.csv"));

  /** The order of rows in CSV files. */
  private static final List<String> SETS = List.of("source_train", "target", "source_val");

  /** The authors' word for each kind of array, and the array's name in a task. */
  private static final Map<String, String> ARRAY_OF_PART =
      Map.of("feature", "features", "output", "logits", "label", "labels");

  private final List<String> needed;

  /** A layout in which every task has files with these suffixes. */
  PrefixLayout(List<String> needed) {
    this.needed = needed;
  }

  @Override
  public boolean matches(Path prefix) {
    return needed.stream().allMatch(suffix -> exist(prefix, suffix));
  }

  static boolean exist(Path prefix, String suffix) {
    return Files.isRegularFile(suffixed(prefix, suffix));
  }

  private static Path suffixed(Path prefix, String suffix) {
    return prefix.resolveSibling(nameOf(prefix) + suffix);
  }

  /** The last part of a prefix. */
  private static String nameOf(Path prefix) {
    Path name = prefix.getFileName();
    return name == null ? "" : name.toString();
  }

  @Override
  public List<Path> among(List<Path> entries) {
    String marker = needed.get(0);
    return entries.stream()
        .filter(entry -> nameOf(entry).endsWith(marker))
        .map(entry -> entry.resolveSibling(nameOf(entry).replaceFirst(marker + "$", "")))
        .filter(this::matches)
        .toList();
  }

  @Override
  public TaskArrays open(Path path, OpenFiles files, List<String> names) {
    SortedMap<String, StoredArray> arrays = new TreeMap<>();
    int[] counts =
        this == CSV ? counts(files.array(suffixed(path, "_num.csv"), "num")) : new int[0];
    ARRAY_OF_PART.forEach(
        (part, kind) -> {
          Path together = suffixed(path, "_" + part + ".csv");
          if (this == CSV && Files.isRegularFile(together)) {
            split(together, files.array(together, part), counts, kind, arrays);
          }
          for (String set : SETS) {
            Path file = suffixed(path, "_" + set + "_" + part + ".npy");
            if (this == NPY && Files.isRegularFile(file)) {
              String name = set + "_" + kind;
              arrays.put(name, files.array(file, name));
            }
          }
        });
    return new TaskArrays(path, nameOf(path), arrays, arrays.keySet());
  }

  private static int[] counts(StoredArray array) {
    double[] values = array.vector();
    int[] counts = Arrays.stream(values).mapToInt(value -> (int) value).toArray();
    boolean fits = counts.length == SETS.size();
    for (int i = 0; i < counts.length; i++) {
      fits &= counts[i] == values[i] && counts[i] >= 0;
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
      String kind,
      SortedMap<String, StoredArray> arrays) {
    Matrix rows = kind.equals("labels") ? column(stored.vector()) : stored.matrix();
    long total = Arrays.stream(counts).asLongStream().sum();
    if (rows.rows() != total) {
      throw InputException.in(
          file, "has %s rows where the counts in num add up to %s", rows.rows(), total);
    }
    int from = 0;
    for (int i = 0; i < counts.length; i++) {
      int to = from + counts[i];
      String name = SETS.get(i) + "_" + kind;
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
