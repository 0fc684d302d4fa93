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
 * @param digests each array that was read and the SHA-256 of its data as stored, sorted by name
 * @param warnings what the user should know, one line each
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
}
