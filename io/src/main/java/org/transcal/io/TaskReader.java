package org.transcal.io;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.transcal.io.array.StoredArray;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;
import org.transcal.task.Mixup;
import org.transcal.task.TransferTask;

/** Reads a task from its arrays. */
final class TaskReader {
  private static final List<String> FEATURES =
      List.of("source_train_features", "source_val_features", "target_features");

  /** The largest arrays, which are read in parallel. */
  private static final List<String> LARGEST =
      List.of(
          "target_logits",
          "source_train_features",
          "target_features",
          "source_val_logits",
          "source_val_features");

  private final TaskArrays arrays;
  private final Map<String, String> digests = new TreeMap<>();
  private final List<String> warnings = new ArrayList<>();
  private List<String> classNames = List.of();

  TaskReader(TaskArrays arrays) {
    this.arrays = arrays;
  }

  static LoadedTask read(TaskArrays arrays) {
    return new TaskReader(arrays).read();
  }

  private LoadedTask read() {
    arrays.readAhead(LARGEST);
    Logits validation = requireLogits("source_val");
    classNames = names("class_names", validation.classes(), "classes");
    Labels labels = labels("source_val_labels", "source_val", validation);
    Logits target = requireLogits("target");
    requireSame(
        stored("target"), "classes", target.classes(), "source validation", validation.classes());
    TransferTask.Builder builder =
        TransferTask.named(arrays.name()).sourceValidation(validation, labels).target(target);
    OptionalInt trainRows = readFeatures(builder, validation.rows(), target.rows());
    trainRows.ifPresent(rows -> readTraining(builder, validation, rows));
    readMixup(builder, target);
    targetProbabilities("mcdropout_probs", target).ifPresent(builder::mcDropout);
    targetProbabilities("ensemble_probs", target).ifPresent(builder::ensemble);
    targetProbabilities("svi_probs", target).ifPresent(builder::svi);
    readSecondModel(builder, validation, target);
    Optional<Labels> targetLabels = arrays.find("target_labels").flatMap(a -> truth(a, target));
    TransferTask task = InputException.naming(arrays.path().toString(), builder::build);
    int columns = task.features().map(f -> f.target().columns()).orElse(0);
    List<String> featureNames = names("feature_names", columns, "features");
    warnings.addAll(arrays.unknown());
    return new LoadedTask(task, targetLabels, classNames, featureNames, digests, warnings);
  }

  private Logits requireLogits(String set) {
    return findLogits(set).orElseThrow(() -> arrays.missing(set + "_logits"));
  }

  /** Warnings about what has been read. */
  List<String> warnings() {
    return warnings;
  }

  /** The set's logits, or its probabilities as logits; having both is an error. */
  Optional<Logits> findLogits(String set) {
    Optional<StoredArray> logits = arrays.find(set + PredictionScale.LOGITS.suffix());
    Optional<StoredArray> probabilities = arrays.find(set + PredictionScale.PROBABILITIES.suffix());
    if (logits.isPresent() && probabilities.isPresent()) {
      throw InputException.in(
          arrays.path(),
          "has both arrays %1$s_logits and %1$s_probabilities; keep one of them",
          set);
    }
    return logits.isPresent()
        ? logits.map(array -> read(set, array, PredictionScale.LOGITS))
        : probabilities.map(array -> read(set, array, PredictionScale.PROBABILITIES));
  }

  private Logits read(String set, StoredArray array, PredictionScale scale) {
    Matrix values = array.matrix();
    Logits logits = InputException.naming(array.where(), () -> scale.logits(values));
    noteRead(set + scale.suffix(), array);
    if (scale.isDoubtful(values, logits)) {
      warnings.add(
          String.format(
              Locale.ROOT,
              values.columns() == 1
                  ? "all %1$s_logits are within 0 … 1: these look like probabilities; name the array"
                      + " %1$s_probabilities"
                  : "every row of %1$s_logits is non-negative and sums to 1: these look like"
                      + " probabilities; name the array %1$s_probabilities",
              set));
    }
    return logits;
  }

  /** The array that holds a set's logits or probabilities. */
  StoredArray stored(String set) {
    return arrays
        .find(set + PredictionScale.LOGITS.suffix())
        .orElseGet(() -> arrays.require(set + PredictionScale.PROBABILITIES.suffix()));
  }

  private Labels labels(String name, String set, Logits logits) {
    StoredArray array = arrays.require(name);
    Labels labels = TypedArrays.labels(array, logits.classes(), classNames);
    noteRead(name, array);
    requireSame(array, "rows", labels.rows(), inWords(set), logits.rows());
    return labels;
  }

  /** The target labels that are known; empty if all are −1. */
  private Optional<Labels> truth(StoredArray array, Logits target) {
    Labels labels = TypedArrays.partialLabels(array, target.classes(), classNames);
    noteRead("target_labels", array);
    requireSame(array, "rows", labels.rows(), inWords("target"), target.rows());
    int known = labels.known();
    if (known == labels.rows()) {
      return Optional.of(labels);
    }
    warnings.add(
        known == 0
            ? "all target_labels are -1, so no target row is labelled"
            : String.format(
                Locale.ROOT,
                "%,d of %,d target rows are labelled (the others are -1): scores are from those"
                    + " rows",
                known,
                labels.rows()));
    return Optional.of(labels).filter(some -> known > 0);
  }

