package org.transcal.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST_HEADING;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.transcal.cli.completion.CompletionCommand;
import org.transcal.cli.estimate.EstimateCommand;
import org.transcal.cli.experiment.ExperimentCommand;
import org.transcal.cli.file.InputFiles;
import org.transcal.cli.fit.DemoCommand;
import org.transcal.cli.fit.FitCommand;
import org.transcal.cli.label.LabelCommand;
import org.transcal.cli.method.MethodsCommand;
import org.transcal.cli.monitor.MonitorCommand;
import org.transcal.cli.monitor.ReferenceCommand;
import org.transcal.cli.plan.ConfigFile;
import org.transcal.cli.serve.ServeCommand;
import org.transcal.cli.stream.ApplyCommand;
import org.transcal.cli.stream.EvaluateCommand;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Message;
import org.transcal.cli.terminal.Restart;
import org.transcal.cli.terminal.ShellCommand;
import org.transcal.cli.terminal.Terminal;
import org.transcal.cli.worker.WorkerCommand;
import org.transcal.io.file.InputException;
import org.transcal.io.file.MissingAddOnException;
import org.transcal.io.json.Provenance;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * All commands, including those of add-ons. If the first argument is a built-in command, only that
 * one is set up, which saves about 40 ms.
 */
final class CommandTree {
  /** The one command that needs to know all others. */
  private static final String COMPLETION = "completion";

  /** Where a page itself is written, and what may hold a secret. */
  private static final Set<String> NOT_REPRODUCED =
      Set.of("--out", "--report", "--dashboard", "--on-alert");

  /** Options that name files to read. */
  private static final List<String> INPUTS = List.of("--labels", "--weights", "--model");

  /** The built-in commands. */
  static final List<String> BUILT_IN =
      List.of(
          "demo",
          "fit",
          "apply",
          "evaluate",
          "estimate",
          "label",
          "reference",
          "monitor",
          "serve",
          "experiment",
          "methods",
          COMPLETION);

  private final Terminal terminal;
  private final String[] words;
  private final CommandLine root;
  private final Failures failures;

  CommandTree(Terminal terminal, String... words) {
    this(
        terminal,
        Map.of(
            "worker",
            t -> new WorkerCommand(t, new FileInputStream(FileDescriptor.in), CommandTree::serve)),
        words);
  }

  /** Runs a request of the worker, or else a built-in command on files. */
  static int serve(
      Terminal terminal,
      Map<String, Function<Terminal, Callable<Integer>>> requests,
      String... words) {
    return new CommandTree(terminal, requests, words).run();
  }

  /** A tree with further commands, which no help lists. */
  private CommandTree(
      Terminal terminal,
      Map<String, Function<Terminal, Callable<Integer>>> hidden,
      String... words) {
    this.terminal = terminal;
    this.words = words;
    this.failures = new Failures(terminal);
    this.root = new CommandLine(new RootCommand(terminal));
    String word = words.length == 0 ? "" : words[0];
    if (hidden.containsKey(word)) {
      root.addSubcommand(hidden.get(word).apply(terminal));
    } else if (BUILT_IN.contains(word) && !word.equals(COMPLETION)) {
      root.addSubcommand(builtIn(word, terminal));
    } else {
      addAll();
    }
    root.setOut(writer(terminal.results()));
    root.setErr(writer(terminal.notes()));
    root.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
    root.setCaseInsensitiveEnumValuesAllowed(true);
    // A file may be named @data.npz, which must not be read as a file of options.
    root.setExpandAtFiles(false);
    root.setParameterExceptionHandler(failures::misused);
    root.setExecutionExceptionHandler(this::failed);
    root.setExecutionStrategy(this::execute);
    root.getCommandSpec().versionProvider(CommandTree::version);
    describe(root.getCommandSpec());
  }

  /** A new command, by a switch so that no other one is loaded. */
  static Callable<Integer> builtIn(String word, Terminal terminal) {
    return switch (word) {
      case "demo" -> new DemoCommand(terminal);
      case "fit" -> new FitCommand(terminal);
      case "apply" -> new ApplyCommand(terminal);
      case "evaluate" -> new EvaluateCommand(terminal);
      case "estimate" -> new EstimateCommand(terminal);
      case "label" -> new LabelCommand(terminal);
      case "reference" -> new ReferenceCommand(terminal);
      case "monitor" -> new MonitorCommand(terminal);
      case "serve" -> new ServeCommand(terminal);
      case "experiment" -> new ExperimentCommand(terminal);
      case "methods" -> new MethodsCommand(terminal);
      case COMPLETION -> new CompletionCommand(terminal);
      default -> throw new IllegalArgumentException(word + " is no built-in command");
    };
  }

  private void addAll() {
    BUILT_IN.forEach(word -> root.addSubcommand(builtIn(word, terminal)));
    ServiceLoader.load(AddOnCommand.class).forEach(addOn -> root.addSubcommand(addOn.on(terminal)));
    AddOn.all().stream()
        .filter(addOn -> !root.getSubcommands().containsKey(addOn.word()))
        .forEach(addOn -> root.addSubcommand(addOn.placeholder()));
  }

