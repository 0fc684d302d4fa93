package org.transcal.onnx.command;

import java.time.Duration;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.onnx.network.Network;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option that limits how long a network may run. */
final class TimeLimitOption {
  private static final int LONGEST_SECONDS = 1_000_000;

  @Option(
      names = "--time-limit",
      paramLabel = "SECONDS",
      description =
          "Time limit for one run of the network, which may loop forever. Default:" + " 300")
  private int seconds = (int) Network.LONGEST_RUN.toSeconds();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  Duration limit() {
    return Duration.ofSeconds(
        TerminalCommand.requireRange(spec, "--time-limit", seconds, LONGEST_SECONDS));
  }
}
