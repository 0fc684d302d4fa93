package org.transcal.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.transcal.Termination;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.TransCal;
import org.transcal.io.TaskFiles;
import org.transcal.task.TransferTask;

/** Real tasks: the same temperature as without Spark. */
@ExtendWith(LocalSpark.class)
class BankOnSparkTest {
  /** The required agreement. */
  private static final double RELATIVE = 1e-4;

  @Test
  void givenTasksOfEachSuite_thenTemperaturesEqualThoseWithoutSpark() throws IOException {
    for (Path file : tasks()) {
      TransferTask task = TaskFiles.read(file);
      FittedCalibration expected = TransCal.released().fit(task);

      TransCalModel model =
          new TransCalEstimator()
              .setAbsentClasses(TransCalEstimator.ACCEPT)
              .fit(TaskFrame.shuffled(task, 3, 4));

      assertThat(model.temperature() / expected.temperature().orElseThrow())
          .as("%s: %s", file.getFileName(), model.summary())
          .isCloseTo(1, within(RELATIVE));
      // With coarser sums of the loss, searches reached their limit.
      assertThat(model.summary().orElseThrow().separation().orElseThrow().termination())
          .as("%s", file.getFileName())
          .isEqualTo(Termination.CONVERGED);
    }
  }

  private static List<Path> tasks() throws IOException {
    Path bank = Path.of(System.getProperty("transcal.shared", "../shared"), "bank");
    Assumptions.assumeTrue(
        Files.isDirectory(bank), () -> "Skipped: the shared bank is absent at " + bank);
    try (Stream<Path> files = Files.list(bank)) {
      List<Path> all = files.filter(file -> file.toString().endsWith(".npz")).sorted().toList();
      return Stream.of("amazon", "digit", "office")
          .flatMap(
              suite ->
                  all.stream()
                      .filter(file -> file.getFileName().toString().startsWith(suite))
                      .limit(2))
          .toList();
    }
  }
}
