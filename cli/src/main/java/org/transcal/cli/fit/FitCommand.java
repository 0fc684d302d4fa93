package org.transcal.cli.fit;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.cli.method.BalanceName;
import org.transcal.cli.method.FailureStatus;
import org.transcal.cli.method.MethodNames;
import org.transcal.cli.source.PoorSource;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Progress;
import org.transcal.cli.terminal.ShellCommand;
import org.transcal.cli.terminal.Terminal;
import org.transcal.cli.terminal.Version;
import org.transcal.cli.terminal.VisibleText;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.io.LoadedTask;
import org.transcal.io.TaskFiles;
import org.transcal.io.file.ByteSource;
import org.transcal.io.json.ResultJson;
import org.transcal.report.FitReport;
import org.transcal.shift.Balance;
import org.transcal.task.TransferTask;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code transcal fit}: methods on one task. */
@Command(
    name = "fit",
    header = "Fits methods to a task; writes model, results and report.",
    description = {
      "%nThe model (model.json) and the calibrated target probabilities"
          + " (target_probabilities.npy, in the precision of the target logits) are those of the"
          + " default method if it was fitted, else of the last method named; of oracle only if no"
          + " other was named. mc-dropout and ensemble give probabilities only. Existing files are"
          + " written over, each whole or not at all.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal demo                  makes the files of these examples",
      "  transcal fit transcal-out/demo/task.npz",
      "  transcal fit transcal-out/demo/task.npz --method temperature,cpcs --out two",
      "  transcal fit transcal-out/demo/task.npz --all --json \\",
      "      | jq '.results[].target.ece'",
    })
public final class FitCommand implements Callable<Integer> {
  private static final int MOST_BINS = 10_000;

