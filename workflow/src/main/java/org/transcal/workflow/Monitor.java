package org.transcal.workflow;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.transcal.io.BatchFile;
import org.transcal.io.file.InputException;
import org.transcal.io.file.NearMiss;
import org.transcal.monitoring.AlertPolicy;
import org.transcal.monitoring.Batch;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.Reference;
import org.transcal.monitoring.history.History;

/** Compares the rows of one or more batches with a reference, and keeps the results. */
public final class Monitor {
  private Monitor() {}

  /**
   * When the batches were, and how they are judged and kept.
   *
   * @param history where results are kept
   * @param at the time of all rows, unless the batch has a column of times
   * @param chunkRows rows of each part of a batch, if it is cut
   * @param classes classes whose precision, recall and F1 are estimated
   * @param policy when to alert
   * @param labels a table of labels that have arrived
   */
  public record Options(
      HistoryFile history,
      Optional<BatchTime> at,
      OptionalInt chunkRows,
      List<String> classes,
      AlertPolicy policy,
      Optional<Path> labels) {
    /** Copies the list. */
    public Options {
      classes = List.copyOf(classes);
    }

    /** Batches by the batch's column of times; the default policy. */
    public static Options keepingIn(HistoryFile history) {
      return new Options(
          history,
          Optional.empty(),
          OptionalInt.empty(),
          List.of(),
          AlertPolicy.DEFAULT,
          Optional.empty());
    }

    /** All rows are of one time: a date, a date and time, or a number. */
    public Options at(String time) {
      try {
        Optional<BatchTime> batch = Optional.of(TimedBatch.time(time, history.latest()));
        return new Options(history, batch, chunkRows, classes, policy, labels);
      } catch (IllegalArgumentException bad) {
        throw new OptionException("--at: " + bad.getMessage());
      }
    }

    /** Each batch is cut into parts of this many consecutive rows. */
    public Options withChunkRows(int rows) {
      return new Options(history, at, OptionalInt.of(rows), classes, policy, labels);
    }

    /** Classes whose precision, recall and F1 are estimated. */
    public Options withClasses(List<String> newClasses) {
      return new Options(history, at, chunkRows, newClasses, policy, labels);
    }

    /** Another policy of alerts. */
    public Options withPolicy(AlertPolicy newPolicy) {
      return new Options(history, at, chunkRows, classes, newPolicy, labels);
    }

    /** A table of labels that have arrived, which replace those of the batch. */
    public Options withLabels(Path file) {
      return new Options(history, at, chunkRows, classes, policy, Optional.of(file));
    }

    /** The accepted false alarms of a batch, shared by its parts. */
    private AlertPolicy policyOf(List<TimedBatch> parts) {
      long most =
          parts.stream()
              .collect(Collectors.groupingBy(part -> part.at().part(0), Collectors.counting()))
              .values()
              .stream()
              .max(Long::compare)
              .orElse(1L);
      return new AlertPolicy(
          policy.falseAlarmRate() / most, policy.metrics(), policy.fixed(), policy.batches());
    }
  }

  /**
   * What was found; it is not in the history before {@link #store()}.
   *
   * @param before what the history held
   * @param batches the batches, each with all rows first, then its segments
   * @param warnings about the rows and labels, one sentence each
   */
  public record Result(
      Reference reference,
      HistoryFile history,
      List<BatchResult> before,
      List<BatchResult> batches,
      List<String> warnings) {
    /** Copies the lists. */
    public Result {
      before = List.copyOf(before);
      batches = List.copyOf(batches);
      warnings = List.copyOf(warnings);
    }

    /** Batches and segments with an alert. */
    public List<BatchResult> alerting() {
      return batches.stream().filter(batch -> !batch.alerts().isEmpty()).toList();
    }

    /** Adds the batches to the history; returns all batches that charts show. */
    public List<BatchResult> store() {
      history.write(reference.batches(), before, batches);
      List<BatchResult> kept = history.read(History.DASHBOARD_TIMES);
      return history.isKept()
          ? kept
          : Stream.of(
                  reference.batches(),
                  others(kept, batches.stream().map(BatchResult::at).toList()),
                  batches)
              .flatMap(List::stream)
              .sorted(History.ORDER)
              .toList();
    }
  }

