package org.transcal.workflow;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.transcal.io.ArrayFiles;
import org.transcal.io.ArrayLocation;
import org.transcal.io.PredictionScale;
import org.transcal.io.array.BlockSize;
import org.transcal.io.array.RowBlocks;
import org.transcal.io.file.InputException;
import org.transcal.io.npy.NpzArchive;
import org.transcal.io.table.Table;

/**
 * Predictions and their labels.
 *
 * @param name their name in results
 * @param classNames one per class, or empty
 */
public record EvaluateInput(
    String name,
    RowSource predictions,
    PredictionScale scale,
    RowSource.OfLabels labels,
    List<String> classNames) {
  private static final String NAMES = "class_names";

  /** Rows of a table. */
  public static EvaluateInput of(String name, Table table, PredictionScale scale) {
    return new EvaluateInput(
        name,
        RowSource.of(name, table),
        scale,
        RowSource.OfLabels.of(name, table),
        table.classNames());
  }

  private static EvaluateInput of(
      String name,
      ArrayLocation predictions,
      PredictionScale scale,
      ArrayLocation labels,
      List<String> classNames) {
    return new EvaluateInput(
        name,
        RowSource.of(predictions),
        scale,
        RowSource.OfLabels.of(labels, classNames),
        classNames);
  }

  /**
   * Archives that each hold predictions and labels, else pairs of predictions and labels.
   *
   * @param scale scale of pairs, and of archives whose predictions are called logits
   */
  public static List<EvaluateInput> of(List<String> files, PredictionScale scale) {
    StringBuilder found = new StringBuilder();
    List<Optional<EvaluateInput>> archives =
        files.stream().map(file -> archive(file, scale, found)).toList();
    if (archives.stream().allMatch(Optional::isPresent)) {
      return archives.stream().map(Optional::orElseThrow).toList();
    }
    if (files.size() % 2 == 1) {
      throw new OptionException(
          "Missing LABELS: a file with the true classes after each LOGITS; or give .npz files with"
              + " target_logits and target_labels, or logits and labels"
              + found);
    }
    List<EvaluateInput> pairs = new ArrayList<>();
    for (int i = 0; i < files.size(); i += 2) {
      ArrayLocation predictions = ArrayLocation.parse(files.get(i));
      ArrayLocation labels = ArrayLocation.parse(files.get(i + 1));
      if (has(predictions, rows -> rows.columns() == 1) && has(labels, EvaluateInput::isMatrix)) {
        throw InputException.in(
            labels, "has several columns, %s only one; give LOGITS before LABELS", predictions);
      }
      pairs.add(of(files.get(i), predictions, scale, labels, List.of()));
    }
    return pairs;
  }

  private static boolean isMatrix(RowBlocks rows) {
    return rows.columns() > 1 && rows.next().isPresent() && rows.next().isPresent();
  }

  /** Whether an array, opened with one row per block, has a property; one of texts has none. */
  private static boolean has(ArrayLocation location, Predicate<RowBlocks> property) {
    try (RowBlocks rows = ArrayFiles.rows(location, BlockSize.ofRows(1))) {
      return property.test(rows);
    } catch (InputException unreadable) {
      return false;
    }
  }

  /** The input in an archive; if there is none, {@code found} gets the names of its arrays. */
  private static Optional<EvaluateInput> archive(
      String file, PredictionScale scale, StringBuilder found) {
    boolean standard = file.equals("-");
    if (!standard && !file.toLowerCase(Locale.ROOT).endsWith(".npz")) {
      return Optional.empty();
    }
    Path path = StandardInput.orFile(Path.of(file));
    try (NpzArchive archive = NpzArchive.open(path)) {
      for (String prefix : List.of("target_", "")) {
        for (PredictionScale kind : PredictionScale.values()) {
          String predictions = prefix + kind.name().toLowerCase(Locale.ROOT);
          String labels = prefix + "labels";
          if (archive.names().contains(predictions) && archive.names().contains(labels)) {
            List<String> names =
                archive.names().contains(NAMES)
                    ? archive.array(NAMES).texts().stream().map(String::strip).toList()
                    : List.of();
            return Optional.of(
                of(
                    standard ? "standard input" : file,
                    ArrayLocation.in(path, predictions),
                    kind == PredictionScale.PROBABILITIES ? kind : scale,
                    ArrayLocation.in(path, labels),
                    names));
          }
        }
      }
      found.append("; ").append(file).append(" has ").append(InputException.list(archive.names()));
    }
    if (standard) {
      throw new InputException(
          "standard input: needs target_logits and target_labels, or logits and labels" + found);
    }
    return Optional.empty();
  }

  /** Fails unless there is one name per class. */
  List<String> classNames(int classes) {
    if (!classNames.isEmpty() && classNames.size() != classes) {
      throw InputException.in(
          name, "class_names has %d names but there are %d classes", classNames.size(), classes);
    }
    return classNames;
  }
}
