package org.transcal.cli.experiment;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.transcal.calibration.CalibrationMethod;
import org.transcal.calibration.MethodSettings;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Progress;
import org.transcal.cli.terminal.Terminal;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.io.LoadedTask;
import org.transcal.io.TaskFiles;
import org.transcal.io.file.InputException;
import org.transcal.shift.TransferTask;

/**
 * Every task with every method, tasks in parallel.
 *
 * <p>A task is read, run and let go by one thread; results come in the order of the tasks, whatever
 * the number of threads. Cost: memory of {@value #AHEAD} tasks a thread.
 */
final class Grid {
  /** How many tasks a thread may be ahead of the slowest. */
  private static final int AHEAD = 2;

  private final Plan plan;
  private final Terminal terminal;
  private final Progress progress;

  Grid(Plan plan, Terminal terminal, Progress progress) {
    this.plan = plan;
    this.terminal = terminal;
    this.progress = progress;
  }

  /** Runs all tasks and adds what they give, in their order. */
  void run(List<Path> tasks, Results results) {
    // Loops of the core take their threads from the pool of their caller, so this is all there are.
    ForkJoinPool pool = new ForkJoinPool(terminal.threads());
    try {
      Deque<Future<List<Entry>>> underWay = new ArrayDeque<>();
      for (Path task : tasks) {
        if (underWay.size() == AHEAD * terminal.threads()) {
          await(underWay.remove()).forEach(entry -> entry.addTo(results));
        }
        FutureTask<List<Entry>> next = new FutureTask<>(() -> entries(task));
        pool.execute(next);
        underWay.add(next);
      }
      for (Future<List<Entry>> last : underWay) {
        await(last).forEach(entry -> entry.addTo(results));
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private static List<Entry> await(Future<List<Entry>> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while tasks ran", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("A task ended without a result", e.getCause());
    }
  }

  private List<Entry> entries(Path path) {
    List<Entry> entries = new ArrayList<>();
    try {
      LoadedTask loaded = TaskFiles.load(path);
      for (int repeat = 0; repeat < plan.repeats(); repeat++) {
        entries.add(entry(loaded, repeat));
      }
    } catch (InputException bad) {
      entries.addAll(failures(path, ExitStatus.BAD_INPUT, bad.getMessage()));
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError unexpected) {
      entries.addAll(failures(path, ExitStatus.BUG, terminal.unexpected(unexpected)));
    }
    return entries;
  }

  private List<Entry> failures(Path path, ExitStatus status, String reason) {
    progress.advance(plan.stepsPerTask());
    List<Entry> entries = new ArrayList<>();
    String name = path.getFileName().toString().replaceFirst("\\.npz$", "");
    for (int repeat = 0; repeat < plan.repeats(); repeat++) {
      entries.add(new Entry.Failed(name, plan.seedOf(repeat), status, reason));
    }
    return entries;
  }

  private Entry entry(LoadedTask loaded, int repeat) {
    MethodSettings unlabelled = plan.settingsOf(repeat);
    MethodSettings settings =
        loaded.targetLabels().map(unlabelled::withTargetLabels).orElse(unlabelled);
    TransferTask drawn = Resample.of(loaded.task(), plan.seed(), repeat);
    // Running no method at all estimates the weights, once for all that follow.
    TransferTask weighted = MethodComparison.run(drawn, List.of(), settings, result -> {}).task();
    List<MethodResult> results = new ArrayList<>();
    for (CalibrationMethod method : plan.methods().with(settings)) {
      results.add(run(weighted, method, settings));
      progress.advance(1);
    }
    return new Entry.Compared(
        new MethodComparison(weighted, settings, results),
        repeat == 0 ? loaded.warnings() : List.of());
  }

  private MethodResult run(TransferTask task, CalibrationMethod method, MethodSettings settings) {
    try {
      return MethodComparison.run(task, List.of(method), settings, result -> {}).results().get(0);
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError unexpected) {
      return new MethodResult(
          method.name(),
          0,
          Optional.empty(),
          Optional.empty(),
          Optional.of(
              new MethodResult.Failure(
                  MethodResult.Cause.NOT_CALIBRATABLE, terminal.unexpected(unexpected))));
    }
  }
}
