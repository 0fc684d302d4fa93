package org.transcal.bench.quality;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.transcal.adapt.AdaptedTask;
import org.transcal.calibration.CalibrationException;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;

/** Measured trainings, kept in a file so that an interrupted study can resume. */
final class AdaptationRuns {
  private static final int BINS = 15;
  private static final String HEADER = "data,task,method,seed,accuracy,ece\n";

  /**
   * One training.
   *
   * @param accuracy on the target; NaN if training diverged
   * @param ece on the target, before calibration
   */
  record Run(String data, String task, String method, long seed, double accuracy, double ece) {
    private static Run parse(String line) {
      String[] cells = line.split(",");
      double accuracy = Double.parseDouble(cells[4]);
      double ece = Double.parseDouble(cells[5]);
      return new Run(cells[0], cells[1], cells[2], Long.parseLong(cells[3]), accuracy, ece);
    }

    private boolean isLike(Run other) {
      return data.equals(other.data)
          && task.equals(other.task)
          && method.equals(other.method)
          && seed == other.seed;
    }
  }

  private final Path file;
  private final List<Run> runs = new ArrayList<>();

  AdaptationRuns(Path file) throws IOException {
    this.file = file;
    Files.createDirectories(file.toAbsolutePath().getParent());
    try {
      Files.writeString(file, HEADER, StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException earlier) {
      Files.readAllLines(file).stream().skip(1).map(Run::parse).forEach(runs::add);
    }
  }

  List<Run> all() {
    return List.copyOf(runs);
  }

  /** Trains, measures and records, unless the file already has this training. */
  void measure(String data, String task, String method, long seed, Supplier<AdaptedTask> training)
      throws IOException {
    Run run = new Run(data, task, method, seed, Double.NaN, Double.NaN);
    if (runs.stream().anyMatch(run::isLike)) {
      return;
    }
    try {
      AdaptedTask trained = training.get();
      double[] scores = scores(trained.targetLogits(), trained.targetLabels().orElseThrow());
      run = new Run(data, task, method, seed, scores[0], scores[1]);
    } catch (CalibrationException diverged) {
      // Recorded without scores.
    }
    runs.add(run);
    String line = "%s,%s,%s,%d,%.5f,%.5f%n";
    Files.writeString(
        file,
        String.format(Locale.ROOT, line, data, task, method, seed, run.accuracy, run.ece),
        StandardOpenOption.APPEND);
  }

  /** Accuracy and ECE. */
  private static double[] scores(Logits logits, Labels labels) {
    ReliabilityDiagram diagram =
        ReliabilityDiagram.of(LabelledPredictions.of(logits.softmax(1), labels), BINS);
    return new double[] {
      Arrays.stream(logits.correctness(labels)).average().orElseThrow(),
      diagram.expectedCalibrationError()
    };
  }
}
