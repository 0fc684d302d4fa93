package org.transcal.cli.experiment;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.io.csv.ResultsCsv;
import org.transcal.io.file.AtomicFile;

/** What an experiment found so far, without the data it came from. */
final class Results {
  private static final int MOST_WARNINGS = 10;

  private final List<String> methods;
  private final ResultsCsv lines = new ResultsCsv();
  private final SuiteTable suites;
  private final List<String> warnings = new ArrayList<>();
  private long left;
  private long ran;
  private long failed;
  private Optional<String> firstReason = Optional.empty();
  private ExitStatus firstStatus = ExitStatus.DONE;

  Results(List<String> methods) {
    this.methods = methods;
    this.suites = new SuiteTable(methods);
  }

  void add(MethodComparison comparison) {
    lines.add(comparison);
    suites.add(comparison);
    for (MethodResult result : comparison.results()) {
      if (result.failure().isEmpty()) {
        ran++;
      } else {
        MethodResult.Failure failure = result.failure().get();
        noteFailure(
            comparison.task().name() + ": " + failure.message(),
            failure.cause() == MethodResult.Cause.MISSING_INPUT
                ? ExitStatus.BAD_INPUT
                : ExitStatus.NOT_CALIBRATABLE);
      }
    }
  }

  /** Warnings of a task's reader; the first few are kept. */
  void addWarnings(String task, List<String> more) {
    for (String warning : more) {
      if (warnings.size() < MOST_WARNINGS) {
        warnings.add(task + ": " + warning);
      } else {
        left++;
      }
    }
  }

  /** Warnings of readers, then how much failed and why. */
  List<String> warnings() {
    List<String> all = new ArrayList<>(warnings);
    if (left > 0) {
      all.add("there are " + left + " more warnings like these");
    }
    firstReason.ifPresent(reason -> all.add(failed + " runs failed; the first: " + reason));
    return all;
  }

  void addFailure(String task, long seed, ExitStatus status, String reason) {
    for (String method : methods) {
      lines.addFailure(task, method, seed, reason);
      noteFailure(reason, status);
    }
  }

  private void noteFailure(String reason, ExitStatus status) {
    failed++;
    if (firstReason.isEmpty()) {
      firstReason = Optional.of(reason);
      firstStatus = status;
    }
  }

  /** How many times a method ran. */
  long ran() {
    return ran;
  }

  /** How many times a method could not run. */
  long failed() {
    return failed;
  }

  /** Done where anything ran, else what the first failure means. */
  ExitStatus status() {
    return ran > 0 ? ExitStatus.DONE : firstStatus;
  }

  SuiteTable suites() {
    return suites;
  }

  void write(Path csv, Path tables) {
    lines.write(csv);
    AtomicFile.write(tables, suites.toMarkdown().getBytes(StandardCharsets.UTF_8));
  }
}
