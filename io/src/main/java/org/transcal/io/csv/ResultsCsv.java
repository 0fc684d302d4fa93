package org.transcal.io.csv;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import org.transcal.comparison.TargetScores;
import org.transcal.experiment.Trial;
import org.transcal.io.file.AtomicFile;

/**
 * Results of many tasks as a table, one line per task, method and seed; missing values are empty
 * cells, and text that a spreadsheet would take for a formula starts with an apostrophe.
 *
 * <p>Only the text is kept, so that memory does not grow with the trials themselves.
 */
public final class ResultsCsv {
  private static final String COLUMNS =
      "task,method,seed,temperature,lambda,accuracy,ece,nll,brier,seconds,error";

  private final StringBuilder lines = new StringBuilder();

  /** A table without lines. */
  public ResultsCsv() {
    addLine(COLUMNS);
  }

  /** Adds a line. */
  public void add(Trial trial) {
    String task = CsvText.printable(trial.task().full());
    String method = CsvText.printable(trial.method());
    String seed = Long.toString(trial.seed());
    if (trial.outcome() instanceof Trial.Failed failed) {
      addLine(task, method, seed, "", "", "", "", "", "", "", CsvText.printable(failed.message()));
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
