package org.transcal.cli.monitor;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.transcal.cli.terminal.Message;
import org.transcal.cli.terminal.ShellCommand;
import org.transcal.io.history.Histories;
import org.transcal.monitoring.Night;
import org.transcal.monitoring.NightTime;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The history of {@code transcal monitor}. */
final class HistoryOptions {
  private static final Pattern KEEP = Pattern.compile("([1-9][0-9]{0,5})([dw])");
  private static final int DAYS_PER_WEEK = 7;
  private static final int SECONDS_PER_DAY = 86_400;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--history",
      paramLabel = "FILE",
      description = "Table of all nights, to which this one is added: .csv, .parquet or .duckdb")
  private Optional<Path> historyFile = Optional.empty();

  @Option(
      names = "--keep",
      paramLabel = "400d",
      description = "Drop nights more than this many days (d) or weeks (w) before the latest.")
  private Optional<String> keep = Optional.empty();

  /** The file, if there is one. */
  Optional<Path> file() {
    return historyFile;
  }

  /** Fails if an option is wrong, or no installed format has the file's extension. */
  void requireValid() {
    if (keep.isPresent() && historyFile.isEmpty()) {
      throw misuse("--keep needs --history");
    }
    if (keep.isPresent() && !KEEP.matcher(keep.get()).matches()) {
      throw misuse("--keep is \"%s\"; it must be as 400d (days) or 52w (weeks)", keep.get());
    }
    historyFile.ifPresent(Histories::open);
  }

  /** All nights, the latest times in detail; none without a file. */
  List<Night> read(int detailed) {
    return historyFile.map(file -> Histories.open(file).read(detailed)).orElse(List.of());
  }

  /**
   * Adds nights, if there is a file, and any reference nights that it lacks, for charts.
   *
   * @param before what the history held when it was read
   */
  void write(List<Night> reference, List<Night> before, List<Night> tonight) {
    if (historyFile.isEmpty()) {
      return;
    }
    Set<NightTime> known = before.stream().map(Night::at).collect(Collectors.toSet());
    List<Night> all = new ArrayList<>();
    if (reference.stream().anyMatch(night -> !known.contains(night.at()))) {
      all.addAll(reference);
    }
    all.addAll(tonight);
    List<NightTime> times =
        Stream.concat(before.stream(), tonight.stream()).map(Night::at).toList();
    Histories.open(historyFile.get()).write(all, keep.flatMap(text -> oldest(text, times)));
  }

  /** The oldest date that is kept; empty to keep all. */
  private Optional<NightTime> oldest(String text, List<NightTime> times) {
    NightTime latest =
        times.stream()
            .filter(time -> time.kind() == NightTime.Kind.DATE)
            .max(NightTime::compareTo)
            .orElseThrow(
                () ->
                    misuse(
                        "--keep counts days, but the night is at %s, not at a date",
                        times.get(times.size() - 1)));
    Matcher parts = KEEP.matcher(text);
    parts.matches();
    long days = Long.parseLong(parts.group(1)) * (parts.group(2).equals("w") ? DAYS_PER_WEEK : 1);
    long second = (long) Math.floor(latest.position()) - days * SECONDS_PER_DAY;
    LocalDateTime oldest = LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC);
    return oldest.getYear() < 0
        ? Optional.empty()
        : Optional.of(NightTime.parse(oldest.toString()));
  }

  /** Adds the options that were given to a command. */
  ShellCommand addTo(ShellCommand command) {
    return command.option("--history", historyFile).option("--keep", keep);
  }

  private ParameterException misuse(String format, Object... values) {
    return new ParameterException(spec.commandLine(), Message.of(format, values));
  }
}
