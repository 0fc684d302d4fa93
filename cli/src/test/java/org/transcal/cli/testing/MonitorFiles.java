package org.transcal.cli.testing;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.transcal.io.TaskWriter;
import org.transcal.io.npy.NpzWriter;
import org.transcal.matrix.Matrix;
import org.transcal.monitoring.Batch;
import org.transcal.monitoring.Reference.PeriodBatch;
import org.transcal.monitoring.example.MonitoredDays;
import org.transcal.prediction.Logits;

/** The files of {@code transcal demo --monitor}, with few rows and batches. */
public final class MonitorFiles {
  /** Rows of a batch. */
  public static final int ROWS = 400;

  /** Batches of the reference period. */
  public static final int PERIOD = 4;

  private static final MonitoredDays DAYS = MonitoredDays.seeded(1);

  private MonitorFiles() {}

  /** Writes the task and the reference period to a folder. */
  public static void write(Path folder) {
    TaskWriter.of(DAYS.task())
        .classNames(MonitoredDays.classNames())
        .featureNames(MonitoredDays.featureNames())
        .write(folder.resolve("task.npz"));
    DAYS.period().stream().limit(PERIOD).forEach(batch -> write(folder, batch));
  }

  private static void write(Path folder, PeriodBatch batch) {
    String date = batch.at().toString().replaceFirst("^reference/", "");
    write(folder.resolve("period/" + date + ".npz"), batch.batch(), writer -> writer);
  }

  /** Writes a quiet batch of the example. */
  public static Path quiet(Path file) {
    return quiet(file, writer -> writer);
  }

  /** Writes a quiet batch with further arrays. */
  public static Path quiet(Path file, UnaryOperator<NpzWriter> more) {
    return write(file, DAYS.quietBatch(1).batch(), more);
  }

  /** Writes a batch on which the model is unsure and a feature is far off, beyond any doubt. */
  public static Path broken(Path file) {
    return broken(file, writer -> writer);
  }

  /** Writes such a batch with further arrays. */
  public static Path broken(Path file, UnaryOperator<NpzWriter> more) {
    Batch quiet = DAYS.quietBatch(2).batch();
    return write(
        file,
        new Batch(
            Logits.of(changed(quiet.logits().values(), 0.1, 0)),
            Optional.of(changed(quiet.features().orElseThrow(), 1, 5)),
            Optional.empty(),
            quiet.columns()),
        more);
  }

  private static Matrix changed(Matrix values, double factor, double firstMore) {
    double[][] rows = values.toArrays();
    for (double[] row : rows) {
      Arrays.setAll(row, j -> factor * row[j] + (j == 0 ? firstMore : 0));
    }
    return Matrix.copyOf(rows);
  }

  /** The true classes of the quiet batch. */
  public static int[] quietLabels() {
    return DAYS.quietBatch(1).labels().select(first()).toArray();
  }

  private static int[] first() {
    return IntStream.range(0, ROWS).toArray();
  }

  private static Path write(Path file, Batch whole, UnaryOperator<NpzWriter> more) {
    try (NpzWriter writer = NpzWriter.open(file)) {
      more.apply(
              writer
                  .matrix("target_logits", whole.logits().selectRows(first()).values())
                  .matrix("target_features", whole.features().orElseThrow().selectRows(first()))
                  .texts("camera", whole.columns().get("camera").subList(0, ROWS)))
          .commit();
    }
    return file;
  }
}
