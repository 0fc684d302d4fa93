package org.transcal.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.TransCal;
import org.transcal.example.KnownShift;
import org.transcal.prediction.Probabilities;
import org.transcal.task.TransferTask;

/** Calibrated target probabilities in three lines, and their copy in TransCal's Javadoc. */
class ThreeLinesTest {
  @Test
  void givenTask_thenCalibratedInThreeLines() {
    TransferTask task = KnownShift.demo(7).task();
    FittedCalibration fit = TransCal.released().withSeed(7).fit(task);
    Probabilities calibrated = fit.model().calibrate(task.target().logits());

    assertThat(calibrated.rows()).isEqualTo(2000);
    assertThat(fit.temperature().orElseThrow()).isGreaterThan(KnownShift.SOURCE_TEMPERATURE);
  }

  /** Documentation that compiles: the quoted lines are in this file. */
  @Test
  void givenJavadocOfTransCal_thenItsLinesAreTheOnesAbove() throws IOException {
    Path core = Path.of(System.getProperty("transcal.root", "..")).resolve("core/src");
    String javadoc =
        Files.readString(core.resolve("main/java/org/transcal/calibration/TransCal.java"));
    String example =
        Files.readString(core.resolve("test/java/org/transcal/examples/ThreeLinesTest.java"));

    List<String> quoted =
        javadoc
            .substring(javadoc.indexOf("<pre>{@code"), javadoc.indexOf("}</pre>"))
            .lines()
            .skip(1)
            .map(line -> line.replaceFirst("^ \\* ?", "").strip())
            .filter(line -> !line.isEmpty())
            .toList();

    assertThat(quoted).hasSize(3);
    String own = example.substring(0, example.indexOf("/** Documentation that compiles"));
    assertThat(own.lines().map(String::strip)).containsSubsequence(quoted);
  }
}
