package org.transcal.onnx.extract;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.io.npy.NpyArray;
import org.transcal.io.npy.NpzArchive;
import org.transcal.io.npy.NpzWriter;
import org.transcal.matrix.Matrix;

/** A data set whose {@code x} goes through a network while all else is kept. */
public final class ArrayDataSet {
  private final ArrayExamples examples;
  private final Map<String, int[]> numbers = new LinkedHashMap<>();
  private final Map<String, List<String>> names = new LinkedHashMap<>();

  private ArrayDataSet(ArrayExamples examples) {
    this.examples = examples;
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
      try (ByteSource source = ByteSource.open(file)) {
        return new ArrayDataSet(ArrayExamples.of(NpyArray.in(source)));
      } catch (IOException e) {
        throw ByteSource.unreadable(file, e);
      }
    }
    try (NpzArchive archive = NpzArchive.open(file)) {
      ArrayDataSet set = new ArrayDataSet(ArrayExamples.of(archive.array("x")));
      for (String name : List.of("y", "domain")) {
        if (archive.names().contains(name)) {
          set.numbers.put(name, integers(archive.array(name), set.examples.size()));
        }
      }
      for (String name : List.of("domain_names", "class_names")) {
        if (archive.names().contains(name)) {
          set.names.put(name, archive.array(name).texts());
        }
      }
      return set;
    }
  }

  private static int[] integers(NpyArray array, int rows) {
    double[] values = array.vector();
    if (values.length != rows) {
      throw new InputException(
          array.where() + ": has " + values.length + " values where x has " + rows + " rows");
    }
    int[] integers = new int[rows];
    for (int i = 0; i < rows; i++) {
      integers[i] = (int) values[i];
      if (integers[i] != values[i]) {
        throw new InputException(
            array.where() + ": value at row " + i + " is " + values[i] + "; it must be an integer");
      }
    }
    return integers;
  }

  /** What goes through the network. */
  public Examples examples() {
    return examples;
  }

  /** Arrays that {@code adapt} will miss. */
  public List<String> missing() {
    return List.of("y", "domain").stream().filter(name -> !numbers.containsKey(name)).toList();
  }

  /** Writes features in place of {@code x}, and all else. */
  public void write(Path file, Matrix features, Optional<Matrix> logits) {
    try (NpzWriter npz = NpzWriter.open(file)) {
      npz.matrix("x", features);
      logits.ifPresent(values -> npz.matrix("logits", values));
      numbers.forEach(npz::integers);
      names.forEach(npz::texts);
      npz.commit();
    }
  }
}
