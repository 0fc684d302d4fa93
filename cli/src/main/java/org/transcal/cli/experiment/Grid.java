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
 * Every task with every method, in parallel over tasks and repeats.
 *
 * <p>Results come in the order of the tasks, whatever the number of threads. Models are trained one
 * at a time, since libraries that train keep one state for the whole process; what is trained is
 * calibrated meanwhile. Cost: memory of one task a thread.
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

  /** Runs all tasks and hands on what they give, in their order. */
  void run(List<PlannedTask> tasks, Consumer<TaskOutcome> results) {
    // Loops of the core take their threads from the pool of their caller, so this is all there are.
    ForkJoinPool pool = new ForkJoinPool(terminal.threads());
    ExecutorService trainer = Executors.newSingleThreadExecutor();
    try {
      List<CompletableFuture<TaskOutcome>> outcomes = new ArrayList<>();
      for (PlannedTask task : tasks) {
        TaskRun run = new TaskRun(task, plan, journal, terminal, progress);
        outcomes.add(
            task instanceof TrainedTask
                ? CompletableFuture.runAsync(run::prepare, trainer)
                    .thenApplyAsync(done -> run.run(), pool)
                : CompletableFuture.supplyAsync(run::run, pool));
      }
      for (CompletableFuture<TaskOutcome> outcome : outcomes) {
        results.accept(await(outcome));
      }
    } finally {
      trainer.shutdownNow();
      pool.shutdownNow();
    }
  }

  private static TaskOutcome await(CompletableFuture<TaskOutcome> outcome) {
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
