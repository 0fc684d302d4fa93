package org.transcal.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalTest {
  private static final int COLUMNS = 60;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  @Test
  void givenNobodyWatches_thenNoProgress() throws Exception {
    Terminal terminal = Terminal.unwatched(stream(out), stream(err));

    try (Progress progress = terminal.progress("work", 10)) {
      progress.advance(5);
      Thread.sleep(600);
    }

    assertThat(err.size()).isZero();
    assertThat(out.size()).isZero();
  }

  @Test
  void givenTerminal_thenOneLineThatFitsAndGoes() throws Exception {
    Terminal terminal = Terminal.watched(stream(out), stream(err), OptionalInt.of(COLUMNS));

    try (Progress progress = terminal.progress("work", 10)) {
      for (int i = 0; i < 10; i++) {
        progress.advance(1);
        Thread.sleep(120);
      }
    }

    String text = err.toString(StandardCharsets.UTF_8);
    assertThat(out.size()).isZero();
    assertThat(text).contains("work").contains("%").doesNotContain("\n");
    assertThat(Arrays.stream(text.split("\r"))).allMatch(line -> line.length() < COLUMNS);
    assertThat(text).endsWith("\r" + " ".repeat(COLUMNS - 1) + "\r");
  }

  @Test
  void givenQuickWork_thenNothingFlashes() {
    Terminal terminal = Terminal.watched(stream(out), stream(err), OptionalInt.of(COLUMNS));

    try (Progress progress = terminal.progress("work", 2)) {
      progress.advance(2);
    }

    assertThat(err.size()).isZero();
  }

  @Test
  void givenTerminal_thenTheBarNamesWhatIsRunning() throws Exception {
    Terminal terminal = Terminal.watched(stream(out), stream(err), OptionalInt.of(2 * COLUMNS));

    try (Progress progress = terminal.progress("work", 10)) {
      progress.running("trans\033[2Jcal");
      Thread.sleep(1000);
    }

    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("trans\\x1b[2Jcal")
        .doesNotContain("\033");
  }

  @Test
  void givenQuiet_thenNoProgressInATerminalOrALog() throws Exception {
    for (OptionalInt columns : List.of(OptionalInt.of(COLUMNS), OptionalInt.empty())) {
      Terminal terminal = Terminal.watched(stream(out), stream(err), columns);
      terminal.quiet();

      Progress progress = terminal.progress("work", 10);

      assertThat(progress).isNotInstanceOfAny(ProgressLine.class, ProgressLog.class);
    }
  }

  @Test
  void givenNoTerminal_thenProgressIsALog() {
    Terminal terminal = Terminal.watched(stream(out), stream(err), OptionalInt.empty());

    try (Progress progress = terminal.progress("work", 10)) {
      assertThat(progress).isInstanceOf(ProgressLog.class);
    }
  }

  @Test
  void givenControlCharacters_thenTheyAreShownAndNotObeyed() {
    Terminal terminal = Terminal.unwatched(stream(out), stream(err));

    terminal.results().println("a\033[2Jb");
    terminal.notes().println(new StringBuilder("a\u009b2Jb"));
    terminal.warn(List.of("a\nerror: b\u202ec"));

    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("a\\x1b[2Jb\n");
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("a\\x9b2Jb\nwarning: a\\x0aerror: b\\u202ec\n");
  }

  @Test
  void givenWarnings_thenLinesOnStandardError() {
    Terminal.unwatched(stream(out), stream(err)).warn(List.of("a", "b"));

    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("warning: a", "warning: b");
    assertThat(out.size()).isZero();
  }

  @Test
  void givenNoThreads_thenRefused() {
    Terminal terminal = Terminal.unwatched(stream(out), stream(err));

    assertThatThrownBy(() -> terminal.useThreads(0)).hasMessageContaining("at least 1");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void givenThreads_thenParallelLoopsHaveNotMore(int threads) throws Exception {
    Terminal terminal = Terminal.unwatched(stream(out), stream(err));
    terminal.useThreads(threads);

    Set<String> names =
        terminal.compute(
            () ->
                IntStream.range(0, 64)
                    .parallel()
                    .peek(i -> LockSupport.parkNanos(1_000_000))
                    .mapToObj(i -> Thread.currentThread().getName())
                    .collect(Collectors.toSet()));

    assertThat(names).hasSizeBetween(1, threads).noneMatch(name -> name.contains("commonPool"));
  }

  @Test
  void givenWorkFails_thenItsOwnFailureComesOut() {
    Terminal terminal = Terminal.unwatched(stream(out), stream(err));
    Exception failure = new IllegalStateException("x");
    Error error = new OutOfMemoryError("y");

    assertThatThrownBy(() -> terminal.compute(() -> fail(failure))).isSameAs(failure);
    assertThatThrownBy(() -> terminal.compute(() -> fail(error))).isSameAs(error);
  }

  private static int fail(Throwable failure) throws Exception {
    if (failure instanceof Error error) {
      throw error;
    }
    throw (Exception) failure;
  }
}
