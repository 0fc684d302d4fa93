package org.transcal.cli.fit;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.transcal.calibration.FittedMethod;
import org.transcal.io.LoadedTask;
import org.transcal.io.npy.NpzWriter;
import org.transcal.matrix.Matrix;
import org.transcal.report.FitReport;
import org.transcal.workflow.Fit;

/** An example to calibrate and explain. */
interface Demo {
  /** Writes {@code task.npz} and further files; returns the task with its target labels. */
  LoadedTask write();

  /** Concerns about the results. */
  default List<String> concerns(Fit.Result fit) {
    return List.of();
  }

  /** What the results show, and the table of methods. */
  List<String> story(Fit.Result fit);

  /** One line per file, with its path. */
  List<String> files();

  /** The report. */
  FitReport report(Fit.Result fit);

  /** Commands to try next. */
  List<List<String>> hints();

  /** What a method found, which must have run. */
  static FittedMethod fitted(Fit.Result fit, String method) {
    return fit.comparison().results().stream()
        .filter(result -> result.method().equals(method))
        .flatMap(result -> result.fitted().stream())
        .findFirst()
        .orElseThrow();
  }

  /** Writes a data set of two domains, the source rows first. */
  static void writeData(
      Path file, Matrix inputs, int[] labels, int sourceRows, List<String> classNames) {
    int[] domains =
        IntStream.range(0, inputs.rows()).map(row -> row < sourceRows ? 0 : 1).toArray();
    try (NpzWriter writer = NpzWriter.open(file)) {
      writer
          .matrix("x", inputs)
          .integers("y", labels)
          .integers("domain", domains)
          .texts("domain_names", List.of("source", "target"));
      if (!classNames.isEmpty()) {
        writer.texts("class_names", classNames);
      }
      writer.commit();
    }
  }
}
