package org.transcal.workflow;

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
import org.transcal.io.history.Histories;
import org.transcal.io.history.History;
import org.transcal.monitoring.Night;
import org.transcal.monitoring.NightTime;

/** The history that a monitor adds to, if there is one, and how much of it is kept. */
public final class HistoryFile {
  private static final int TENTH = 10;
  private static final int SECONDS_PER_DAY = 86_400;

  private final Optional<Path> file;
  private final OptionalInt days;
  private final boolean dropAllowed;
  private final boolean futureAllowed;
  private final Clock clock;

  private HistoryFile(
      Optional<Path> file,
      OptionalInt days,
      boolean dropAllowed,
      boolean futureAllowed,
      Clock clock) {
    this.file = file;
    this.days = days;
    this.dropAllowed = dropAllowed;
    this.futureAllowed = futureAllowed;
    this.clock = clock;
  }

  /** No history: every night stands alone. */
  public static HistoryFile none() {
    return new HistoryFile(Optional.empty(), OptionalInt.empty(), false, false, Clock.systemUTC());
  }

  /** The same in a file; fails if no installed format has its extension. */
  public HistoryFile in(Path newFile) {
    Histories.open(newFile);
    return new HistoryFile(Optional.of(newFile), days, dropAllowed, futureAllowed, clock);
  }

  /** The same that drops nights more than this many days before the latest. */
  public HistoryFile keepingDays(int newDays) {
    return new HistoryFile(file, OptionalInt.of(newDays), dropAllowed, futureAllowed, clock);
  }

  /** The same that may drop more than a tenth of its nights in one run. */
  public HistoryFile allowingDrop() {
    return new HistoryFile(file, days, true, futureAllowed, clock);
  }

  /** The same that accepts nights more than two days ahead of the clock. */
  public HistoryFile allowingFuture() {
    return new HistoryFile(file, days, dropAllowed, true, clock);
  }

  /** The same with another clock. */
  public HistoryFile withClock(Clock newClock) {
    return new HistoryFile(file, days, dropAllowed, futureAllowed, newClock);
  }

  /** All nights, the latest times in detail; none without a file. */
  public List<Night> read(int detailed) {
    return file.map(path -> Histories.open(path).read(detailed)).orElse(List.of());
  }

  /** Whether there is a file. */
  boolean isKept() {
    return file.isPresent();
  }

  /**
   * Adds nights, if there is a file, and any reference nights that it lacks, for charts.
   *
   * @param before what the history held when it was read
   */
  void write(List<Night> reference, List<Night> before, List<Night> tonight) {
    if (file.isEmpty()) {
      return;
    }
    Set<NightTime> known = before.stream().map(Night::at).collect(Collectors.toSet());
    List<Night> all = new ArrayList<>();
    if (reference.stream().anyMatch(night -> !known.contains(night.at()))) {
      all.addAll(reference);
    }
    all.addAll(tonight);
    Histories.open(file.get()).write(all, oldest(before, tonight.stream().map(Night::at).toList()));
  }

  /** Fails if much more would be dropped than a run adds, unless that is allowed. */
  void requireKept(List<Night> before, List<NightTime> tonight) {
    Optional<NightTime> oldest = oldest(before, tonight);
    List<NightTime> all =
        before.stream()
            .map(Night::at)
            .distinct()
            .filter(at -> at.kind() != NightTime.Kind.REFERENCE)
            .toList();
    long dropped = all.stream().filter(at -> !History.isKept(at, oldest)).count();
    if (!dropAllowed && dropped > Math.max(tonight.size(), all.size() / TENTH)) {
      throw InputException.in(
          file.orElseThrow() + ", --keep " + days.orElseThrow() + "d",
          "would drop %d of its %d nights; if that is right, add --allow-drop",
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
   * The oldest date that is kept; empty to keep all. Days count from the latest night but no date
   * in the future, and nights of this run stay.
   */
  private Optional<NightTime> oldest(List<Night> before, List<NightTime> tonight) {
    if (days.isEmpty()) {
      return Optional.empty();
    }
    List<NightTime> all = Stream.concat(before.stream().map(Night::at), tonight.stream()).toList();
    double latest =
        seconds(all)
            .max()
            .orElseThrow(
                () ->
                    new OptionException(
                        "--keep counts days, but the night is at "
                            + all.get(all.size() - 1)
                            + ", not at a date"));
    double second =
        Math.floor(Math.min(latest, inTwoDays())) - (double) days.getAsInt() * SECONDS_PER_DAY;
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
}
