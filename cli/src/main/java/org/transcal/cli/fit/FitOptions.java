package org.transcal.cli.fit;

import java.util.List;
import java.util.Optional;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.cli.method.MethodSelection;
import org.transcal.cli.option.SeedAndBins;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Progress;
import org.transcal.cli.terminal.ShellCommand;
import org.transcal.cli.terminal.Terminal;
import org.transcal.cli.terminal.VisibleText;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.io.LoadedTask;
import org.transcal.labelling.LabelledRows;
import org.transcal.shift.Balance;
import org.transcal.task.TransferTask;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Which methods to fit, and how. */
public final class FitOptions {
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
                + ", or with --labels "
                + Methods.LABELLED
                + ". See: transcal methods")
    private List<String> methods = List.of();

    @Option(names = "--all", description = "Every method; lists those that cannot run.")
    private boolean all;
  }

  @Mixin private SeedAndBins numbers;

  @Option(
      names = "--balance",
      paramLabel = "HOW",
      description =
          "How the domain classifier balances unequal domains: reweight (deterministic) or"
              + " upsample (draws rows by the seed). Default: reweight")
  private Optional<Balance> balance = Optional.empty();

  /** The methods; an unknown name is a usage error. */
  public MethodSelection selected(boolean labelled, CommandSpec command) {
    if (choice.all) {
      return MethodSelection.all();
    }
    return MethodSelection.parse(
        choice.methods.isEmpty()
            ? List.of(labelled ? Methods.LABELLED : Methods.DEFAULT)
            : choice.methods,
        command);
  }

  /** Fits the methods. */
  public MethodComparison compare(
      TransferTask weighted,
      LoadedTask loaded,
      Optional<LabelledRows> labelled,
      MethodSelection selected,
      Terminal terminal) {
    MethodSettings plain =
        MethodSettings.defaults()
            .withSeed(numbers.seed())
            .withBins(numbers.bins())
            .withBalance(balance.orElse(Balance.REWEIGHT));
    MethodSettings given = labelled.map(plain::withLabelledRows).orElse(plain);
    MethodSettings settings = loaded.targetLabels().map(given::withTargetLabels).orElse(given);
    try (Progress progress = terminal.progress("fitting", selected.names().size())) {
      return selected.run(weighted, settings, progress);
    }
  }

  /** Prints why no method ran; the status is that of the first. */
  public static ExitStatus nothingRan(MethodComparison comparison, String task, Terminal terminal) {
    List<MethodResult.Failure> failures =
        comparison.results().stream().flatMap(result -> result.failure().stream()).toList();
    for (MethodResult.Failure failure : failures) {
      terminal.notes().println(VisibleText.of("error: " + task + ": " + failure.message()));
    }
    return MethodSelection.status(failures.get(0).cause());
  }

  /** Adds the options to a command. */
  public ShellCommand addTo(ShellCommand command) {
    if (choice.all) {
      command.add("--all");
    } else if (!choice.methods.isEmpty()) {
      command.add("--method", String.join(",", choice.methods));
    }
    return numbers.addTo(command).option("--balance", balance);
  }
}
