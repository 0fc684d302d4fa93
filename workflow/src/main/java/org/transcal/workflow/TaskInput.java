package org.transcal.workflow;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.transcal.calibration.CalibrationException;
import org.transcal.io.ArrayFiles;
import org.transcal.io.ArrayLocation;
import org.transcal.io.LoadedTask;
import org.transcal.io.csv.LabelsCsv;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.Digest;
import org.transcal.io.file.InputException;
import org.transcal.labelling.LabelledEstimate;
import org.transcal.labelling.LabelledRows;
import org.transcal.prediction.Labels;
import org.transcal.shift.SourceCheck;
import org.transcal.task.TransferTask;

/**
 * A task with what the user adds to it: labelled target rows and importance weights.
 *
 * <pre>{@code
 * TaskInput input = TaskInput.of(TaskFiles.load(Path.of("task.npz"))).withLabels(Path.of("rows.csv"));
 * }</pre>
 */
public final class TaskInput {
  private static final String LABELS = "labels";
  private static final String WEIGHTS = "weights";

  private final String name;
  private final LoadedTask loaded;
  private final SourceCheck source;
  private final TransferTask task;
  private final Optional<LabelledRows> labels;
  private final Map<String, String> digests;

  private TaskInput(
      String name,
      LoadedTask loaded,
      SourceCheck source,
      TransferTask task,
      Optional<LabelledRows> labels,
      Map<String, String> digests) {
    this.name = name;
    this.loaded = loaded;
    this.source = source;
    this.task = task;
    this.labels = labels;
    this.digests = Collections.unmodifiableMap(new TreeMap<>(digests));
  }

  /** A task as it was read. */
  public static TaskInput of(LoadedTask loaded) {
    return new TaskInput(
        "TASK",
        loaded,
        SourceCheck.of(loaded.task()),
        loaded.task(),
        Optional.empty(),
        loaded.digests());
  }

  /** A task whose arrays are in memory. */
  public static TaskInput of(TransferTask task) {
    return of(new LoadedTask(task, Optional.empty(), List.of(), List.of(), Map.of(), List.of()));
  }

  /** The same with the file or folder it was read from, as commands name it. */
  public TaskInput named(String file) {
    return new TaskInput(file, loaded, source, task, labels, digests);
  }

  /**
   * The same task, whose source validation accuracy must be above 1/K.
   *
   * @param name the task's name in the message
   * @throws CalibrationException if it is not
   */
  public TaskInput requireBetterThanChance(String name) {
    if (source.isNotAboveChance()) {
      throw new CalibrationException(
          name
              + ": "
              + source.concern().orElseThrow()
              + " To continue anyway: --allow-poor-source");
    }
    return this;
  }

  /** The same with labelled target rows, at least one of them with a label. */
  public TaskInput withLabels(Path file) {
    return ByteSource.read(file, this::withLabels);
  }

  /** The same with labelled target rows from a table, at least one of them with a label. */
  public TaskInput withLabels(ByteSource table) {
    LabelledRows rows = labelFile().read(table);
    if (rows.labelled() == 0) {
      throw InputException.in(
          table.name(),
          "none of its %d rows has a label; fill in the column label",
          rows.rows().size());
    }
    return withLabels(rows)
        .withDigest(LABELS, table.read(source -> Digest.of(source.stream(0, source.size()))));
  }

  /** The same with labelled target rows. */
  public TaskInput withLabels(LabelledRows rows) {
    return new TaskInput(name, loaded, source, task, Optional.of(rows), digests);
  }

  /** The same with the user's importance weights, one per source validation row. */
  public TaskInput withWeights(ArrayLocation location) {
    return withWeights(
        location.toString(), ArrayFiles.readVector(location), ArrayFiles.digest(location));
  }

  /**
   * The same with the user's importance weights.
   *
   * @param where names them in messages
   * @param weights one per source validation row
   * @param digest SHA-256 of their data
   */
  public TaskInput withWeights(String where, double[] weights, String digest) {
    int rows = task.sourceValidation().logits().rows();
    if (weights.length != rows) {
      throw InputException.in(
          where,
          "has %d weights but the task has %d source validation rows; one per row is needed",
          weights.length,
          rows);
    }
    TransferTask weighted = InputException.naming(where, () -> task.withWeights(weights));
    return new TaskInput(name, loaded, source, weighted, labels, digests)
        .withDigest(WEIGHTS, digest);
  }

  private TaskInput withDigest(String input, String digest) {
    Map<String, String> all = new TreeMap<>(digests);
    all.put(input, digest);
    return new TaskInput(name, loaded, source, task, labels, all);
  }

  /** What commands call the task: its file or folder, else {@code TASK}. */
  public String name() {
    return name;
  }

  /** The task, with the user's weights if there are any. */
  public TransferTask task() {
    return task;
  }

  /** The content of its files. */
  public LoadedTask loaded() {
    return loaded;
  }

  /** True target classes, if known: for scores and the oracle. */
  public Optional<Labels> targetLabels() {
    return loaded.targetLabels();
  }

  /** Labelled target rows for methods and estimates, if there are any. */
  public Optional<LabelledRows> labels() {
    return labels;
  }

  /** Tables of labels of this task. */
  public LabelsCsv labelFile() {
    return new LabelsCsv(loaded.task(), loaded.classNames());
  }

  /** SHA-256 of each input by name. */
  public Map<String, String> digests() {
    return digests;
  }

  /** Why the source validation accuracy is a reason for doubt; empty if it is none. */
  public Optional<String> sourceConcern() {
    return source.concern();
  }

  /** How the user's own choice of labelled rows may mislead; empty if there is none. */
  public Optional<String> labelConcern() {
    return labels.filter(LabelledRows::isOwnSample).map(rows -> LabelledEstimate.OWN_SAMPLE);
  }

  /** What the user should know about the input, one sentence each. */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>(loaded.warnings());
    sourceConcern().ifPresent(warnings::add);
    labelConcern().ifPresent(warnings::add);
    return warnings;
  }
}
