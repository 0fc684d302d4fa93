package org.transcal.cli.experiment;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.transcal.calibration.MethodSettings;
import org.transcal.cli.TaskTrainer;
import org.transcal.cli.method.MethodSelection;
import org.transcal.cli.option.PoorSource;
import org.transcal.cli.option.SeedAndBins;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.cli.plan.PlanFile;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.Progress;
import org.transcal.cli.terminal.ShellCommand;
import org.transcal.cli.terminal.Terminal;
import org.transcal.experiment.Experiment;
import org.transcal.experiment.Trials;
import org.transcal.io.experiment.TrialJournal;
import org.transcal.io.file.InputException;
import org.transcal.io.file.OutputLock;
import org.transcal.io.json.Provenance;
import org.transcal.report.ExperimentReport;
import org.transcal.report.table.ExperimentTables;
import org.transcal.shift.Balance;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code transcal experiment}: runs methods on every task of a folder or plan. */
@Command(
    name = "experiment",
    header = "Runs methods on every task of a folder or plan; writes tables.",
    description = {
      "%nWrites results.csv with one line per task, method and seed; tables.md, also as CSV, LaTeX"
          + " and HTML; and report.html with the figures. A task named suite__task__model is"
          + " grouped by those three. If a task or method fails, its error is listed and the others"
          + " still run. Results do not depend on --threads.",
      "%nTo resume an interrupted run, start it again with the same --out. Whatever depends on a"
          + " changed task, plan or version is run again.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal demo                  creates the files of these examples",
      "  transcal experiment --tasks transcal-out/demo/tasks",
      "  transcal experiment --tasks transcal-out/demo/tasks \\",
      "      --methods vanilla,transcal --repeats 20",
      "  transcal experiment --plan docs/plans/table4.yaml \\",
      "      --set data=transcal-out/demo/data.npz",
    })
public final class ExperimentCommand extends TerminalCommand {
  private static final int MOST_REPEATS = 1_000_000;

  @Option(
      names = "--tasks",
      paramLabel = "DIR",
      description = "A folder of tasks in any accepted layout.")
  private Optional<Path> tasks = Optional.empty();

