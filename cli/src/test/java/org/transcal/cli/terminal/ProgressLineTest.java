package org.transcal.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressLineTest {
  private static final int COLUMNS = 70;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private long milliseconds = 1_000;

  private ProgressLine line(int columns, String what, long steps) {
    PrintStream notes = new PrintStream(err, true, StandardCharsets.UTF_8);
    return new ProgressLine(
        notes, columns, what, steps, () -> TimeUnit.MILLISECONDS.toNanos(milliseconds));
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private void drawAfter(ProgressLine line, long passed) {
    milliseconds += passed;
    line.update();
  }

  @Test
  void givenHalfOfTheSteps_thenBarShowsPercentageRemainingTimeAndCurrentWork() {
    ProgressLine line = line(COLUMNS, "fitting", 10);
    line.advance(5);
    line.running("transcal");

    drawAfter(line, 90_000);

    assertThat(err())
        .isEqualTo(
            "\rfitting  [" + "=".repeat(15) + " ".repeat(15) + "]  50%  1:30 left  transcal");
  }

  @Test
  void givenNoFinishedStep_thenNoRemainingTime() {
    ProgressLine line = line(COLUMNS, "fitting", 10);

    drawAfter(line, 1_000);

    assertThat(err()).isEqualTo("\rfitting  [" + " ".repeat(30) + "]  0%");
  }

  @Test
  void givenHours_thenHoursAreShown() {
    ProgressLine line = line(COLUMNS, "experiment", 4);
    line.advance(1);

    drawAfter(line, 3_723_000);

    assertThat(err()).endsWith("25%  3:06:09 left");
  }

  @Test
  void givenUnknownNumberOfSteps_thenFinishedStepsAndElapsedTime() {
    ProgressLine line = line(COLUMNS, "rows", -1);
    line.advance(1_000_000);

    drawAfter(line, 7_000);

    assertThat(err()).isEqualTo("\rrows  1,000,000 done  0:07");
  }

  @Test
  void givenMoreStepsThanAnnounced_thenAtMost100Percent() {
    ProgressLine line = line(COLUMNS, "fitting", 2);
    line.advance(3);

    drawAfter(line, 1_000);

    assertThat(err()).contains("100%  0:00 left");
  }

  @Test
  void givenQuickWork_thenNothingIsPrinted() {
    ProgressLine line = line(COLUMNS, "work", 2);

    drawAfter(line, 399);
    line.close();

    assertThat(err.size()).isZero();
  }

  @Test
  void givenNoChange_thenNothingIsDrawn() {
    ProgressLine line = line(COLUMNS, "work", 2);
    drawAfter(line, 500);
    int before = err.size();

    drawAfter(line, 100);

    assertThat(err.size()).isEqualTo(before);
  }

  @Test
  void givenClosed_thenLineIsClearedForGood() {
    ProgressLine line = line(COLUMNS, "work", 2);
    drawAfter(line, 500);

    line.close();
    line.advance(1);
    drawAfter(line, 500);

    assertThat(err()).endsWith("\r" + " ".repeat(COLUMNS - 1) + "\r");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 9, 20, 31, 33, 40, 50})
  void givenNarrowTerminal_thenTheLineFits(int columns) {
    ProgressLine line = line(columns, "fitting", 10);
    line.advance(1);
    line.running("a\033[2J領域");

    drawAfter(line, 5_000);

    // Each of the two last characters takes two columns.
    String drawn = err().substring(1);
    int wide = (int) drawn.chars().filter(c -> c > 0x1100).count();
    assertThat(drawn.length() + wide).isLessThan(Math.max(2, columns));
    assertThat(drawn).doesNotContain("\033");
  }
}
