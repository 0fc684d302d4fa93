package org.transcal.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code transcal} itself: the overview, and the options that every command has. */
@Command(
    name = "transcal",
    header = "Makes a classifier's confidence trustworthy on shifted, unlabelled data.",
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions, also after a command:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal demo                               an example whose truth is known",
      "  transcal fit TASK.npz                       calibrate a task of your own",
      "  transcal fit --help                         what a command takes",
    })
final class RootCommand implements Callable<Integer> {
  private static final int MOST_THREADS = 1024;

  private final Terminal terminal;

  @Spec private CommandSpec spec;

  RootCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Option(
      names = {"-h", "--help"},
      order = 1,
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      order = 2,
      versionHelp = true,
      description = "Show the version.")
  private boolean version;

  @Option(
      names = "--debug",
      order = 3, // Methods come in any order.
      scope = ScopeType.INHERIT,
      description = "Show stack traces with error messages.")
  private void setDebug(boolean debug) {
    if (debug) {
      terminal.debug();
    }
  }

  @Option(
      names = "--quiet",
      scope = ScopeType.INHERIT,
      description = "Show no progress; results, warnings and errors stay.")
  private void setQuiet(boolean quiet) {
    if (quiet) {
      terminal.quiet();
    }
  }

  @Option(
      names = "--threads",
      order = 4,
      paramLabel = "N",
      scope = ScopeType.INHERIT,
      description = "How many threads to use; changes no result. Default: all cores")
  private void setThreads(int threads) {
    if (threads < 1 || threads > MOST_THREADS) {
      throw new ParameterException(
          spec.commandLine(), "--threads is " + threads + "; it must be in 1 … " + MOST_THREADS);
    }
    terminal.useThreads(threads);
  }

  /** Without a command: the help without options and exit statuses. */
  @Override
  public Integer call() {
    List<String> sections = new ArrayList<>(spec.usageMessage().sectionKeys());
    sections.removeIf(section -> section.startsWith("option") || section.startsWith("exit"));
    spec.usageMessage().sectionKeys(sections);
    spec.commandLine().usage(terminal.results(), spec.commandLine().getColorScheme());
    return ExitStatus.DONE.code();
  }
}
