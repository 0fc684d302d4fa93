package org.transcal.cli.experiment;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.transcal.cli.method.MethodNames;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.Progress;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.TaskFiles;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.InputException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code transcal experiment}: every task of a folder with every method. */
@Command(
    name = "experiment",
    header = "Runs methods on every task of a folder and writes one table.",
    description = {
      "%nWrites results.csv, one line a task, method and seed, and tables.md with the mean ECE of"
          + " each suite, where a task named suite__task__model belongs to its suite. A task or"
          + " method that fails gets a line with its error and stops nothing else. Results do not"
          + " depend on --threads.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal experiment --tasks office",
      "  transcal experiment --tasks office --methods vanilla,transcal --repeats 20",
    })
public final class ExperimentCommand implements Callable<Integer> {
  private static final String RESULTS = "results.csv";
  private static final int MOST_REPEATS = 1_000_000;
  private static final int MOST_BINS = 10_000;

  private final Terminal terminal;

  @Spec private CommandSpec spec;

  @Option(
      names = "--tasks",
      paramLabel = "DIR",
      required = true,
      description = "A folder of tasks in any of the accepted layouts.")
  private Path tasks;

  @Option(
      names = "--methods",
      paramLabel = "A,B,…",
      split = ",",
      hideParamSyntax = true,
      description = "Methods with commas between. Default: all. See: transcal methods")
  private List<String> methods = List.of();

  @Option(
      names = "--repeats",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "How often each task runs: first as it is, then on rows drawn anew with replacement from"
              + " source validation and target. Default: ${DEFAULT-VALUE}")
  private int repeats;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "Seed of the first run; each repeat adds 1. Default: ${DEFAULT-VALUE}")
  private long seed;

  @Option(
      names = "--bins",
      paramLabel = "N",
      defaultValue = "15",
      description = "Equally wide confidence bins of the ECE. Default: ${DEFAULT-VALUE}")
  private int bins;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "transcal-out/experiment",
      description = "Where files go. Default: ${DEFAULT-VALUE}")
  private Path out;

  /** Talks to a terminal. */
  public ExperimentCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    requireRange("--repeats", repeats, MOST_REPEATS);
    requireRange("--bins", bins, MOST_BINS);
    Plan plan = new Plan(methodNames(), seed, repeats, bins);
    List<Path> paths = taskPaths();
    // Fails now, and not after the work, where files cannot be written.
    AtomicFile.open(out.resolve(RESULTS)).close();
    Results results = new Results(plan.methods().names());
    try (Progress progress = terminal.progress("experiment", paths.size() * plan.stepsPerTask())) {
      new Grid(plan, terminal, progress).run(paths, results);
    }
    terminal.warn(results.warnings());
    if (results.ran() == 0) {
      terminal.notes().println("error: " + tasks + ": no method ran on any task");
      return results.status().code();
    }
    Path csv = out.resolve(RESULTS);
    Path tables = out.resolve("tables.md");
    results.write(csv, tables);
    show(paths.size(), results, csv, tables);
    return ExitStatus.DONE.code();
  }

  private void show(int taskCount, Results results, Path csv, Path tables) {
    PrintStream print = terminal.results();
    print.println(
        Figures.count(taskCount)
            + (taskCount == 1 ? " task, " : " tasks, ")
            + Figures.count(results.ran())
            + " runs done, "
            + Figures.count(results.failed())
            + " failed");
    print.println();
    if (!results.suites().isEmpty()) {
      results.suites().lines().forEach(print::println);
      print.println();
    }
    print.println("results  " + csv);
    print.println("tables   " + tables);
  }

  private MethodNames methodNames() {
    try {
      return methods.isEmpty() ? MethodNames.all() : MethodNames.parse(methods);
    } catch (IllegalArgumentException unknown) {
      throw new ParameterException(spec.commandLine(), unknown.getMessage(), unknown);
    }
  }

  private void requireRange(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw new ParameterException(
          spec.commandLine(), option + " is " + value + "; it must be in 1 … " + most);
    }
  }

  private List<Path> taskPaths() {
    if (!Files.isDirectory(tasks)) {
      throw InputException.in(tasks, "there is no such folder");
    }
    List<Path> paths = TaskFiles.list(tasks);
    if (paths.isEmpty()) {
      throw InputException.in(tasks, "there is no task in this folder");
    }
    return paths;
  }
}
