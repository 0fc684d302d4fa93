package org.transcal.cli.option;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.transcal.shift.Balance;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code --balance}. */
public final class BalanceOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  private Optional<Balance> balance = Optional.empty();

  @Option(
      names = "--balance",
      paramLabel = "HOW",
      description =
          "How the domain classifier balances unequal domains: reweight (deterministic) or"
              + " upsample (draws rows by the seed). Default: reweight")
  private void setBalance(String text) {
    Balance parsed =
        parse(text)
            .orElseThrow(
                () ->
                    UsageError.of(
                        command, "--balance is " + text + "; it must be reweight or upsample"));
    balance = Optional.of(parsed);
  }

  /** The balance, if given. */
  public Optional<Balance> get() {
    return balance;
  }

  /** The option's value, if given. */
  public Optional<String> text() {
    return balance.map(BalanceOption::name);
  }

  /** The balance of a name. */
  public static Optional<Balance> parse(String text) {
    return Arrays.stream(Balance.values()).filter(b -> name(b).equals(text)).findFirst();
  }

  /** The name in options and plans. */
  public static String name(Balance balance) {
    return balance.name().toLowerCase(Locale.ROOT);
  }
}
