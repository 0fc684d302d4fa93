package org.transcal.io.csv;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.transcal.calibration.FittedCalibration;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.TargetScores;
import org.transcal.io.file.AtomicFile;

/**
 * Results of many tasks as a table, one line a task, method and seed; what does not exist is left
 * empty.
 *
 * <p>Keeps text only, so that thousands of comparisons can be added and let go.
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

  /** Adds a line for each result of a comparison. */
  public void add(MethodComparison comparison) {
    for (MethodResult result : comparison.results()) {
      add(comparison.task().name(), comparison.seed(), result);
    }
  }

  private void add(String task, long seed, MethodResult result) {
    if (result.failure().isPresent()) {
      addFailure(task, result.method(), seed, result.failure().get().message());
      return;
    }
    Optional<FittedCalibration> fitted =
        result
            .fitted()
            .filter(FittedCalibration.class::isInstance)
            .map(FittedCalibration.class::cast);
    Optional<TargetScores> scores = result.scores();
    addLine(
        task,
        result.method(),
        Long.toString(seed),
        number(fitted.map(FittedCalibration::temperature).orElse(OptionalDouble.empty())),
        number(fitted.map(FittedCalibration::lambda).orElse(OptionalDouble.empty())),
        scores.map(s -> CsvText.number(s.accuracy())).orElse(""),
        scores.map(s -> CsvText.number(s.ece())).orElse(""),
        scores.map(s -> CsvText.number(s.nll())).orElse(""),
        scores.map(s -> CsvText.number(s.brier())).orElse(""),
        CsvText.number(result.seconds()),
        "");
  }

  /** Adds a line for a method that gave nothing, or for a task that could not be read. */
  public void addFailure(String task, String method, long seed, String error) {
    addLine(task, method, Long.toString(seed), "", "", "", "", "", "", "", error);
  }

  private static String number(OptionalDouble value) {
    return value.isPresent() ? CsvText.number(value.getAsDouble()) : "";
  }

  private void addLine(String... values) {
    lines.append(Arrays.stream(values).map(CsvText::quoted).collect(Collectors.joining(",")));
    lines.append('\n');
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