  private final Terminal terminal;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "TASK",
      description = {
        "A .npz file, a folder of .npy or .csv files, or a PREFIX of files"
            + " PREFIX_source_val_output.npy … or PREFIX_output.csv …"
      })
  private Path task;

  @ArgGroup private Choice choice = new Choice();

  /** Which methods: some or all. */
  private static final class Choice {
    @Option(
        names = "--method",
        paramLabel = "M",
        split = ",",
        hideParamSyntax = true,
        description =
            "One or more methods, comma-separated; may be repeated. Default: "
                + Methods.DEFAULT
                + ". See: transcal methods")
    private List<String> methods = List.of();

    @Option(names = "--all", description = "Every method; those that cannot run are listed.")
    private boolean all;
  }

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "Random seed. Default: ${DEFAULT-VALUE}")
  private long seed;

  @Option(
      names = "--bins",
      paramLabel = "N",
      defaultValue = "15",
      description = "Equally wide confidence bins of the ECE. Default: ${DEFAULT-VALUE}")
  private int bins;

  @Option(
      names = "--weights",
      paramLabel = "W.npy",
      description =
          "Importance weights of your own, one per source validation row (.npy, .csv or"
              + " FILE.npz:array), in place of those estimated from features.")
  private String weights;

  @Option(
      names = "--balance",
      paramLabel = "HOW",
      defaultValue = "reweight",
      converter = BalanceName.class,
      description =
          "How the smaller domain is made to count as much as the larger when weights are"
              + " estimated: reweight (deterministic) or upsample. Default: ${DEFAULT-VALUE}")
  private Balance balance;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where files go. Default: transcal-out/<task name>")
  private Path out;

  @Option(
      names = "--json",
      description = "Print result.json, and nothing else, on standard output.")
  private boolean json;

  @Mixin private PoorSource poorSource;

  @Option(names = "--no-report", description = "Write no report.html.")
  private boolean noReport;

  /** Talks to a terminal. */
  public FitCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    MethodNames names = methodNames();
    requireBins();
    LoadedTask loaded = TaskFiles.load(task);
    terminal.warn(loaded.warnings());
    List<String> warnings = new ArrayList<>(loaded.warnings());
    List<String> concerns = poorSource.check(task.toString(), loaded.task());
    terminal.warn(concerns);
    warnings.addAll(concerns);
    Map<String, String> inputs = new TreeMap<>(loaded.digests());
    TransferTask weighted =
        weights == null ? loaded.task() : OwnWeights.read(weights, loaded.task(), inputs);
    Path place = out == null ? OutputFolder.standard(loaded.task().name()) : out;
    requireOther(place);
    try (OutputFolder folder = OutputFolder.open(place)) {
      MethodComparison comparison = compare(weighted, loaded, names);
      ComparisonText text = new ComparisonText(comparison);
      terminal.warn(text.warnings());
      if (comparison.firstFitted().isEmpty()) {
        return nothingRan(comparison, warnings);
      }
      write(folder, comparison, ExportedMethod.of(comparison, names.names()), inputs, warnings);
    }
    return ExitStatus.DONE.code();
  }

  /** Everything of use is written before the report, which may fail. */
  private void write(
      OutputFolder folder,
      MethodComparison comparison,
      ExportedMethod exported,
      Map<String, String> inputs,
      List<String> warnings) {
    OutputFolder.Written written = folder.write(comparison, exported, inputs, warnings);
    terminal.warn(written.warnings());
    if (json) {
      printJson(comparison, warnings);
    } else {
      new ComparisonText(comparison).lines().forEach(terminal.results()::println);
    }
    PrintStream place = json ? terminal.notes() : terminal.results();
    written.lines().forEach(place::println);
    if (noReport) {
      terminal.warn(folder.withoutReport());
    } else {
      place.println(folder.writeReport(report(comparison, exported.name(), warnings)));
    }
  }

  private void printJson(MethodComparison comparison, List<String> warnings) {
    terminal.results().writeBytes(ResultJson.encode(comparison, warnings));
    terminal.results().flush();
  }

  private MethodNames methodNames() {
    if (choice.all) {
      return MethodNames.all();
    }
    try {
      return choice.methods.isEmpty() ? MethodNames.standard() : MethodNames.parse(choice.methods);
    } catch (IllegalArgumentException unknown) {
      throw new ParameterException(spec.commandLine(), unknown.getMessage(), unknown);
    }
  }

  private void requireBins() {
    if (bins < 1 || bins > MOST_BINS) {
      throw new ParameterException(
          spec.commandLine(), "--bins is " + bins + "; it must be in 1 … " + MOST_BINS);
    }
  }

  /** An array of a folder may have the name of a result. */
  private void requireOther(Path place) {
    try {
      if (Files.isDirectory(task) && Files.exists(place) && Files.isSameFile(task, place)) {
        throw new ParameterException(
            spec.commandLine(),
            "--out is the folder of the task; use another, so that no array"
                + " of the task is written over");
      }
    } catch (IOException e) {
      throw ByteSource.unreadable(place, e);
    }
  }

  private MethodComparison compare(TransferTask weighted, LoadedTask loaded, MethodNames names) {
    MethodSettings unlabelled =
        MethodSettings.defaults().withSeed(seed).withBins(bins).withBalance(balance);
    MethodSettings settings =
        loaded.targetLabels().map(unlabelled::withTargetLabels).orElse(unlabelled);
    try (Progress progress = terminal.progress("fitting", names.names().size())) {
      return MethodRun.run(weighted, names, settings, progress);
    }
  }

  private int nothingRan(MethodComparison comparison, List<String> warnings) {
    if (json) {
      printJson(comparison, warnings);
    }
    List<MethodResult.Failure> failures = new ArrayList<>();
    for (MethodResult result : comparison.results()) {
      result.failure().ifPresent(failures::add);
    }
    for (MethodResult.Failure failure : failures) {
      terminal.notes().println(VisibleText.of("error: " + task + ": " + failure.message()));
    }
    return FailureStatus.of(failures.get(0).cause()).code();
  }

  private String report(MethodComparison comparison, String exported, List<String> warnings) {
    return FitReport.of(comparison)
        .about(exported)
        .withVersion(Version.get())
        .withCommand(command())
        .withWarnings(warnings)
        .toHtml();
  }

  /** The command that makes the results again, wherever its files go. */
  private String command() {
    ShellCommand command = new ShellCommand("transcal", "fit", task.toString());
    if (choice.all) {
      command.add("--all");
    } else if (!choice.methods.isEmpty()) {
      command.add("--method", String.join(",", choice.methods));
    }
    command.add("--seed", Long.toString(seed)).add("--bins", Integer.toString(bins));
    if (weights != null) {
      command.add("--weights", weights);
    }
    if (balance != Balance.REWEIGHT) {
      command.add("--balance", BalanceName.of(balance));
    }
    poorSource.words().forEach(command::add);
    return command.toString();
  }
}
