package org.transcal.workflow;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.transcal.io.file.InputException;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.history.Histories;
import org.transcal.monitoring.history.History;

/**
 * The history that a monitor adds to, if there is one, and how much of it is kept.
 *
 * @param file the file, or a folder that is only read
 * @param days how many days before the latest batch are kept
 * @param dropAllowed whether more than a tenth may be dropped in one run
 * @param futureAllowed whether a batch may be more than two days ahead of the clock
 * @param clock what tells the date
 */
public record HistoryFile(
    Optional<Path> file,
    OptionalInt days,
    boolean dropAllowed,
    boolean futureAllowed,
    Clock clock) {
  private static final int TENTH = 10;
  private static final int SECONDS_PER_DAY = 86_400;

  /** No history: every batch stands alone. */
  public static HistoryFile none() {
    return new HistoryFile(Optional.empty(), OptionalInt.empty(), false, false, Clock.systemUTC());
  }

  /** The same in a file; fails if no installed format has its extension. */
  public HistoryFile in(Path newFile) {
    Histories.open(newFile);
    return new HistoryFile(Optional.of(newFile), days, dropAllowed, futureAllowed, clock);
  }

  /** The same that drops batches more than this many days before the latest. */
  public HistoryFile keepingDays(int newDays) {
    return new HistoryFile(file, OptionalInt.of(newDays), dropAllowed, futureAllowed, clock);
  }

  /** The same that may drop more than a tenth of its batches in one run. */
  public HistoryFile allowingDrop() {
    return new HistoryFile(file, days, true, futureAllowed, clock);
  }

  /** The same that accepts batches more than two days ahead of the clock. */
  public HistoryFile allowingFuture() {
    return new HistoryFile(file, days, dropAllowed, true, clock);
  }

  /** The same with another clock. */
  public HistoryFile withClock(Clock newClock) {
    return new HistoryFile(file, days, dropAllowed, futureAllowed, newClock);
  }

  /** All batches, the latest times in detail; none without a file. */
  public List<BatchResult> read(int detailed) {
    return file.map(path -> Histories.open(path).read(detailed)).orElse(List.of());
  }

  /** Whether there is a file that is written; a folder is only read. */
  boolean isKept() {
    return file.isPresent() && !Files.isDirectory(file.get());
  }

  /**
   * Adds batches, if there is a file, and any reference batches that it lacks, for charts.
   *
   * @param before what the history held when it was read
   */
  void write(List<BatchResult> reference, List<BatchResult> before, List<BatchResult> tonight) {
    if (!isKept()) {
      return;
    }
    Set<BatchTime> known = before.stream().map(BatchResult::at).collect(Collectors.toSet());
    List<BatchResult> all = new ArrayList<>();
    if (reference.stream().anyMatch(batch -> !known.contains(batch.at()))) {
      all.addAll(reference);
    }
    all.addAll(tonight);
    Histories.open(file.get())
        .write(all, oldest(before, tonight.stream().map(BatchResult::at).toList()));
  }

  /** Fails if much more would be dropped than a run adds, unless that is allowed. */
  void requireKept(List<BatchResult> before, List<BatchTime> tonight) {
    Optional<BatchTime> oldest = oldest(before, tonight);
    List<BatchTime> all =
        before.stream()
            .map(BatchResult::at)
            .distinct()
            .filter(at -> at.kind() != BatchTime.Kind.REFERENCE)
            .toList();
    long dropped = all.stream().filter(at -> !History.isKept(at, oldest)).count();
    if (!dropAllowed && dropped > Math.max(tonight.size(), all.size() / TENTH)) {
      throw InputException.in(
          file.orElseThrow() + ", --keep " + days.orElseThrow() + "d",
          "would drop %d of its %d batches; if that is right, add --allow-drop",
          dropped,
          all.size());
    }
  }

  /** The latest date that is accepted, in seconds since 1970. */
  double latest() {
    return futureAllowed ? Double.POSITIVE_INFINITY : inTwoDays();
  }

  private double inTwoDays() {
    return clock.instant().getEpochSecond() + 2 * SECONDS_PER_DAY;
  }

  /**
   * The oldest date that is kept; empty to keep all. Days count from the latest batch but no date
   * in the future, and batches of this run stay.
   */
  private Optional<BatchTime> oldest(List<BatchResult> before, List<BatchTime> tonight) {
    if (days.isEmpty()) {
      return Optional.empty();
    }
    List<BatchTime> all =
        Stream.concat(before.stream().map(BatchResult::at), tonight.stream()).toList();
    double latest =
        seconds(all)
            .max()
            .orElseThrow(
                () ->
                    new OptionException(
                        "--keep counts days, but the batch is at "
                            + all.get(all.size() - 1)
                            + ", not at a date"));
    double second =
        Math.floor(Math.min(latest, inTwoDays())) - (double) days.getAsInt() * SECONDS_PER_DAY;
    double first = Math.floor(seconds(tonight).min().orElse(second));
    LocalDateTime oldest =
        LocalDateTime.ofEpochSecond((long) Math.min(second, first), 0, ZoneOffset.UTC);
    return oldest.getYear() < 0
        ? Optional.empty()
        : Optional.of(BatchTime.parse(oldest.toString()));
  }

  private static DoubleStream seconds(List<BatchTime> times) {
    return times.stream()
        .filter(at -> at.kind() == BatchTime.Kind.DATE)
        .mapToDouble(BatchTime::position);
  }
}
