package org.transcal.io;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.transcal.io.array.StoredArray;
import org.transcal.io.csv.CsvArray;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;

/**
 * The rows of one batch in files: any layout of a task with {@code target_logits} or {@code
 * target_probabilities}, of which only the target's arrays are read.
 *
 * @param logits the deployed model's output
 * @param features the features of the same rows, if any were asked for
 * @param labels true classes, if any are known; unknown ones are {@link Labels#UNKNOWN}
 * @param columns values that divide the rows into segments, one per row, by column name
 * @param times the time of each row as text, if a time column was asked for
 * @param where the time column's name in messages
 * @param warnings warnings for the user, one line each
 */
public record BatchFile(
    Logits logits,
    Optional<Matrix> features,
    Optional<Labels> labels,
    Map<String, List<String>> columns,
    Optional<List<String>> times,
    String where,
    List<String> warnings) {
  private static final List<String> ARRAYS =
      List.of("target_logits", "target_probabilities", "target_features", "target_labels");

  /** Copies the list of warnings. */
  public BatchFile {
    warnings = List.copyOf(warnings);
  }

  /**
   * What to read besides logits and labels.
   *
   * @param classes number of classes that the rows must have
   * @param features number of features that the rows must have; 0 to read none
   * @param segments columns that divide the rows into segments: names of arrays, or files as in
   *     {@link ArrayLocation}
   * @param time the time column, if there is one
   */
  public record Wanted(int classes, int features, List<String> segments, Optional<String> time) {
    /** Copies the list. */
    public Wanted {
      segments = List.copyOf(segments);
    }
  }

  /** Reads the rows; every error names file, array, row and value. */
  public static BatchFile read(Path path, Wanted wanted) {
    List<String> names =
        Stream.of(ARRAYS, wanted.segments, wanted.time.stream().toList())
            .flatMap(List::stream)
            .toList();
    try (OpenFiles files = new OpenFiles()) {
      TaskArrays arrays = layout(path).open(path, files, names);
      return new Reader(arrays, files, wanted).read();
    }
  }

  private static TaskLayout layout(Path path) {
    boolean targetOnly = PrefixLayout.exist(path, "_target_output.npy");
    return TaskLayout.of(path)
        .or(() -> targetOnly ? Optional.of(PrefixLayout.NPY) : Optional.empty())
        .orElseThrow(
            () ->
                InputException.in(
                    path,
                    "is not a batch; a batch is NAME.npz or a folder of .npy or .csv files, with"
                        + " target_logits or target_probabilities, or any other layout of a task"));
  }

  private record Reader(TaskArrays arrays, OpenFiles files, Wanted wanted) {
    BatchFile read() {
      arrays.readAhead(List.of("target_logits", "target_features"));
      TaskReader reader = new TaskReader(arrays);
      Logits logits =
          reader
              .findLogits("target")
              .orElseThrow(
                  () ->
                      arrays.missing("target_logits", "a batch needs it, or target_probabilities"));
      StoredArray stored = reader.stored("target");
      TaskReader.requireSame(stored, "classes", logits.classes(), "the reference", wanted.classes);
      Map<String, List<String>> columns = new LinkedHashMap<>();
      for (String segment : wanted.segments) {
        StoredArray array = column(segment);
        columns.put(name(segment), texts(array, logits.rows()));
      }
      Optional<StoredArray> time = wanted.time.map(this::column);
      Optional<Matrix> features =
          wanted.features == 0 ? Optional.empty() : Optional.of(features(logits));
      Optional<Labels> labels =
          arrays.find("target_labels").map(array -> labels(reader, array, logits));
      return new BatchFile(
          logits,
          features,
          labels,
          columns,
          time.map(array -> texts(array, logits.rows())),
          time.map(StoredArray::where).orElse(""),
          reader.warnings());
    }

    private Matrix features(Logits logits) {
      StoredArray array =
          arrays
              .find("target_features")
              .orElseThrow(
                  () ->
                      arrays.missing(
                          "target_features",
                          "the reference has features, " + wanted.features + " columns"));
      Matrix features = TypedArrays.features(array);
      TaskReader.requireSame(array, "rows", features.rows(), "target_logits", logits.rows());
      TaskReader.requireSame(
          array, "columns", features.columns(), "the reference", wanted.features);
      return features;
    }

    private static Labels labels(TaskReader reader, StoredArray array, Logits logits) {
      List<String> names = reader.names("class_names", logits.classes(), "classes");
      Labels labels = TypedArrays.partialLabels(array, logits.classes(), names);
      TaskReader.requireSame(array, "rows", labels.rows(), "target_logits", logits.rows());
      return labels;
    }

    private StoredArray column(String name) {
      return arrays
          .find(name)
          .orElseGet(
              () -> {
                if (!isLocation(name)) {
                  throw arrays.missing(
                      InputException.quote(name),
                      "a column is an array of one value per row, or a file such as FILE.npy,"
                          + " FILE.csv or FILE.npz:ARRAY");
                }
                return files.array(ArrayLocation.parse(name));
              });
    }

    private static boolean isLocation(String name) {
      return name.matches("(?is).*\\.(npy|csv|npz|npz:.+)");
    }

    /** A column is named after its array, else after its file. */
    private static String name(String column) {
      return column
          .replaceFirst("(?is)^.*\\.npz:", "")
          .replaceFirst("(?is)^(.*[/\\\\])?(.+)\\.(npy|csv|npz)$", "$2");
    }

    /** A CSV file may have one extra line: the name of the column. */
    private static List<String> texts(StoredArray array, int rows) {
      List<String> texts = array.column();
      if (array instanceof CsvArray && texts.size() == rows + 1) {
        return new ArrayList<>(texts.subList(1, texts.size()));
      }
      if (texts.size() != rows) {
        throw InputException.in(
            array.where(),
            "has %d values where target_logits has %d rows; one per row is needed",
            texts.size(),
            rows);
      }
      return texts;
    }
  }
}
