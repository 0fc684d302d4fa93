package org.transcal.cli.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.transcal.calibration.MethodSettings;
import org.transcal.cli.TaskTrainer;
import org.transcal.cli.method.BalanceName;
import org.transcal.cli.method.MethodNames;
import org.transcal.cli.plan.PlanFile;
import org.transcal.cli.source.PoorSource;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.Progress;
import org.transcal.cli.terminal.ShellCommand;
import org.transcal.cli.terminal.Terminal;
import org.transcal.cli.terminal.Version;
import org.transcal.experiment.Experiment;
import org.transcal.experiment.Trials;
import org.transcal.io.experiment.TrialJournal;
import org.transcal.io.file.InputException;
import org.transcal.io.file.OutputLock;
import org.transcal.report.ExperimentReport;
import org.transcal.report.table.ExperimentTables;
import org.transcal.shift.Balance;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code transcal experiment}: every task of a folder or plan with every method. */
@Command(
    name = "experiment",
    header = "Runs methods on every task of a folder or plan; writes tables and a report.",
    description = {
      "%nWrites results.csv, one line per task, method and seed; tables.md, .csv, .tex and .html; and"
          + " report.html with the figures. A task named suite__task__model is grouped by those"
          + " three. A task or method that fails gets a line with its error and stops nothing else."
          + " Results do not depend on --threads.",
      "%nA run that was interrupted goes on where it stopped: start it again with the same --out."
          + " What depends on a changed task, plan or version is run again.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal demo                  makes the files of these examples",
      "  transcal experiment --tasks transcal-out/demo/tasks",
      "  transcal experiment --tasks transcal-out/demo/tasks \\",
      "      --methods vanilla,transcal --repeats 20",
      "  transcal experiment --plan docs/plans/table3.yaml \\",
      "      --set data=transcal-out/demo/data.npz",
    })
public final class ExperimentCommand implements Callable<Integer> {
  private static final int MOST_REPEATS = 1_000_000;
  private static final int MOST_BINS = 10_000;
  private static final int USUAL_BINS = 15;

  private final Terminal terminal;

  @Spec private CommandSpec spec;

  @Option(
      names = "--tasks",
      paramLabel = "DIR",
      description = "A folder of tasks in any of the accepted layouts.")
  private Optional<Path> tasks = Optional.empty();