  int run() {
    int status;
    try {
      status = root.execute(withConfigFile());
    } catch (InputException | InvalidPathException badConfig) {
      status = failures.failed(badConfig);
    } catch (OutOfMemoryError | StackOverflowError | LinkageError error) {
      status = failures.failed(error);
    }
    terminal.results().flush();
    terminal.notes().flush();
    return status;
  }

  /** The words with the options of the file that {@code --config} names, if it is given. */
  private String[] withConfigFile() {
    if (Arrays.stream(words).noneMatch(word -> word.startsWith(ConfigFile.OPTION))) {
      return words;
    }
    // Mistakes are reported when the whole is parsed: the file may have what is missing here.
    collectErrors(root, true);
    List<ParseResult> given =
        root.parseArgs(words).asCommandLineList().stream()
            .map(CommandLine::getParseResult)
            .toList();
    collectErrors(root, false);
    List<String> all = new ArrayList<>(List.of(words));
    int end = all.contains("--") ? all.indexOf("--") : all.size();
    given.stream()
        .filter(part -> part.hasMatchedOption(ConfigFile.OPTION))
        .flatMap(part -> part.matchedOption(ConfigFile.OPTION).stringValues().stream())
        .filter(file -> !file.isEmpty())
        .forEach(file -> all.addAll(end, ConfigFile.words(Path.of(file), given)));
    return all.toArray(String[]::new);
  }

  private static void collectErrors(CommandLine command, boolean collected) {
    command.getCommandSpec().parser().collectErrors(collected);
    command.getSubcommands().values().forEach(each -> collectErrors(each, collected));
  }

  /** Runs the command, or prints the help. */
  private int execute(ParseResult parsed) {
    terminal.setReproduction(reproduction(parsed));
    return terminal.compute(() -> new CommandLine.RunLast().execute(parsed));
  }

  /** Starts the command again if the launcher can help, else says what failed. */
  private int failed(Exception failure, CommandLine command, ParseResult parsed)
      throws IOException, InterruptedException {
    if (failure instanceof Restart longWork) {
      return longWork.run(words);
    }
    Optional<Restart> restart =
        failure instanceof MissingAddOnException missing
            ? terminal.restart(missing.addOn())
            : Optional.empty();
    if (restart.isPresent()) {
      Optional<Path> absent = inputs(command.getParseResult()).missing();
      return absent.isEmpty()
          ? restart.get().run(words)
          : failures.failed(InputException.in(absent.get(), "there is no such file"), command);
    }
    return failures.failed(failure, command);
  }

  /** The files that a parsed command reads, or that are first among the words of an add-on. */
  private static InputFiles inputs(ParseResult command) {
    InputFiles files = new InputFiles();
    command.matchedPositionals().forEach(argument -> files.add(argument.originalStringValues()));
    for (String name : INPUTS) {
      if (command.hasMatchedOption(name)) {
        files.add(command.matchedOption(name).originalStringValues());
      }
    }
    return files.add(
        command.unmatched().stream()
            .takeWhile(word -> !word.startsWith("-"))
            .filter(word -> word.contains("."))
            .toList());
  }

  /** The command with its arguments and options, except for those of all commands. */
  private static String reproduction(ParseResult parsed) {
    ShellCommand line = new ShellCommand(parsed.commandSpec().name());
    ParseResult command = parsed;
    while (command.hasSubcommand()) {
      command = command.subcommand();
      line.add(command.commandSpec().name());
    }
    command
        .matchedPositionals()
        .forEach(argument -> argument.originalStringValues().forEach(line::add));
    for (OptionSpec option : new LinkedHashSet<>(command.matchedOptions())) {
      String name = option.longestName();
      if (option.inherited() || NOT_REPRODUCED.contains(name)) {
        continue;
      }
      if (option.arity().max() == 0) {
        line.add(name);
      } else {
        option.originalStringValues().forEach(value -> line.add(name, value));
      }
    }
    return line.toString();
  }

  /** Adds exit statuses to the help of every command, and sets the order of its sections. */
  private static void describe(CommandSpec spec) {
    Map<String, String> statuses = new LinkedHashMap<>();
    for (ExitStatus status : ExitStatus.values()) {
      statuses.put(Integer.toString(status.code()), status.meaning());
    }
    // Exit statuses come last, after the examples.
    List<String> sections = new ArrayList<>(spec.usageMessage().sectionKeys());
    List<String> statusSections =
        List.of(SECTION_KEY_EXIT_CODE_LIST_HEADING, SECTION_KEY_EXIT_CODE_LIST);
    sections.removeAll(statusSections);
    sections.addAll(statusSections);
    spec.usageMessage()
        .sectionKeys(sections)
        .exitCodeListHeading("%nExit status:%n")
        .exitCodeList(statuses)
        .sortOptions(false)
        .abbreviateSynopsis(true);
    spec.subcommands().values().forEach(command -> describe(command.getCommandSpec()));
  }

  private static String[] version() {
    String java =
        Message.of(
            "Java %s, %s %s",
            System.getProperty("java.version"),
            System.getProperty("os.name"),
            System.getProperty("os.arch"));
    return new String[] {"transcal " + Provenance.currentVersion(), java};
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }
}
