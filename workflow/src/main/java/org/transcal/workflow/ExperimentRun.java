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

  /** Where and how to run. */
  public static final class Options {
    private final Path out;
    private final Optional<Path> planFile;
    private final Optional<Path> labels;
    private final boolean poorSourceAllowed;
    private final boolean fresh;
    private final int threads;
    private final Function<Throwable, String> describeFailure;

    private Options(
        Path out,
        Optional<Path> planFile,
        Optional<Path> labels,
        boolean poorSourceAllowed,
        boolean fresh,
        int threads,
        Function<Throwable, String> describeFailure) {
      this.out = out;
      this.planFile = planFile;
      this.labels = labels;
      this.poorSourceAllowed = poorSourceAllowed;
      this.fresh = fresh;
      this.threads = threads;
      this.describeFailure = describeFailure;
    }

    /** Results, and what is needed to resume, in a folder; one thread per processor. */
    public static Options in(Path out) {
      int threads = Runtime.getRuntime().availableProcessors();
      return new Options(
          out, Optional.empty(), Optional.empty(), false, false, threads, String::valueOf);
    }

    /** The file that a plan with models to train was read from. */
    public Options withPlanFile(Path file) {
      return new Options(
          out, Optional.of(file), labels, poorSourceAllowed, fresh, threads, describeFailure);
    }

    /** A folder with labelled rows of tasks, {@code <task>.csv}. */
    public Options withLabels(Path labelFolder) {
      if (!Files.isDirectory(labelFolder)) {
        throw InputException.in(labelFolder, "there is no such folder");
      }
      return new Options(
          out,
          planFile,
          Optional.of(labelFolder),
          poorSourceAllowed,
          fresh,
          threads,
          describeFailure);
    }

    /** Tasks whose model is no better than chance on its source run as well. */
    public Options allowingPoorSource() {
      return new Options(out, planFile, labels, true, fresh, threads, describeFailure);
    }

    /** Starts over: earlier results and trained tasks are discarded. */
    public Options startingOver() {
      return new Options(out, planFile, labels, poorSourceAllowed, true, threads, describeFailure);
    }

    /** Another number of threads, on which results do not depend. */
    public Options withThreads(int newThreads) {
      return new Options(
          out, planFile, labels, poorSourceAllowed, fresh, newThreads, describeFailure);
    }

    /** Words for unexpected failures, which become results of their task. */
    public Options describingFailures(Function<Throwable, String> words) {
      return new Options(out, planFile, labels, poorSourceAllowed, fresh, threads, words);
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
      Grid grid =
          new Grid(
              experiment,
              options.labels,
              options.poorSourceAllowed,
              journal,
              options.describeFailure,
              progress);
      grid.run(tasks, options.threads, result::add);
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
