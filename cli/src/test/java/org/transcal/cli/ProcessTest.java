package org.transcal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.OutputFiles;
import org.transcal.cli.testing.TaskFile;

/** The command in a separate process: working folder, exit status, streams. */
class ProcessTest {
  @TempDir private Path folder;

  private CommandRun run(String... args) throws IOException, InterruptedException {
    return run(Redirect.PIPE, args);
  }

  private CommandRun run(Redirect output, String... args) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "org.transcal.cli.Main"));
    command.addAll(List.of(args));
    Path err = folder.resolve("err.txt");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(err.toFile())
            .redirectOutput(output)
            .start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new CommandRun(process.waitFor(), out, OutputFiles.text(err));
  }

  @Test
  void givenNoOut_thenFilesAreInAFolderNamedAfterTheTask() throws Exception {
    TaskFile.small(1).write(folder.resolve("small.npz"));

    CommandRun run = run("fit", "small.npz", "--method", "vanilla", "--quiet");

    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("transcal-out/small/report.html");
    assertThat(OutputFiles.in(folder.resolve("transcal-out/small")))
        .containsExactly("model.json", "report.html", "result.json", "target_probabilities.npy");
  }

  @Test
  void givenFailure_thenExitStatus() throws Exception {
    assertThat(run("fit", "nowhere.npz").status()).isEqualTo(3);
    assertThat(run("fit").status()).isEqualTo(2);
    assertThat(run("try-add-on", "bug").status()).isEqualTo(1);
  }

  @Test
  void givenUnwritableStandardOutput_thenStatus3() throws Exception {
    File full = new File("/dev/full");
    assumeTrue(full.exists(), "there is no device without space here");

    CommandRun run = run(Redirect.to(full), "methods");

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).startsWith("error: cannot write standard output: ");
  }
}
