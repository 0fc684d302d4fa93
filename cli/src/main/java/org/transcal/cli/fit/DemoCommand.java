package org.transcal.cli.fit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.file.OutputLock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code transcal demo}: every method on an embedded example. */
@Command(
    name = "demo",
    header = "Calibrates an embedded example whose true accuracy is known.",
    description = {
      "%nWrites the example as a task (task.npz) with results, model and report, and small files to"
          + " try every other command on: a data set (data.npz), arrays (logits.npy, labels.npy,"
          + " new_logits.npy) and a folder of tasks. With --monitor, a deployed classifier is"
          + " monitored for 60 nights in which its true accuracy is known.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal demo",
      "  transcal demo --seed 7 --out another-demo",
      "  transcal demo --monitor",
    })
public final class DemoCommand extends TerminalCommand {
  private static final List<String> FILES =
      List.of("data.npz", "logits.npy", "labels.npy", "new_logits.npy", "tasks");

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "Random seed. Default: ${DEFAULT-VALUE}")
  private long seed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Output folder. Default: transcal-out/demo, with --monitor transcal-out/demo-monitor")
  private Optional<Path> out = Optional.empty();

  @Option(
      names = "--monitor",
      description = "Monitor 60 nights with a slow decay, a break and other events.")
  private boolean monitor;

  /** Prints to a terminal. */
  public DemoCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    Path target = out.orElse(Path.of("transcal-out", monitor ? "demo-monitor" : "demo"));
    terminal.startAgainForLongWork(monitor);
    requireNoOtherFiles(target);
    try (OutputFolder folder = OutputFolder.open(target)) {
      if (monitor) {
        new MonitorDemo(terminal, folder, seed).run();
      } else {
        new KnownDemo(terminal, folder, seed).run();
      }
    }
    return ExitStatus.DONE.code();
  }

  /** Protects the user's files in a folder that no run has used before. */
  private void requireNoOtherFiles(Path target) {
    for (String name : monitor ? MonitorDemo.FILES : FILES) {
      if (Files.exists(target.resolve(name)) && !OutputLock.wasHeld(target)) {
        throw misuse("the demo would overwrite %s; use another --out", target.resolve(name));
      }
    }
  }
}
