package org.transcal.io;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.transcal.io.file.InputException;
import org.transcal.kernel.SharedLoop;

/** The arrays of one task by their names, whatever layout they came in. */
final class TaskArrays {
  static final String LOGITS = "_logits";
  static final String PROBABILITIES = "_probabilities";

  /** One of these tells a folder that is meant as a task from any other. */
  static final List<String> NEEDED =
      List.of(
          "source_val_logits",
          "source_val_probabilities",
          "source_val_labels",
          "target_logits",
          "target_probabilities");

  /** Every array that means something in a task. */
  static final List<String> KNOWN =
      List.of(
          "source_val_logits",
          "source_val_probabilities",
          "source_val_labels",
          "source_val_features",
          "target_logits",
          "target_probabilities",
          "target_labels",
          "target_features",
          "source_train_logits",
          "source_train_probabilities",
          "source_train_labels",
          "source_train_features",
          "mixup_logits",
          "mixup_probabilities",
          "mixup_partner",
          "mcdropout_probs",
          "ensemble_probs");

  private final Path path;
  private final String name;
  private final SortedMap<String, StoredArray> arrays;

  TaskArrays(Path path, String name, SortedMap<String, StoredArray> arrays) {
    this.path = path;
    this.name = name;
    this.arrays = new TreeMap<>(arrays);
  }

  /** What the user named. */
  Path path() {
    return path;
  }

  /** The task's name. */
  String name() {
    return name;
  }

  /** Reads the named arrays that are there, side by side and in this order: largest first. */
  void readAhead(List<String> names) {
    List<StoredArray> there = names.stream().map(this::find).flatMap(Optional::stream).toList();
    SharedLoop.run(there.size(), i -> readAhead(there.get(i)));
  }

  private static void readAhead(StoredArray array) {
    try {
      array.readAhead();
    } catch (InputException again) {
      // Whoever asks for the array meets it again, in an order that threads do not change.
    }
  }

  Optional<StoredArray> find(String array) {
    return Optional.ofNullable(arrays.get(array));
  }

  StoredArray require(String array) {
    return find(array).orElseThrow(() -> missing(array));
  }

  InputException missing(String array) {
    return InputException.in(
        path,
        "array "
            + array
            + " is missing; a task needs source_val_logits, source_val_labels and target_logits"
            + " (or source_val_probabilities and target_probabilities), and of a task's arrays"
            + " there are "
            + InputException.list(arrays.keySet()));
  }
}
