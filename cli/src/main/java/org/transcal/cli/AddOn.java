package org.transcal.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * A command that belongs to an add-on: listed also where the add-on is not there.
 *
 * @param word the command
 * @param module the add-on
 * @param header what it does
 */
record AddOn(String word, String module, String header) {
  static final List<AddOn> ALL =
      List.of(
          new AddOn("adapt", "adapt", "Trains a domain-adaptation model and writes a task."),
          new AddOn("extract", "onnx", "Runs images or arrays through a network to features."),
          new AddOn("export", "onnx", "Bakes a calibration into an ONNX model."));

  /** A command that says where to get the real one. */
  CommandLine standIn(Terminal terminal) {
    CommandLine command = new CommandLine(new StandIn(this, terminal));
    command.getCommandSpec().name(word);
    command.getCommandSpec().usageMessage().header(header + " (add-on)");
    return command;
  }

  @Command
  private static final class StandIn implements Callable<Integer> {
    private final AddOn addOn;
    private final Terminal terminal;

    @Unmatched private List<String> arguments;

    StandIn(AddOn addOn, Terminal terminal) {
      this.addOn = addOn;
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      terminal
          .notes()
          .println(
              "error: "
                  + addOn.word
                  + " is a command of the add-on "
                  + addOn.module
                  + ", which is not part of this jar; the script ./transcal fetches and builds it"
                  + " on first use");
      return ExitStatus.USAGE.code();
    }
  }
}
