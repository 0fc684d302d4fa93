package org.transcal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The generated gallery, of which one suite has closed forms. */
class GalleryTest {
  private static final String PYTHON = "/usr/bin/python3";

  @TempDir Path folder;

  /** Runs Python; output goes to a file, since nobody reads a pipe. */
  private int python(Object... arguments) throws IOException, InterruptedException {
    List<String> command =
        Arrays.stream(arguments).map(Object::toString).collect(Collectors.toList());
    command.add(0, PYTHON);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("output.txt").toFile())
        .start()
        .waitFor();
  }

  @Test
  void givenGaussianClasses_thenTasksReadAndAccuracyIsTheClosedForm() throws Exception {
    Path script = Path.of("../research/bench/quality/trust/gallery.py");
    assumeTrue(
        Files.isExecutable(Path.of(PYTHON)) && python("-c", "import sklearn") == 0,
        "Debian's Python has no sklearn (apt-get install python3-sklearn)");
    Path tasks = folder.resolve("tasks");

    int status = python(script, tasks, "gauss");

    assertThat(status).as(Files.readString(folder.resolve("output.txt"))).isZero();
    Map<String, String[]> rows =
        Files.readAllLines(tasks.resolve("gallery.csv")).stream()
            .skip(1)
            .map(line -> line.split(",", -1))
            .collect(Collectors.toMap(cells -> cells[0], cells -> cells));
    List<Path> files = TaskFiles.list(tasks);
    assertThat(files).hasSize(rows.size()).hasSizeGreaterThan(15);
    for (Path file : files) {
      LoadedTask loaded = TaskFiles.load(file);
      assertThat(loaded.warnings()).as(file.toString()).isEmpty();
      double[] correct =
          loaded.task().target().logits().correctness(loaded.targetLabels().orElseThrow());
      String closedForm = rows.get(loaded.task().name())[10];
      if (!closedForm.isEmpty()) {
        // Four standard errors of a share of 3,000 rows.
        assertThat(Arrays.stream(correct).average().orElseThrow())
            .isCloseTo(Double.parseDouble(closedForm), within(4 * 0.5 / Math.sqrt(3000)));
      }
    }
    assertThat(files.stream().map(TaskFiles::read).filter(task -> task.secondModel().isPresent()))
        .hasSizeGreaterThan(10);
  }
}
