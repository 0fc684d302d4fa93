package org.transcal.io;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.transcal.prediction.Labels;
import org.transcal.task.TransferTask;

/**
 * A task and the other content of its files.
 *
 * @param task the task
 * @param targetLabels true target classes, if the files have any; for evaluation and the oracle
 * @param classNames one per class, all different, if the files have them; else empty
 * @param featureNames one per feature column, all different, if the files have them; else empty
 * @param digests SHA-256 of the stored data of each array read, sorted by the array's name
 * @param warnings warnings for the user, one line each
 */
public record LoadedTask(
    TransferTask task,
    Optional<Labels> targetLabels,
    List<String> classNames,
    List<String> featureNames,
    Map<String, String> digests,
    List<String> warnings) {
  /** Copies the collections. */
  public LoadedTask {
    classNames = List.copyOf(classNames);
    featureNames = List.copyOf(featureNames);
    digests = Collections.unmodifiableMap(new TreeMap<>(digests));
    warnings = List.copyOf(warnings);
  }

  /** The same task with different warnings. */
  public LoadedTask withWarnings(List<String> changed) {
    return new LoadedTask(task, targetLabels, classNames, featureNames, digests, changed);
  }
}
