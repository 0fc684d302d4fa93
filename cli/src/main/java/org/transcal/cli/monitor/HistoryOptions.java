package org.transcal.cli.monitor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.transcal.cli.file.InputFiles;
import org.transcal.cli.terminal.Message;
import org.transcal.monitoring.history.Histories;
import org.transcal.workflow.HistoryFile;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The history of {@code transcal monitor}. */
final class HistoryOptions {
  private static final Pattern KEEP = Pattern.compile("([1-9][0-9]{0,5})([dw])");
  private static final int DAYS_PER_WEEK = 7;
  private static final int TENTH = 10;

  /** System property that replaces the clock in tests, such as 2026-11-14T00:00:00Z. */
  private static final String NOW = "transcal.now";

  private static final int SECONDS_PER_DAY = 86_400;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--history",
      paramLabel = "FILE",
      description =
          "The results so far, to which this batch is added: .jsonl or .duckdb; or a folder of"
              + " Parquet files, which is only read.")
  private Optional<Path> historyFile = Optional.empty();

  @Option(
      names = "--keep",
      paramLabel = "400d",
      description =
          "Drop batches more than this many days (d) or weeks (w) before the latest, those of"
              + " this run excepted.")
  private Optional<String> keep = Optional.empty();

  @Option(
      names = "--allow-drop",
      description = "Let --keep drop more than a tenth of the history in one run.")
  private boolean allowDrop;

  @Option(
      names = "--allow-future",
      description = "Accept batches more than two days ahead of the clock.")
  private boolean allowFuture;

  /** The file that is written, if there is one. */
  Optional<Path> file() {
    return historyFile.map(Histories::store);
  }

  /** The file or folder that is only read, if there is one, and what becomes of the results. */
  Optional<String> note() {
    return historyFile
        .filter(file -> Files.isDirectory(file) || !Histories.store(file).equals(file))
        .map(
            file ->
                Files.isDirectory(file)
                    ? file + ": only Spark adds to a folder, so these results are not in it"
                    : Message.of(
                        "%s: is a table of transcal 0.1.0 and stays as it is; its history goes on in"
                            + " %s: give that to --history, and %s to --export if you need a table",
                        file, Histories.store(file), file));
  }

  /** Adds the files that are read. */
  void addTo(InputFiles inputs) {
    historyFile.filter(file -> !Histories.store(file).equals(file)).ifPresent(inputs::add);
  }

  /** Fails if an option is wrong, or no installed format has the file's extension. */
  void requireValid() {
    if (keep.isPresent() && historyFile.isEmpty()) {
      throw misuse("--keep needs --history");
    }
    if (keep.isPresent() && !KEEP.matcher(keep.get()).matches()) {
      throw misuse("--keep is \"%s\"; it must be as 400d (days) or 52w (weeks)", keep.get());
    }
  }

  /** The history that the options describe. */
  HistoryFile history() {
    String now = System.getProperty(NOW);
    HistoryFile history = HistoryFile.none();
    if (now != null) {
      history = history.withClock(Clock.fixed(Instant.parse(now), ZoneOffset.UTC));
    }
    history = historyFile.map(history::in).orElse(history);
    history = keep.map(HistoryOptions::days).map(history::keepingDays).orElse(history);
    history = allowDrop ? history.allowingDrop() : history;
    return allowFuture ? history.allowingFuture() : history;
  }

  private static int days(String text) {
    Matcher parts = KEEP.matcher(text);
    parts.matches();
    return Integer.parseInt(parts.group(1)) * (parts.group(2).equals("w") ? DAYS_PER_WEEK : 1);
  }

  private ParameterException misuse(String format, Object... values) {
    return new ParameterException(spec.commandLine(), Message.of(format, values));
  }
}
