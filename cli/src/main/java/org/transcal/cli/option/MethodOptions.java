package org.transcal.cli.option;

import java.util.List;
import java.util.Optional;
import org.transcal.calibration.Methods;
import org.transcal.shift.Balance;
import org.transcal.workflow.Fit;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which methods to fit, and how. */
public final class MethodOptions {
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

  /** The options of a fit; an unknown method is a usage error. */
  public Fit.Options options() {
    Fit.Options given =
        Fit.Options.defaults()
            .withSeed(numbers.seed())
            .withBins(numbers.bins())
            .withBalance(balance.orElse(Balance.REWEIGHT));
    return choice.all ? given.withAllMethods() : given.withMethods(choice.methods);
  }
}