  @Option(
      names = "--plan",
      paramLabel = "FILE",
      description = "A YAML plan: task folders, models to train, methods, repeats.")
  private Optional<Path> plan = Optional.empty();

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "Overrides a parameter of the plan; may be repeated.")
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
          "Number of runs per task: the first on the task itself, the others on bootstrap resamples"
              + " of its source validation and target rows, with seeds counting up. Default: 1")
  private Optional<Integer> repeats = Optional.empty();

  @Mixin private SeedAndBins numbers;

  @Option(
      names = "--balance",
      paramLabel = "HOW",
      description = "Balancing of unequal domains, as in fit. Default: reweight")
  private Optional<Balance> balance = Optional.empty();

  @Option(
      names = "--labels",
      paramLabel = "DIR",
      description = "A folder with labelled rows of tasks, <task>.csv, as in fit.")
  private Optional<Path> labels = Optional.empty();

  @Option(
      names = "--fresh",
      description = "Start over: discard earlier results and the tasks trained in --out.")
  private boolean fresh;

  @Mixin private PoorSource poorSource;

  @Option(names = "--no-report", description = "Write no report.html.")
  private boolean noReport;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "transcal-out/experiment",
      description = "Output folder. Default: ${DEFAULT-VALUE}")
  private Path out;

  /** Prints to a terminal. */
  public ExperimentCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    requireValidOptions();
    PlanFile file =
        plan.map(path -> PlanFile.read(path, parameters))
            .orElseGet(() -> PlanFile.ofTasks(tasks.orElseThrow()));
    ResultsFolder folder = new ResultsFolder(out);
    Experiment experiment = experiment(file);
    List<PlannedTask> planned = planned(file, experiment, folder);
    try (OutputLock lock = OutputLock.acquire(out)) {
      return run(folder, folder.open(lock), experiment, planned);
    }
  }

  private void requireValidOptions() {
    if (tasks.isEmpty() && plan.isEmpty()) {
      throw misuse("Missing required option: --tasks=DIR or --plan=FILE");
    }
    if (tasks.isPresent() && plan.isPresent()) {
      throw misuse("--tasks and --plan are mutually exclusive; a plan names its own tasks");
    }
    if (plan.isEmpty() && !parameters.isEmpty()) {
      throw misuse("--set needs --plan");
    }
    labels
        .filter(folder -> !Files.isDirectory(folder))
        .ifPresent(
            folder -> {
              throw InputException.in(folder, "there is no such folder");
            });
    repeats.ifPresent(n -> requireRange(spec, "--repeats", n, MOST_REPEATS));
    MethodSelection.parse(methods, spec);
  }

  private int run(
      ResultsFolder folder, TrialJournal opened, Experiment experiment, List<PlannedTask> planned) {
    Results results = new Results(experiment.methods());
    try (TrialJournal journal = opened) {
      terminal.warn(journal.warnings());
      if (fresh) {
        folder.discard(journal, planned);
      }
      long runs = (long) experiment.methods().size() * experiment.repeats();
      long steps = planned.stream().mapToLong(task -> task.steps() + runs).sum();
      try (Progress progress = terminal.progress("experiment", steps)) {
        new Grid(experiment, poorSource, labels, journal, terminal, progress)
            .run(planned, results::add);
      }
    }
    terminal.warn(results.warnings());
    results.note().ifPresent(note -> terminal.notes().println("note: " + note));
    if (results.ran() == 0) {
      folder.removeNewJournal();
      Path source = plan.or(() -> tasks).orElseThrow();
      terminal.notes().println("error: " + source + ": no method ran on any task");
      return results.status().code();
    }
    finish(folder, planned.size(), results);
    return ExitStatus.DONE.code();
  }

  private void finish(ResultsFolder folder, int taskCount, Results results) {
    if (results.remembered() > 0) {
      String reused = Figures.count(results.remembered()) + " runs were reused from " + out;
      terminal.notes().println("note: " + reused + "; --fresh runs them again");
    }
    Trials trials = results.trials();
    ExperimentTables tables = ExperimentTables.of(trials, results.portraits());
    List<String> written = new ArrayList<>(folder.write(trials, tables));
    results.lines(taskCount, tables).forEach(terminal.results()::println);
    if (trials.scoredTasks().isEmpty()) {
      terminal.notes().println("note: " + ExperimentTables.NOTHING_SCORED.replace("`", ""));
    }
    if (!noReport) {
      written.add(
          folder.writeReport(
              ExperimentReport.of(trials, results.portraits())
                  .withVersion(Provenance.currentVersion())
                  .withCommand(command())
                  .withWarnings(results.warnings())
                  .toHtml()));
    }
    written.forEach(terminal.results()::println);
  }

  private Experiment experiment(PlanFile file) {
    List<String> names = methods.isEmpty() ? file.methods() : methods;
    MethodSelection selected =
        names.isEmpty() ? MethodSelection.all() : MethodSelection.parse(names, spec);
    MethodSettings settings =
        MethodSettings.defaults()
            .withBins(numbers.givenBins().orElse(file.bins().orElse(numbers.bins())))
            .withBalance(balance.or(file::balance).orElse(Balance.REWEIGHT));
    return new Experiment(
        selected.names(),
        repeats.orElse(file.repeats().orElse(1)),
        TrainingPlan.seedSpan(file.training()),
        settings);
  }

  private List<PlannedTask> planned(PlanFile file, Experiment experiment, ResultsFolder folder) {
    long seed = numbers.givenSeed().orElse(file.seed().orElse(0));
    List<PlannedTask> all = new ArrayList<>();
    for (Path tasksFolder : file.tasks()) {
      List<PlannedTask> stored = PlannedTask.in(tasksFolder, seed);
      if (stored.stream().anyMatch(task -> folder.contains(task.path()))) {
        throw misuse(
            "--out is %s, which contains tasks of %s; results must go to another folder",
            out, tasksFolder);
      }
      all.addAll(stored);
    }
    plan.ifPresent(
        path ->
            all.addAll(
                new TrainingPlan(path, TaskTrainer.find(), folder, experiment.repeats())
                    .tasks(file)));
    return all;
  }

  private String command() {
    ShellCommand command =
        new ShellCommand("transcal", "experiment").option("--tasks", tasks).option("--plan", plan);
    parameters.forEach((name, value) -> command.add("--set", name + "=" + value));
    if (!methods.isEmpty()) {
      command.add("--methods", String.join(",", methods));
    }
    command
        .option("--repeats", repeats)
        .option("--seed", numbers.givenSeed())
        .option("--bins", numbers.givenBins())
        .option("--balance", balance)
        .option("--labels", labels);
    return poorSource.addTo(command).toString();
  }
}
