package org.transcal.cli.completion;

import java.util.ArrayList;
import java.util.List;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Message;
import org.transcal.cli.terminal.Terminal;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;

/** {@code transcal completion}: a script that completes commands and options in a shell. */
@Command(
    name = "completion",
    header = "Prints a script that completes commands and options in a shell.",
    description = "%nThe examples show where each shell looks for it.%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  source <(transcal completion bash)                  in ~/.bashrc",
      "  source <(transcal completion zsh)                   in ~/.zshrc, after compinit",
      "  transcal completion fish > ~/.config/fish/completions/transcal.fish",
    })
public final class CompletionCommand extends TerminalCommand {
  private enum Shell {
    BASH,
    ZSH,
    FISH
  }

  @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish")
  private Shell shell;

  /** Prints to a terminal. */
  public CompletionCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    CommandLine root = spec.root().commandLine();
    // Picocli's script for bash sets up zsh's emulation by itself.
    terminal
        .results()
        .print(shell == Shell.FISH ? fish(root) : AutoComplete.bash("transcal", root));
    return ExitStatus.DONE.code();
  }

  private static String fish(CommandLine root) {
    List<String> lines = new ArrayList<>();
    for (CommandLine command : root.getSubcommands().values()) {
      CommandSpec each = command.getCommandSpec();
      String summary = String.join(" ", each.usageMessage().header());
      lines.add(
          Message.of(
              "complete -c transcal -n __fish_use_subcommand -a %s -d %s",
              each.name(), quote(summary)));
      for (OptionSpec option : each.options()) {
        lines.add(
            Message.of(
                "complete -c transcal -n '__fish_seen_subcommand_from %s' -l %s%s -d %s",
                each.name(),
                option.longestName().substring(2),
                option.arity().max() > 0 ? " -r" : "",
                quote(String.join(" ", option.description()))));
      }
    }
    return String.join("\n", lines) + "\n";
  }

  private static String quote(String text) {
    String plain = text.replace("%%", "%").replace("%n", " ").strip();
    return "'" + plain.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