  /** What a batch must hold to be compared with a reference. */
  public static BatchFile.Wanted wanted(
      Reference reference, List<String> segments, Optional<String> timeColumn) {
    int features = reference.features().map(f -> f.reference().columns()).orElse(0);
    return new BatchFile.Wanted(reference.validation().classes(), features, segments, timeColumn);
  }

  /** Fails, with the nearest names, unless the reference has all classes of the options. */
  public static void requireKnownClasses(Reference reference, Options options) {
    List<String> numbers =
        IntStream.range(0, reference.validation().classes()).mapToObj(Integer::toString).toList();
    List<String> known = Stream.concat(reference.classNames().stream(), numbers.stream()).toList();
    for (String name : options.classes) {
      if (!known.contains(name)) {
        String question = NearMiss.question(name, known);
        throw new OptionException(
            "--class: unknown class \""
                + name
                + "\"; "
                + (question.isEmpty()
                    ? "the classes are " + InputException.list(known)
                    : question));
      }
    }
  }

  /** Compares a batch with the reference; {@code where} names the batch in messages. */
  public static Result run(
      Reference reference, BatchFile read, Path where, Options options, Listener listener) {
    List<String> warnings = new ArrayList<>();
    Batch all = TimedBatch.rows(where, read);
    Batch rows =
        options
            .labels
            .map(path -> new LateLabels(reference, path).addTo(all, warnings))
            .orElse(all);
    List<TimedBatch> batches = batches(read, rows, options);
    List<BatchResult> before = options.history.read(0);
    options.history.requireKept(before, batches.stream().map(TimedBatch::at).toList());
    org.transcal.monitoring.Monitor monitor =
        org.transcal.monitoring.Monitor.against(reference)
            .withPolicy(options.policyOf(batches))
            .withClasses(options.classes);
    List<BatchResult> observed = observe(monitor, where, batches, before, listener);
    return new Result(reference, options.history, before, observed, warnings);
  }

  private static List<TimedBatch> batches(BatchFile file, Batch rows, Options options) {
    List<TimedBatch> whole =
        options
            .at
            .map(at -> List.of(new TimedBatch(at, rows)))
            .orElseGet(() -> TimedBatch.byTime(file, rows, options.history.latest()));
    return options.chunkRows.isEmpty()
        ? whole
        : whole.stream()
            .flatMap(batch -> batch.parts(options.chunkRows.getAsInt()).stream())
            .toList();
  }

  /** Results of other batches than those at the given times. */
  private static List<BatchResult> others(List<BatchResult> results, List<BatchTime> times) {
    return results.stream()
        .filter(result -> times.stream().noneMatch(at -> at.isSameBatch(result.at())))
        .toList();
  }

  private static List<BatchResult> observe(
      org.transcal.monitoring.Monitor monitor,
      Path where,
      List<TimedBatch> batches,
      List<BatchResult> before,
      Listener listener) {
    List<BatchResult> known =
        new ArrayList<>(others(before, batches.stream().map(TimedBatch::at).toList()));
    List<BatchResult> observed = new ArrayList<>();
    try (Progress progress = Listener.interruptible(listener, "monitoring", batches.size())) {
      for (TimedBatch batch : batches) {
        progress.running(batch.at().toString());
        known.sort(History.ORDER);
        List<BatchResult> found =
            InputException.naming(
                where, () -> monitor.after(known).observe(batch.at(), batch.batch()));
        observed.addAll(found);
        known.addAll(found);
        progress.advance(1);
      }
    }
    return observed;
  }
}
