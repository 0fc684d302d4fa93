package org.transcal.bench.quality;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.transcal.adapt.AdaptedTask;
import org.transcal.calibration.CalibrationException;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;

/** Measured trainings, kept in a file so that an interrupted study can resume. */
final class AdaptationRuns {
  private static final int BINS = 15;
  private static final String HEADER = "data,task,method,seed,accuracy,ece,seconds\n";

  /**
   * One training.
   *
   * @param accuracy on the target; NaN if training diverged
   * @param ece on the target, before calibration
   */
  record Run(
      String data,
      String task,
      String method,
      long seed,
      double accuracy,
      double ece,
      double seconds) {}

  private final Path file;
  private final List<Run> runs = new ArrayList<>();

  AdaptationRuns(Path file) throws IOException {
    this.file = file;
    Files.createDirectories(file.toAbsolutePath().getParent());
    try {
      Files.writeString(file, HEADER, StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException earlier) {
      List<String> lines = Files.readAllLines(file);
      for (String line : lines.subList(1, lines.size())) {
        String[] cell = line.split(",");
        runs.add(
            new Run(
                cell[0],
                cell[1],
                cell[2],
                Long.parseLong(cell[3]),
                Double.parseDouble(cell[4]),
                Double.parseDouble(cell[5]),
                Double.parseDouble(cell[6])));
      }
    }
  }

  List<Run> all() {
    return List.copyOf(runs);
  }

  Optional<Run> find(String data, String task, String method, long seed) {
    return runs.stream()
        .filter(run -> run.data().equals(data) && run.task().equals(task))
        .filter(run -> run.method().equals(method) && run.seed() == seed)
        .findFirst();
  }

  /** A training to measure. */
  interface Training {
    AdaptedTask run();
  }

  /** Trains, measures and records, unless the file already has this training. */
  void measure(String data, String task, String method, long seed, Training training)
      throws IOException {
    if (find(data, task, method, seed).isPresent()) {
      return;
    }
    long start = System.nanoTime();
    Run run;
    try {
      AdaptedTask trained = training.run();
      double seconds = (System.nanoTime() - start) / 1e9;
      double[] scores = scores(trained.targetLogits(), trained.targetLabels().orElseThrow());
      run = new Run(data, task, method, seed, scores[0], scores[1], seconds);
    } catch (CalibrationException diverged) {
      run = new Run(data, task, method, seed, Double.NaN, Double.NaN, 0);
    }
    runs.add(run);
    String line =
        String.format(
            Locale.ROOT,
            "%s,%s,%s,%d,%.5f,%.5f,%.1f%n",
            data,
            task,
            method,
            seed,
            run.accuracy(),
            run.ece(),
            run.seconds());
    Files.writeString(file, line, StandardOpenOption.APPEND);
  }

  /** Accuracy and ECE. */
  private static double[] scores(Logits logits, Labels labels) {
    ReliabilityDiagram diagram =
        ReliabilityDiagram.of(LabelledPredictions.of(logits.softmax(1), labels), BINS);
    double right = 0;
    for (double correct : logits.correctness(labels)) {
      right += correct;
    }
    return new double[] {right / labels.rows(), diagram.expectedCalibrationError()};
  }
}
