package org.transcal.cli.testing;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.transcal.workflow.TaskTrainer;

/**
 * Runs the command in a separate process with {@link FakeTrainer} on its class path; all other
 * tests run without a trainer.
 */
public final class TrainingProcess {
  private final Path folder;

  /** Keeps its files in a folder of the test. */
  public TrainingProcess(Path folder) {
    this.folder = folder;
  }

  /** Runs a command line. */
  public CommandRun of(Object... args) throws IOException, InterruptedException {
    int status = start(0, args).waitFor();
    return new CommandRun(
        status,
        OutputFiles.text(folder.resolve("out.txt")),
        OutputFiles.text(folder.resolve("err.txt")));
  }

  /** Runs a command line that must succeed. */
  public CommandRun done(Object... args) throws IOException, InterruptedException {
    CommandRun run = of(args);
    if (run.status() != 0) {
      throw new AssertionError(Arrays.toString(args) + " gave " + run);
    }
    return run;
  }

  /** Starts a command line whose training takes the given milliseconds per step. */
  public Process start(int step, Object... args) throws IOException {
    Path services = Files.createDirectories(folder.resolve("trainer/META-INF/services"));
    Files.writeString(
        services.resolve(TaskTrainer.class.getName()), FakeTrainer.class.getName() + "\n");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-Dtranscal.test.step=" + step,
                "-cp",
                folder.resolve("trainer")
                    + File.pathSeparator
                    + System.getProperty("java.class.path"),
                "org.transcal.cli.Main"));
    Arrays.stream(args).map(Object::toString).forEach(command::add);
    // Progress would make standard error depend on timing.
    command.add("--quiet");
    return new ProcessBuilder(command)
        .redirectOutput(folder.resolve("out.txt").toFile())
        .redirectError(folder.resolve("err.txt").toFile())
        .start();
  }
}
