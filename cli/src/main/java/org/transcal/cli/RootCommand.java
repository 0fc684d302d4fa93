package org.transcal.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.cli.plan.ConfigFile;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/** {@code transcal} itself: the overview, and the options of every command. */
@Command(
    name = "transcal",
    header = "Calibrates classifiers under domain shift, without target labels.",
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions (also of every command):%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal demo                               calibrate an embedded example",
      "  transcal fit TASK.npz                       calibrate your own task",
      "  transcal fit --help                         options of a command",
    })
final class RootCommand extends TerminalCommand {
  private static final int MOST_THREADS = 1024;

  RootCommand(Terminal terminal) {
    super(terminal);
  }

  @Option(
      names = {"-h", "--help"},
      order = 2,
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      order = 3,
      versionHelp = true,
      description = "Show the version.")
  private boolean version;

  @Option(
      names = "--debug",
      order = 4, // Options on methods have no order of their own.
      scope = ScopeType.INHERIT,
      description = "Show stack traces with error messages.")
  private void setDebug(boolean debug) {
    if (debug) {
      terminal.debug();
    }
  }

  @Option(
      names = "--quiet",
      order = 0,
      scope = ScopeType.INHERIT,
      description = "Hide the progress display.")
  private void setQuiet(boolean quiet) {
    if (quiet) {
      terminal.quiet();
    }
  }

  @Option(
      names = "--verbose",
      order = 1,
      scope = ScopeType.INHERIT,
      description = "Print to standard error what is computed and how long it takes.")
  private void setVerbose(boolean verbose) {
    if (verbose) {
      terminal.verbose();
    }
  }

  @Option(
      names = "--threads",
      order = 5,
      paramLabel = "N",
      scope = ScopeType.INHERIT,
      description = "Number of threads; does not affect results. Default: all cores")
  private void setThreads(int threads) {
    terminal.useThreads(requireRange(spec, "--threads", threads, MOST_THREADS));
  }

  @Option(
      names = ConfigFile.OPTION,
      order = 6,
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = "A YAML file of options, such as \"seed: 7\"; those given here win.")
  private void setConfig(Path file) {
    // Its options were added to the command line before it was parsed.
    if (file.toString().isEmpty()) {
      throw new ParameterException(spec.commandLine(), ConfigFile.OPTION + " needs a file");
    }
  }

  /** Without a command: prints the help without options and exit statuses. */
  @Override
  public Integer call() {
    List<String> sections = new ArrayList<>(spec.usageMessage().sectionKeys());
    sections.removeIf(section -> section.startsWith("option") || section.startsWith("exit"));
    spec.usageMessage().sectionKeys(sections);
    spec.commandLine().usage(terminal.results(), spec.commandLine().getColorScheme());
    return ExitStatus.DONE.code();
  }
}