  @Option(
      names = "--plan",
      paramLabel = "FILE",
      description = "A plan in YAML: folders of tasks, models to train, methods, repeats.")
  private Optional<Path> plan = Optional.empty();

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "A parameter of the plan, in place of its own; may be repeated.")
  private Map<String, String> parameters = new LinkedHashMap<>();

  @Option(
      names = "--methods",
      paramLabel = "A,B,…",
      split = ",",
      hideParamSyntax = true,
      description = "Methods, comma-separated. Default: all. See: transcal methods")
  private List<String> methods = List.of();

  @Option(
      names = "--repeats",
      paramLabel = "N",
      description =
          "How often each task runs: first as it is, then on rows drawn anew with replacement from"
              + " source validation and target. Default: 1")
  private Optional<Integer> repeats = Optional.empty();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the first run; each repeat adds 1. Default: 0")
  private Optional<Long> seed = Optional.empty();

  @Option(
      names = "--bins",
      paramLabel = "N",
      description = "Equally wide confidence bins of the ECE. Default: 15")
  private Optional<Integer> bins = Optional.empty();

  @Option(
      names = "--balance",
      paramLabel = "HOW",
      converter = BalanceName.class,
      description =
          "How the domain classifier balances unequal domains: reweight, or upsample, which draws"
              + " rows by the seed. Default: reweight")
  private Optional<Balance> balance = Optional.empty();

  @Option(
      names = "--fresh",
      description =
          "Start over: forget finished runs and delete the tasks that earlier runs trained in"
              + " --out.")
  private boolean fresh;

  @Mixin private PoorSource poorSource;

  @Option(names = "--no-report", description = "Leave report.html out.")
  private boolean noReport;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "transcal-out/experiment",
      description = "Where files go. Default: ${DEFAULT-VALUE}")
  private Path out;

  /** Talks to a terminal. */
  public ExperimentCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (tasks.isEmpty() && plan.isEmpty()) {
      throw misuse("Missing required option: --tasks=DIR or --plan=FILE");
    }
    if (tasks.isPresent() && plan.isPresent()) {
      throw misuse("--tasks and --plan do not go together; a plan names its own tasks");
    }
    if (plan.isEmpty() && !parameters.isEmpty()) {
      throw misuse("--set is for plans, and there is no --plan");
    }
    requireRange("--repeats", repeats, MOST_REPEATS);
    requireRange("--bins", bins, MOST_BINS);
    checked(methods);
    PlanFile file =
        plan.map(path -> PlanFile.read(path, parameters))
            .orElseGet(() -> StoredTasks.plan(tasks.orElseThrow()));
    ResultsFolder folder = new ResultsFolder(out);
    Plan settings = settings(file);
    List<PlannedTask> planned = planned(file, settings, folder);
    try (OutputLock lock = OutputLock.acquire(out)) {
      return run(folder, folder.open(lock), settings, planned);
    }
  }

  private int run(
      ResultsFolder folder, TrialJournal opened, Plan settings, List<PlannedTask> planned) {
    Results results = new Results(settings.experiment().methods());
    try (TrialJournal journal = opened) {
      terminal.warn(journal.warnings());
      if (fresh) {
        folder.forget(journal, planned);
      }
      long steps = planned.stream().mapToLong(t -> t.steps() + settings.stepsPerTask()).sum();
      try (Progress progress = terminal.progress("experiment", steps)) {
        new Grid(settings, journal, terminal, progress).run(planned, results::add);
      }
    }
    terminal.warn(results.warnings());
    if (results.ran() == 0) {
      folder.remove();
      terminal.notes().println("error: " + source() + ": no method ran on any task");
      return results.status().code();
    }
    finish(folder, planned.size(), results);
    return ExitStatus.DONE.code();
  }

  private void finish(ResultsFolder folder, int taskCount, Results results) {
    if (results.remembered() > 0) {
      terminal
          .notes()
          .println(
              "note: "
                  + Figures.count(results.remembered())
                  + " runs were finished before and are taken from "
                  + out
                  + "; --fresh runs them again");
    }
    Trials trials = results.trials();
    ExperimentTables tables = ExperimentTables.of(trials, results.portraits());
    List<String> written = new ArrayList<>(folder.write(trials, tables));
    ExperimentText.lines(taskCount, results, tables).forEach(terminal.results()::println);
    if (!noReport) {
      written.add(
          folder.write(
              ExperimentReport.of(trials, results.portraits())
                  .withVersion(Version.get())
                  .withCommand(command())
                  .withWarnings(results.warnings())
                  .toHtml()));
    }
    written.forEach(terminal.results()::println);
  }

  private Plan settings(PlanFile file) {
    List<String> names = methods.isEmpty() ? file.methods() : methods;
    MethodSettings settings =
        MethodSettings.defaults()
            .withBins(bins.orElseGet(() -> bins(file)))
            .withBalance(balance.or(file::balance).orElse(Balance.REWEIGHT));
    return new Plan(
        new Experiment(
            (names.isEmpty() ? MethodNames.all() : MethodNames.parse(checked(names))).names(),
            repeats.orElse(file.repeats().orElse(1)),
            TrainingPlan.seedSpan(file.training()),
            settings),
        seed.orElse(file.seed().orElse(0)),
        poorSource);
  }

  private int bins(PlanFile file) {
    int number = file.bins().orElse(USUAL_BINS);
    if (number > MOST_BINS) {
      throw InputException.in(
          plan.orElseThrow(), "bins is " + number + "; it must be in 1 … " + MOST_BINS);
    }
    return number;
  }

  private List<PlannedTask> planned(PlanFile file, Plan settings, ResultsFolder folder) {
    List<PlannedTask> all = new ArrayList<>();
    for (Path tasksFolder : file.tasks()) {
      List<PlannedTask.Stored> stored = StoredTasks.in(tasksFolder, settings.seed());
      if (stored.stream().anyMatch(task -> folder.contains(task.path()))) {
        throw misuse(
            "--out is "
                + out
                + ", which holds tasks of "
                + tasksFolder
                + "; results must go to another folder");
      }
      all.addAll(stored);
    }
    plan.ifPresent(
        path ->
            all.addAll(
                new TrainingPlan(path, TaskTrainer.find(), folder, settings.experiment().repeats())
                    .tasks(file)));
    return all;
  }

  private String source() {
    return plan.or(() -> tasks).orElseThrow().toString();
  }

  private String command() {
    ShellCommand command = new ShellCommand("transcal", "experiment");
    tasks.ifPresent(path -> command.add("--tasks", path.toString()));
    plan.ifPresent(path -> command.add("--plan", path.toString()));
    parameters.forEach((name, value) -> command.add("--set", name + "=" + value));
    if (!methods.isEmpty()) {
      command.add("--methods", String.join(",", methods));
    }
    repeats.ifPresent(value -> command.add("--repeats", Integer.toString(value)));
    seed.ifPresent(value -> command.add("--seed", Long.toString(value)));
    bins.ifPresent(value -> command.add("--bins", Integer.toString(value)));
    balance.ifPresent(value -> command.add("--balance", BalanceName.of(value)));
    poorSource.words().forEach(command::add);
    return command.toString();
  }

  private List<String> checked(List<String> names) {
    try {
      return MethodNames.parse(names).names();
    } catch (IllegalArgumentException unknown) {
      throw new ParameterException(spec.commandLine(), unknown.getMessage(), unknown);
    }
  }

  private void requireRange(String option, Optional<Integer> value, int most) {
    if (value.isPresent() && (value.get() < 1 || value.get() > most)) {
      throw misuse(option + " is " + value.get() + "; it must be in 1 … " + most);
    }
  }

  private ParameterException misuse(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
