package org.transcal.io.csv;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.transcal.comparison.TargetScores;
import org.transcal.experiment.Trial;
import org.transcal.io.file.AtomicFile;

/**
 * Results of many tasks as a table, one line a task, method and seed; what does not exist is left
 * empty, and text that a spreadsheet would take for a formula has an apostrophe in front.
 *
 * <p>Keeps text only, so that thousands of trials can be added and let go.
 */
public final class ResultsCsv {
  private static final List<String> COLUMNS =
      List.of(
          "task",
          "method",
          "seed",
          "temperature",
          "lambda",
          "accuracy",
          "ece",
          "nll",
          "brier",
          "seconds",
          "error");

  private final StringBuilder lines = new StringBuilder();

  /** A table without lines. */
  public ResultsCsv() {
    addLine(COLUMNS.toArray(new String[0]));
  }

  /** Adds a line. */
  public void add(Trial trial) {
    String task = CsvText.text(trial.task().full());
    String method = CsvText.text(trial.method());
    String seed = Long.toString(trial.seed());
    if (trial.outcome() instanceof Trial.Failed failed) {
      addLine(task, method, seed, "", "", "", "", "", "", "", CsvText.text(failed.message()));
      return;
    }
    Trial.Fitted fitted = trial.fitted().orElseThrow();
    Optional<TargetScores> scores = fitted.scores();
    addLine(
        task,
        method,
        seed,
        number(fitted.temperature()),
        number(fitted.lambda()),
        scores.map(s -> CsvText.number(s.accuracy())).orElse(""),
        scores.map(s -> CsvText.number(s.ece())).orElse(""),
        scores.map(s -> CsvText.number(s.nll())).orElse(""),
        scores.map(s -> CsvText.number(s.brier())).orElse(""),
        CsvText.number(trial.seconds()),
        "");
  }

  private static String number(OptionalDouble value) {
    return value.isPresent() ? CsvText.number(value.getAsDouble()) : "";
  }

  private void addLine(String... cells) {
    lines.append(String.join(",", cells)).append('\n');
  }

  /** Header and lines. */
  public String text() {
    return lines.toString();
  }

  /** Writes header and lines, whole or not at all. */
  public void write(Path file) {
    AtomicFile.write(file, text().getBytes(StandardCharsets.UTF_8));
  }
}
