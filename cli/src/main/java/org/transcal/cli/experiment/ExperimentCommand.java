package org.transcal.cli.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.transcal.cli.method.NothingRan;
import org.transcal.cli.option.PoorSource;
import org.transcal.cli.option.SeedAndBins;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.cli.plan.PlanFile;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.Terminal;
import org.transcal.experiment.Trials;
import org.transcal.report.ExperimentReport;
import org.transcal.report.table.ExperimentTables;
import org.transcal.shift.Balance;
import org.transcal.workflow.ExperimentResult;
import org.transcal.workflow.ExperimentRun;
import org.transcal.workflow.Plan;
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
      "  transcal experiment --plan research/plans/table4.yaml \\",
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
    ResultsFolder folder = new ResultsFolder(out);
    try (ExperimentRun run = ExperimentRun.open(plan(), options())) {
      terminal.warn(run.warnings());
      ExperimentResult result = run.run(terminal::progress);
      terminal.warn(result.warnings());
      result.note().ifPresent(note -> terminal.notes().println("note: " + note));
      if (result.failure().isPresent()) {
        Path source = plan.or(() -> tasks).orElseThrow();
        terminal.notes().println("error: " + source + ": no method ran on any task");
        return NothingRan.status(result.failure().get()).code();
      }
      finish(folder, run.tasks(), result);
    }
    return ExitStatus.DONE.code();
  }

  private Plan plan() {
    Plan base =
        plan.map(path -> PlanFile.read(path, parameters))
            .orElseGet(() -> Plan.ofTasks(tasks.stream().toList()));
    return new Plan(
        base.tasks(),
        base.training(),
        methods.isEmpty() ? base.methods() : methods,
        repeats.orElse(base.repeats()),
        numbers.givenSeed().orElse(base.seed()),
        numbers.givenBins().orElse(base.bins()),
        balance.orElse(base.balance()));
  }

  private ExperimentRun.Options options() {
    return new ExperimentRun.Options(
        out, plan, labels, poorSource.isAllowed(), fresh, terminal.threads(), terminal::unexpected);
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
    repeats.ifPresent(n -> requireRange(spec, "--repeats", n, MOST_REPEATS));
  }

  private void finish(ResultsFolder folder, int taskCount, ExperimentResult results) {
    if (results.remembered() > 0) {
      String reused = Figures.count(results.remembered()) + " runs were reused from " + out;
      terminal.notes().println("note: " + reused + "; --fresh runs them again");
    }
    Trials trials = results.trials();
    ExperimentTables tables = ExperimentTables.of(trials, results.portraits());
    List<String> written = new ArrayList<>(folder.write(trials, tables));
    ExperimentText.lines(taskCount, results, tables).forEach(terminal.results()::println);
    if (trials.scoredTasks().isEmpty()) {
      terminal.notes().println("note: " + ExperimentTables.NOTHING_SCORED.replace("`", ""));
    }
    if (!noReport) {
      written.add(
          folder.writeReport(
              ExperimentReport.of(trials, results.portraits())
                  .withWarnings(results.warnings())
                  .toHtml(terminal.reproduction())));
    }
    written.forEach(terminal.results()::println);
  }
}