  /** The names in an array; none, with a warning, unless there is a different one for each item. */
  List<String> names(String array, int count, String unit) {
    Optional<StoredArray> stored = arrays.find(array);
    if (stored.isEmpty()) {
      return List.of();
    }
    try {
      List<String> names = stored.get().texts().stream().map(String::strip).toList();
      if (names.size() == count && Set.copyOf(names).size() == count) {
        return names;
      }
      warnings.add(
          String.format(
              Locale.ROOT,
              "%s: ignored, since it does not have one name for each of %d %s, all different",
              stored.get().where(),
              count,
              unit));
    } catch (InputException noTexts) {
      warnings.add(noTexts.getMessage() + "; ignored");
    }
    return List.of();
  }

  private static String inWords(String set) {
    return set.equals("target") ? "the target" : "source validation";
  }

  /** Reads the features if all three are there; returns the number of training rows. */
  private OptionalInt readFeatures(
      TransferTask.Builder builder, int validationRows, int targetRows) {
    List<String> missing = FEATURES.stream().filter(name -> arrays.find(name).isEmpty()).toList();
    if (missing.size() == FEATURES.size()) {
      return OptionalInt.empty();
    }
    if (!missing.isEmpty()) {
      warnings.add(
          "features are left out, since "
              + String.join(" and ", missing)
              + (missing.size() == 1 ? " is" : " are")
              + " missing; weighted methods need all three or --weights");
      return OptionalInt.empty();
    }
    Matrix train = features("source_train_features");
    Matrix validation = features("source_val_features");
    Matrix target = features("target_features");
    requireFeatures("source_val_features", validation, validationRows, train.columns());
    requireFeatures("target_features", target, targetRows, train.columns());
    builder.features(train, validation, target);
    return OptionalInt.of(train.rows());
  }

  /** The model's outputs on its training rows, which are used only together with their features. */
  private void readTraining(TransferTask.Builder builder, Logits validation, int rows) {
    Optional<Logits> training = findLogits("source_train");
    if (training.isPresent()) {
      Logits logits = training.get();
      StoredArray array = stored("source_train");
      requireSame(array, "classes", logits.classes(), "source validation", validation.classes());
      requireSame(array, "rows", logits.rows(), "source_train_features", rows);
      builder.sourceTraining(logits);
    }
  }

  private void requireFeatures(String name, Matrix features, int rows, int columns) {
    StoredArray array = arrays.require(name);
    String set = name.startsWith("target") ? "target" : "source_val";
    requireSame(array, "rows", features.rows(), inWords(set), rows);
    requireSame(array, "columns", features.columns(), "source_train_features", columns);
  }

  private Matrix features(String name) {
    StoredArray array = arrays.require(name);
    Matrix features = TypedArrays.features(array);
    noteRead(name, array);
    return features;
  }

  private void readMixup(TransferTask.Builder builder, Logits target) {
    boolean mixed =
        arrays.find("mixup_logits").or(() -> arrays.find("mixup_probabilities")).isPresent();
    Optional<StoredArray> partner = arrays.find("mixup_partner");
    if (mixed != partner.isPresent()) {
      String missing = mixed ? "mixup_partner" : "mixup_logits";
      warnings.add("mixup is left out, since " + missing + " is missing");
    } else if (mixed) {
      builder.mixup(mixup(partner.orElseThrow(), target));
    }
  }

  private Mixup mixup(StoredArray partner, Logits target) {
    Logits logits = requireLogits("mixup");
    requireShape(stored("mixup"), logits.rows(), logits.classes(), "target", target);
    int[] partners = partner.integers("partner");
    noteRead("mixup_partner", partner);
    requireSame(partner, "rows", partners.length, "the target", target.rows());
    return InputException.naming(partner.where(), () -> new Mixup(logits, partners));
  }

  private Optional<Probabilities> targetProbabilities(String name, Logits target) {
    return arrays
        .find(name)
        .map(
            array -> {
              Matrix values = array.matrix();
              Probabilities probabilities =
                  InputException.naming(array.where(), () -> Probabilities.of(values));
              noteRead(name, array);
              requireShape(array, probabilities.rows(), probabilities.classes(), "target", target);
              return probabilities;
            });
  }

  private void readSecondModel(TransferTask.Builder builder, Logits validation, Logits target) {
    Optional<Logits> onSource = secondModel("source_val", validation);
    Optional<Logits> onTarget = secondModel("target", target);
    if (onSource.isPresent() && onTarget.isPresent()) {
      builder.secondModel(onSource.get(), onTarget.get());
    } else if (onSource.isPresent() || onTarget.isPresent()) {
      String missing = onSource.isPresent() ? "second_target_logits" : "second_source_val_logits";
      warnings.add("the second model is left out, since " + missing + " is missing");
    }
  }

  private Optional<Logits> secondModel(String set, Logits first) {
    String name = "second_" + set;
    Optional<Logits> found = findLogits(name);
    found.ifPresent(
        logits -> requireShape(stored(name), logits.rows(), logits.classes(), set, first));
    return found;
  }

  private static void requireShape(
      StoredArray array, int rows, int classes, String set, Logits expected) {
    requireSame(array, "rows", rows, inWords(set), expected.rows());
    requireSame(array, "classes", classes, inWords(set), expected.classes());
  }

  private void noteRead(String name, StoredArray array) {
    digests.put(name, array.digest());
    warnings.addAll(array.warnings());
  }

  static void requireSame(StoredArray array, String unit, int actual, String other, int expected) {
    if (actual != expected) {
      throw InputException.in(
          array.where(), "has %d %s where %s has %d", actual, unit, other, expected);
    }
  }
}
