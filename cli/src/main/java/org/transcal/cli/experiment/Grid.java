package org.transcal.cli.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import org.transcal.cli.terminal.Progress;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.experiment.TrialJournal;

/**
 * Runs every method on every task, in parallel over tasks and repeats.
 *
 * <p>Results keep the order of the tasks. Models are trained one at a time, since training
 * libraries have global state; trained tasks are calibrated meanwhile. Cost: memory of one task per
 * thread.
 */
final class Grid {
  private final Plan plan;
  private final TrialJournal journal;
  private final Terminal terminal;
  private final Progress progress;

  Grid(Plan plan, TrialJournal journal, Terminal terminal, Progress progress) {
    this.plan = plan;
    this.journal = journal;
    this.terminal = terminal;
    this.progress = progress;
  }

  /** Runs all tasks; their results come in the same order. */
  void run(List<PlannedTask> tasks, Consumer<TaskRun.Outcome> results) {
    // Parallel loops of the core run in the pool of their caller, so these are all threads.
    ForkJoinPool pool = new ForkJoinPool(terminal.threads());
    ExecutorService trainer = Executors.newSingleThreadExecutor();
    try {
      List<CompletableFuture<TaskRun.Outcome>> outcomes = new ArrayList<>();
      for (PlannedTask task : tasks) {
        TaskRun run = new TaskRun(task, plan, journal, terminal, progress);
        outcomes.add(
            task instanceof PlannedTask.Trained
                ? CompletableFuture.runAsync(run::prepare, trainer)
                    .thenApplyAsync(done -> run.run(), pool)
                : CompletableFuture.supplyAsync(run::run, pool));
      }
      for (CompletableFuture<TaskRun.Outcome> outcome : outcomes) {
        results.accept(await(outcome));
      }
    } finally {
      trainer.shutdownNow();
      pool.shutdownNow();
    }
  }

  private static TaskRun.Outcome await(CompletableFuture<TaskRun.Outcome> outcome) {
    try {
      return outcome.join();
    } catch (CompletionException failure) {
      if (failure.getCause() instanceof RuntimeException known) {
        throw known;
      }
      throw new IllegalStateException("A task ended without a result", failure.getCause());
    }
  }
}
