package org.transcal.io;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.transcal.io.array.StoredArray;
import org.transcal.io.file.InputException;
import org.transcal.io.file.NearMiss;
import org.transcal.parallel.Parallel;

/** The arrays of one task by name, whatever their layout. */
final class TaskArrays {
  /** A folder with one of these arrays is a task. */
  static final List<String> NEEDED =
      List.of(
          "source_val_logits",
          "source_val_probabilities",
          "source_val_labels",
          "target_logits",
          "target_probabilities");

  /** Every array that a task can have. */
  static final List<String> KNOWN =
      Stream.concat(
              NEEDED.stream(),
              Stream.of(
                  "source_val_features",
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
                  "ensemble_probs",
                  "svi_probs",
                  "second_source_val_logits",
                  "second_source_val_probabilities",
                  "second_target_logits",
                  "second_target_probabilities",
                  "class_names",
                  "feature_names"))
          .toList();

  /** More unknown names than this are not typing errors. */
  private static final int MOST_SUGGESTIONS = 10;

  private final Path path;
  private final String name;
  private final SortedMap<String, StoredArray> arrays;
  private final SortedSet<String> others;

  /** The arrays that are {@link #KNOWN}, and the names of all that were found. */
  TaskArrays(
      Path path, String name, SortedMap<String, StoredArray> arrays, Collection<String> found) {
    this.path = path;
    this.name = name;
    this.arrays = new TreeMap<>(arrays);
    this.others = new TreeSet<>(found);
    others.removeAll(arrays.keySet());
  }

  Path path() {
    return path;
  }

  String name() {
    return name;
  }

  /** Reads those of the named arrays that exist, in parallel. */
  void readAhead(List<String> names) {
    List<StoredArray> there = names.stream().map(this::find).flatMap(Optional::stream).toList();
    Parallel.forEach(there.size(), i -> readAhead(there.get(i)));
  }

  private static void readAhead(StoredArray array) {
    try {
      array.readAhead();
    } catch (InputException again) {
      // Thrown again when the array is needed, in an order that does not depend on threads.
    }
  }

  Optional<StoredArray> find(String array) {
    return Optional.ofNullable(arrays.get(array));
  }

  StoredArray require(String array) {
    return find(array).orElseThrow(() -> missing(array));
  }

  InputException missing(String array) {
    return missing(
        array,
        "a task needs source_val_logits, source_val_labels and target_logits (or"
            + " source_val_probabilities and target_probabilities)");
  }

  InputException missing(String array, String needed) {
    List<String> unknown = others.stream().filter(name -> !KNOWN.contains(name)).toList();
    String misspelt =
        NearMiss.of(array, unknown).stream()
            .findFirst()
            .map(name -> " (is " + InputException.quote(name) + " a misspelling of it?)")
            .orElse("");
    SortedSet<String> all = new TreeSet<>(others);
    all.addAll(arrays.keySet());
    return InputException.in(
        path,
        "array %s is missing%s; %s; the arrays found are %s",
        array,
        misspelt,
        needed,
        InputException.list(all));
  }

  /** A line for each array that may be misspelt, and one for all other unknown arrays. */
  List<String> unknown() {
    List<String> warnings = new ArrayList<>();
    List<String> ignored = new ArrayList<>();
    for (String other : others) {
      Optional<String> meant =
          NearMiss.of(other, KNOWN).stream().findFirst().filter(known -> find(known).isEmpty());
      if (meant.isEmpty() || warnings.size() == MOST_SUGGESTIONS) {
        ignored.add(InputException.quote(other));
      } else {
        String quoted = InputException.quote(other);
        warnings.add(
            path
                + ": array "
                + quoted
                + " is unknown and ignored; did you mean "
                + meant.get()
                + "?");
      }
    }
    if (!ignored.isEmpty()) {
      warnings.add(path + ": ignored, since unknown: " + InputException.list(ignored));
    }
    return warnings;
  }
}
