package org.transcal.onnx.extract;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.io.npy.NpyArray;
import org.transcal.io.npy.NpyHeader;
import org.transcal.io.npy.NpzArchive;
import org.transcal.io.npy.NpzWriter;
import org.transcal.matrix.Matrix;

/** A data set whose {@code x}, an array of any rank, goes through a network. */
public final class ArrayDataSet implements Examples {
  private final String where;
  private final List<Long> shape;
  private final int rows;
  private final float[] values;
  private final Map<String, int[]> numbers = new LinkedHashMap<>();
  private final Map<String, List<String>> names = new LinkedHashMap<>();

  private ArrayDataSet(NpyArray array) {
    NpyHeader header = array.header();
    if (header.rank() < 2 || header.elements() == 0) {
      throw InputException.in(
          array.where(),
          "has shape %s; examples along the first dimension, and at least one more dimension, are"
              + " needed",
          header.shapeText());
    }
    array.requireNumbers(header.rank());
    if (header.order() == NpyHeader.ElementOrder.COLUMN_MAJOR) {
      throw new InputException(
          array.where() + ": is in Fortran order; save it in C order (numpy.ascontiguousarray)");
    }
    this.where = array.where();
    this.shape = IntStream.range(1, header.rank()).mapToObj(header::dimension).toList();
    this.rows = Math.toIntExact(header.dimension(0));
    this.values = array.floats(1);
  }

  /** Whether a file holds arrays, by its name. */
  public static boolean isArrays(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return name.endsWith(".npy") || name.endsWith(".npz");
  }

  /**
   * Reads a {@code .npy} of examples, or a {@code .npz} with {@code x} and optional {@code y,
   * domain, domain_names, class_names}.
   */
  public static ArrayDataSet read(Path file) {
    if (file.toString().toLowerCase(Locale.ROOT).endsWith(".npy")) {
      return ByteSource.read(file, source -> new ArrayDataSet(NpyArray.in(source)));
    }
    try (NpzArchive archive = NpzArchive.open(file)) {
      ArrayDataSet set = new ArrayDataSet(archive.array("x"));
      for (String name : archive.names()) {
        switch (name) {
          case "y", "domain" -> set.numbers.put(name, integers(archive.array(name), set.rows));
          case "domain_names", "class_names" -> set.names.put(name, archive.array(name).texts());
          default -> {
            // Not kept.
          }
        }
      }
      return set;
    }
  }

  private static int[] integers(NpyArray array, int rows) {
    int[] values = array.integers("value");
    if (values.length != rows) {
      throw InputException.in(array.where(), "has %s values; x has %s rows", values.length, rows);
    }
    return values;
  }

  @Override
  public int size() {
    return rows;
  }

  @Override
  public List<Long> shape() {
    return shape;
  }

  @Override
  public String name(int index) {
    return where + ", row " + index;
  }

  @Override
  public void read(int index, float[] target, int at) {
    int length = values.length / rows;
    System.arraycopy(values, index * length, target, at, length);
  }

  /** Arrays that {@code adapt} needs and the data set does not have. */
  public List<String> missing() {
    return List.of("y", "domain").stream().filter(name -> !numbers.containsKey(name)).toList();
  }

  /** Writes the data set with features in place of {@code x}. */
  public void write(Path file, Matrix features, Optional<Matrix> logits) {
    try (NpzWriter npz = NpzWriter.open(file)) {
      npz.matrix("x", features);
      logits.ifPresent(scores -> npz.matrix("logits", scores));
      numbers.forEach(npz::integers);
      names.forEach(npz::texts);
      npz.commit();
    }
  }
}
