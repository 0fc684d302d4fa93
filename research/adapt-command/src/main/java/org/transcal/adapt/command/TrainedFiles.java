package org.transcal.adapt.command;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.transcal.adapt.AdaptedTask;
import org.transcal.adapt.model.ModelFiles;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.json.Provenance;

/** The files of a training: the task, and next to it the model, log and report. */
final class TrainedFiles {
  private static final String ENDING = ".npz";

  private final Path task;
  private final String stem;

  /** Files next to a task, whose name must end in {@code .npz}. */
  TrainedFiles(Path task) {
    String name = task.getFileName() == null ? "" : task.getFileName().toString();
    if (!name.endsWith(ENDING) || name.length() == ENDING.length()) {
      throw new IllegalArgumentException("--out is " + task + "; its name must end in " + ENDING);
    }
    this.task = task;
    this.stem = name.substring(0, name.length() - ENDING.length());
  }

  /** Every file that is written. */
  List<Path> all() {
    return List.of(
        task, network(), sibling(".network.safetensors"), log(), sibling(".training.html"));
  }

  /** Fails before the work if files cannot be written. */
  void requireWritable() {
    AtomicFile.open(task).close();
  }

  /** Writes all files, the task last. */
  void write(AdaptedTask trained, String report) {
    ModelFiles.write(network(), trained.model(), Provenance.currentVersion());
    trained.log().writeCsv(log());
    AtomicFile.write(sibling(".training.html"), report.getBytes(StandardCharsets.UTF_8));
    trained.write(task);
  }

  /** Lines that name the files. */
  List<String> lines() {
    return List.of(
        "task      " + task,
        "model     " + network() + " and .safetensors",
        "training  " + log() + " and .html");
  }

  private Path network() {
    return sibling(".network.json");
  }

  private Path log() {
    return sibling(".training.csv");
  }

  private Path sibling(String ending) {
    return task.resolveSibling(stem + ending);
  }
}
