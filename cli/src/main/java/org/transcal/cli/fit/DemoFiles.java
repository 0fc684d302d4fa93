package org.transcal.cli.fit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.transcal.example.KnownShift;
import org.transcal.io.TaskWriter;
import org.transcal.io.file.OutputLock;
import org.transcal.io.npy.NpyWriter;
import org.transcal.io.npy.NpzWriter;
import org.transcal.io.npy.Precision;
import org.transcal.matrix.Matrix;
import org.transcal.task.DomainFeatures;
import org.transcal.task.TransferTask;

/** Files that let every other command be tried: all drawn from the distributions of the demo. */
final class DemoFiles {
  private static final int NEW_ROWS = 1000;

  private final OutputFolder folder;
  private final long seed;

  DemoFiles(OutputFolder folder, long seed) {
    this.folder = folder;
    this.seed = seed;
  }

  /** Files of the user that the demo would write over: those in a folder that was no output yet. */
  static List<Path> inTheWay(Path folder) {
    if (OutputLock.wasHeld(folder)) {
      return List.of();
    }
    return Stream.of("data.npz", "logits.npy", "labels.npy", "new_logits.npy", "tasks")
        .map(folder::resolve)
        .filter(Files::exists)
        .toList();
  }

  /** The example as a task. */
  static void writeTask(KnownShift example, Path file) {
    TaskWriter.of(example.task()).targetLabels(example.targetLabels()).write(file);
  }

  /** Writes them all; gives the lines that say where they are and what they are for. */
  List<String> write(KnownShift example) {
    Path data = folder.file("data.npz");
    writeData(example, data);
    KnownShift labelled = KnownShift.sample(1, 1, NEW_ROWS, seed + 1);
    writeLogits(labelled, "logits.npy");
    NpyWriter.writeIntegers(folder.file("labels.npy"), labelled.targetLabels().toArray());
    writeLogits(KnownShift.sample(1, 1, NEW_ROWS, seed + 2), "new_logits.npy");
    writeTask(KnownShift.sample(300, 200, 250, seed + 3), folder.file("tasks/demo__A2B__net.npz"));
    writeTask(KnownShift.sample(300, 200, 250, seed + 4), folder.file("tasks/demo__A2C__net.npz"));
    return List.of(
        "data set       " + data + " (for adapt)",
        "labelled rows  " + folder.file("logits.npy") + ", labels.npy (for evaluate)",
        "new rows       " + folder.file("new_logits.npy") + " (for apply)",
        "more tasks     " + folder.file("tasks") + " (for experiment)");
  }

  private void writeLogits(KnownShift example, String name) {
    Matrix logits = example.task().target().logits().values();
    NpyWriter.write(folder.file(name), logits, Precision.FLOAT32);
  }

  /** Source validation and target rows as a data set of two domains. */
  private static void writeData(KnownShift example, Path file) {
    TransferTask task = example.task();
    DomainFeatures features = task.features().orElseThrow();
    Matrix source = features.sourceValidation();
    Matrix target = features.target();
    int columns = source.columns();
    float[] values = new float[(source.rows() + target.rows()) * columns];
    for (int i = 0; i < source.rows() + target.rows(); i++) {
      for (int j = 0; j < columns; j++) {
        boolean first = i < source.rows();
        double value = first ? source.get(i, j) : target.get(i - source.rows(), j);
        values[i * columns + j] = (float) value;
      }
    }
    int[] sourceLabels = task.sourceValidation().labels().toArray();
    int[] targetLabels = example.targetLabels().toArray();
    try (NpzWriter writer = NpzWriter.open(file)) {
      writer
          .matrix("x", Matrix.wrap(values, source.rows() + target.rows(), columns))
          .integers(
              "y",
              IntStream.concat(IntStream.of(sourceLabels), IntStream.of(targetLabels)).toArray())
          .integers(
              "domain",
              IntStream.range(0, source.rows() + target.rows())
                  .map(row -> row < source.rows() ? 0 : 1)
                  .toArray())
          .texts("domain_names", List.of("source", "target"))
          .texts("class_names", List.of("A", "B", "C", "D", "E"));
      writer.commit();
    }
  }
}
