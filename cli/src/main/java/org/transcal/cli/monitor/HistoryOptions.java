package org.transcal.cli.monitor;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.transcal.cli.terminal.Message;
import org.transcal.cli.terminal.ShellCommand;
import org.transcal.io.file.InputException;
import org.transcal.io.history.Histories;
import org.transcal.io.history.History;
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
  private static final int TENTH = 10;

  /** System property that replaces the clock in tests, such as 2026-11-14T00:00:00Z. */
  private static final String NOW = "transcal.now";

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
      description =
          "Drop nights more than this many days (d) or weeks (w) before the latest, those of"
              + " this run excepted.")
  private Optional<String> keep = Optional.empty();

  @Option(
      names = "--allow-drop",
      description = "Let --keep drop more than a tenth of the history in one run.")
  private boolean allowDrop;

  @Option(
      names = "--allow-future",
      description = "Accept nights more than two days ahead of the clock.")
  private boolean allowFuture;

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
    Histories.open(historyFile.get())
        .write(all, oldest(before, tonight.stream().map(Night::at).toList()));
  }

  /** Fails if {@code --keep} would drop much more than this run adds, unless that is allowed. */
  void requireKept(List<Night> before, List<NightTime> tonight) {
    Optional<NightTime> oldest = oldest(before, tonight);
    List<NightTime> all =
        before.stream()
            .map(Night::at)
            .distinct()
            .filter(at -> at.kind() != NightTime.Kind.REFERENCE)
            .toList();
    long dropped = all.stream().filter(at -> !History.isKept(at, oldest)).count();
    if (!allowDrop && dropped > Math.max(tonight.size(), all.size() / TENTH)) {
      String problem = "would drop %d of its %d nights; if that is right, add --allow-drop";
      throw InputException.in(
          historyFile.orElseThrow() + ", --keep " + keep.orElseThrow(),
          problem,
          dropped,
          all.size());
    }
  }

  /** The latest date that needs no {@code --allow-future}, in seconds since 1970. */
  double latest() {
    return allowFuture ? Double.POSITIVE_INFINITY : inTwoDays();
  }

  private static double inTwoDays() {
    String fixed = System.getProperty(NOW);
    Instant now = fixed == null ? Clock.systemUTC().instant() : Instant.parse(fixed);
    return now.getEpochSecond() + 2 * SECONDS_PER_DAY;
  }

  /**
   * The oldest date that is kept; empty to keep all. Days count from the latest night but no date
   * in the future, and nights of this run stay.
   */
  private Optional<NightTime> oldest(List<Night> before, List<NightTime> tonight) {
    if (keep.isEmpty()) {
      return Optional.empty();
    }
    List<NightTime> all = Stream.concat(before.stream().map(Night::at), tonight.stream()).toList();
    double latest =
        seconds(all)
            .max()
            .orElseThrow(
                () ->
                    misuse(
                        "--keep counts days, but the night is at %s, not at a date",
                        all.get(all.size() - 1)));
    Matcher parts = KEEP.matcher(keep.get());
    parts.matches();
    long days = Long.parseLong(parts.group(1)) * (parts.group(2).equals("w") ? DAYS_PER_WEEK : 1);
    double second = Math.floor(Math.min(latest, inTwoDays())) - days * SECONDS_PER_DAY;
    double first = Math.floor(seconds(tonight).min().orElse(second));
    LocalDateTime oldest =
        LocalDateTime.ofEpochSecond((long) Math.min(second, first), 0, ZoneOffset.UTC);
    return oldest.getYear() < 0
        ? Optional.empty()
        : Optional.of(NightTime.parse(oldest.toString()));
  }

  private static DoubleStream seconds(List<NightTime> times) {
    return times.stream()
        .filter(at -> at.kind() == NightTime.Kind.DATE)
        .mapToDouble(NightTime::position);
  }

  /** Adds the options that were given to a command. */
  ShellCommand addTo(ShellCommand command) {
    command.option("--history", historyFile).option("--keep", keep);
    return allowFuture ? command.add("--allow-future") : command;
  }

  private ParameterException misuse(String format, Object... values) {
    return new ParameterException(spec.commandLine(), Message.of(format, values));
  }
}
