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

  /** The built-in commands by name. */
  static final Map<String, Function<Terminal, Callable<Integer>>> BUILT_IN = new LinkedHashMap<>();

  static {
    BUILT_IN.put("demo", DemoCommand::new);
    BUILT_IN.put("fit", FitCommand::new);
    BUILT_IN.put("apply", ApplyCommand::new);
    BUILT_IN.put("evaluate", EvaluateCommand::new);
    BUILT_IN.put("estimate", EstimateCommand::new);
    BUILT_IN.put("label", LabelCommand::new);
    BUILT_IN.put("reference", ReferenceCommand::new);
    BUILT_IN.put("monitor", MonitorCommand::new);
    BUILT_IN.put("serve", ServeCommand::new);
    BUILT_IN.put("experiment", ExperimentCommand::new);
    BUILT_IN.put("methods", MethodsCommand::new);
    BUILT_IN.put(COMPLETION, CompletionCommand::new);
  }

  /** The command for programs that start this one; no help lists it. */
  private static final Map<String, Function<Terminal, Callable<Integer>>> WORKER =
      Map.of(
          "worker",
          terminal ->
              new WorkerCommand(
                  terminal, new FileInputStream(FileDescriptor.in), CommandTree::serve));

  private final Terminal terminal;
  private final String[] words;
  private final CommandLine root;
  private final Failures failures;

  CommandTree(Terminal terminal, String... words) {
    this(terminal, isWorker(words) ? WORKER : BUILT_IN, words);
  }

  private CommandTree(
      Terminal terminal,
      Map<String, Function<Terminal, Callable<Integer>>> commands,
      String... words) {
    this.terminal = terminal;
    this.words = words;
    this.failures = new Failures(terminal);
    this.root = new CommandLine(new RootCommand(terminal));
    if (words.length > 0 && commands.containsKey(words[0]) && !words[0].equals(COMPLETION)) {
      root.addSubcommand(commands.get(words[0]).apply(terminal));
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

  private static boolean isWorker(String... words) {
    return words.length > 0 && WORKER.containsKey(words[0]);
  }

  /** Runs a request of the worker, or else a built-in command on files. */
  static int serve(
      Terminal terminal,
      Map<String, Function<Terminal, Callable<Integer>>> requests,
      String... words) {
    Map<String, Function<Terminal, Callable<Integer>>> commands = new LinkedHashMap<>(BUILT_IN);
    commands.putAll(requests);
    return new CommandTree(terminal, commands, words).run();
  }

  private void addAll() {
    BUILT_IN.values().forEach(command -> root.addSubcommand(command.apply(terminal)));
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
    try {
      return terminal.compute(() -> new CommandLine.RunLast().execute(parsed));
    } catch (RuntimeException failure) {
      throw failure;
    } catch (Exception interrupted) {
      throw new IllegalStateException("Interrupted before the command ended", interrupted);
    }
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
    InputFiles files = new InputFiles(command.commandSpec());
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
