package org.transcal.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProgressLogTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private long seconds = 1_000;

  private ProgressLog log(String what, long steps) {
    PrintStream notes = new PrintStream(err, true, StandardCharsets.UTF_8);
    return new ProgressLog(notes, what, steps, () -> TimeUnit.SECONDS.toNanos(seconds));
  }

  private List<String> lines() {
    return err.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void givenLongWork_thenPlainLineShowsCurrentWorkAndProgress() {
    ProgressLog log = log("fitting", 21);
    log.advance(3);
    log.running("transcal");

    seconds += 5;
    log.update();

    assertThat(lines()).containsExactly("fitting: 3 of 21 done, now transcal (5 s)");
  }

  @Test
  void givenUnknownNumberOfSteps_thenLineShowsFinishedSteps() {
    ProgressLog log = log("rows", -1);
    log.advance(1_000_000);

    seconds += 7;
    log.update();

    assertThat(lines()).containsExactly("rows: 1,000,000 done (7 s)");
  }

  @Test
  void givenWorkOfADay_thenIntervalsGrow() {
    ProgressLog log = log("experiment", 10);
    List<Long> times = new ArrayList<>();

    for (long second = 1; second <= 24 * 60 * 60; second++) {
      seconds = 1_000 + second;
      int before = lines().size();
      log.update();
      if (lines().size() > before) {
        times.add(second);
      }
    }

    assertThat(times).startsWith(5L, 15L, 35L, 75L, 155L, 315L, 635L, 1_235L, 1_835L);
    assertThat(times).hasSizeLessThan(160);
  }

  @Test
  void givenQuickOrClosedWork_thenNothingIsPrinted() {
    ProgressLog log = log("fitting", 21);

    seconds += 4;
    log.update();
    log.close();
    seconds += 1_000;
    log.update();

    assertThat(lines()).isEmpty();
  }

  @Test
  void givenNameWithEscapeSequence_thenEscaped() {
    ProgressLog log = log("experiment", 2);
    log.running("a\033[2J");

    seconds += 5;
    log.update();

    assertThat(lines()).containsExactly("experiment: 0 of 2 done, now a\\x1b[2J (5 s)");
  }
}
