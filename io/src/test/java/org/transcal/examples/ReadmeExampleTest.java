package org.transcal.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.TransCal;
import org.transcal.example.KnownShift;
import org.transcal.io.TaskFiles;
import org.transcal.io.npy.NpzWriter;
import org.transcal.prediction.Probabilities;
import org.transcal.shift.DomainFeatures;
import org.transcal.shift.TransferTask;

/** The three lines of Java in the README, compiled, run and compared with what it says. */
class ReadmeExampleTest {
  private static final String FILE = "task.npz";

  @Test
  void givenThreeLinesOfTheReadme_thenCalibratesTheTask(@TempDir Path folder) {
    Path path = folder.resolve(FILE);
    write(KnownShift.demo(0).task(), path);

    TransferTask task = TaskFiles.read(path);
    FittedCalibration fit = TransCal.released().withSeed(7).fit(task);
    Probabilities calibrated = fit.model().calibrate(task.target().logits());

    assertThat(calibrated.rows()).isEqualTo(task.target().logits().rows());
    assertThat(fit.temperature().orElseThrow()).isGreaterThan(KnownShift.SOURCE_TEMPERATURE);
  }

  @Test
  void givenReadme_thenItsLinesAreTheOnesAbove() throws IOException {
    Path root = Path.of(System.getProperty("transcal.root"));
    String source =
        Files.readString(
                root.resolve("io/src/test/java/org/transcal/examples/ReadmeExampleTest.java"))
            .replace("TaskFiles.read(path)", "TaskFiles.read(Path.of(\"" + FILE + "\"))");
    List<String> readme = Files.readAllLines(root.resolve("README.md"));
    int start = readme.indexOf("```java");
    int end = readme.subList(start + 1, readme.size()).indexOf("```") + start + 1;

    assertThat(readme.subList(start + 1, end)).hasSize(3);
    assertThat(readme.subList(start + 1, end)).allMatch(source::contains);
  }

  private static void write(TransferTask task, Path path) {
    DomainFeatures features = task.features().orElseThrow();
    try (NpzWriter writer = NpzWriter.open(path)) {
      writer
          .matrix("source_train_features", features.sourceTrain())
          .matrix("source_val_features", features.sourceValidation())
          .matrix("target_features", features.target())
          .matrix("source_val_logits", task.sourceValidation().logits().values())
          .integers("source_val_labels", task.sourceValidation().labels().toArray())
          .matrix("target_logits", task.target().logits().values());
      writer.commit();
    }
  }
}
