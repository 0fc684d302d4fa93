package org.transcal.workflow;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.transcal.calibration.MethodSettings;
import org.transcal.experiment.Experiment;
import org.transcal.io.experiment.TrialJournal;
import org.transcal.io.file.InputException;
import org.transcal.io.file.OutputLock;

/**
 * Runs methods on many tasks, and goes on where an earlier run of the same folder stopped.
 *
 * <p>The folder is locked until this object is closed, so that results can be written to it.
 */
public final class ExperimentRun implements AutoCloseable {
  private final Experiment experiment;
  private final List<PlannedTask> tasks;
  private final Options options;
  private final ExperimentFolder folder;
  private final OutputLock lock;
  private final TrialJournal journal;

  private ExperimentRun(
      Experiment experiment, List<PlannedTask> tasks, Options options, ExperimentFolder folder) {
    this.experiment = experiment;
    this.tasks = tasks;
    this.options = options;
    this.folder = folder;
    this.lock = OutputLock.acquire(options.out);
    try {
      this.journal = folder.open(lock);
    } catch (RuntimeException unusable) {
      lock.close();
      throw unusable;
    }
  }

  /**
   * Where and how to run.
   *
   * @param out the folder of results, and of what is needed to resume
   * @param planFile the file that a plan with models to train was read from
   * @param labels a folder with labelled rows of tasks, {@code <task>.csv}
   * @param poorSourceAllowed whether tasks whose model is no better than chance on its source run
   * @param fresh whether to discard earlier results and trained tasks
   * @param threads number of threads, on which results do not depend
   * @param describeFailure words for unexpected failures, which become results of their task
   */
  public record Options(
      Path out,
      Optional<Path> planFile,
      Optional<Path> labels,
      boolean poorSourceAllowed,
      boolean fresh,
      int threads,
      Function<Throwable, String> describeFailure) {
    /** Checks that the folder of labels exists. */
    public Options {
      labels
          .filter(folder -> !Files.isDirectory(folder))
          .ifPresent(
              missing -> {
                throw InputException.in(missing, "there is no such folder");
              });
    }

    /** Results, and what is needed to resume, in a folder; one thread per processor. */
    public static Options in(Path out) {
      int threads = Runtime.getRuntime().availableProcessors();
      return new Options(
          out, Optional.empty(), Optional.empty(), false, false, threads, String::valueOf);
    }
  }

  /** Finds the tasks of a plan, and opens the folder of results. */
  public static ExperimentRun open(Plan plan, Options options) {
    ExperimentFolder folder = new ExperimentFolder(options.out);
    MethodSettings settings =
        MethodSettings.defaults().withBins(plan.bins()).withBalance(plan.balance());
    Experiment experiment =
        new Experiment(
            plan.methodNames(), plan.repeats(), TrainingPlan.seedSpan(plan.training()), settings);
    List<PlannedTask> tasks = new ArrayList<>();
    for (Path stored : plan.tasks()) {
      List<PlannedTask> found = PlannedTask.in(stored, plan.seed());
      if (found.stream().anyMatch(task -> folder.contains(task.path()))) {
        throw new OptionException(
            "--out is "
                + options.out
                + ", which contains tasks of "
                + stored
                + "; results must go to another folder");
      }
      tasks.addAll(found);
    }
    Path source = options.planFile.orElse(options.out);
    tasks.addAll(
        new TrainingPlan(source, TaskTrainer.find(), folder, plan.repeats())
            .tasks(plan.training()));
    return new ExperimentRun(experiment, tasks, options, folder);
  }

  /** Number of tasks. */
  public int tasks() {
    return tasks.size();
  }

  /** Warnings about the results of earlier runs. */
  public List<String> warnings() {
    return journal.warnings();
  }

  /** Runs what has not run before. */
  public ExperimentResult run(Listener listener) {
    if (options.fresh) {
      folder.discard(journal, tasks);
    }
    ExperimentResult result = new ExperimentResult(experiment.methods());
    long runs = (long) experiment.methods().size() * experiment.repeats();
    long steps = tasks.stream().mapToLong(task -> task.steps() + runs).sum();
    try (Progress progress = Listener.interruptible(listener, "experiment", steps)) {
      new Grid(experiment, options, journal, progress).run(tasks, result::add);
    }
    if (result.ran() == 0) {
      journal.close();
      folder.removeNewJournal();
    }
    return result;
  }

  @Override
  public void close() {
    try (lock) {
      journal.close();
    }
  }
}
