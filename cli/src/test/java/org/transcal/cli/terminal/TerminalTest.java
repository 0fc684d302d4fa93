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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.workflow.Progress;

class TerminalTest {
  private static final int COLUMNS = 60;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  /** Waits for the display's thread to print; the limit only stops a hanging test. */
  private void awaitErr(String expected) throws InterruptedException {
    for (int i = 0; i < 6_000 && !err().contains(expected); i++) {
      Thread.sleep(10);
    }
    assertThat(err()).contains(expected);
  }

  @Test
  void givenTerminalWithoutProgress_thenNoDisplay() {
    Terminal terminal = Terminal.withoutProgress(stream(out), stream(err));

    try (Progress progress = terminal.progress("work", 10)) {
      assertThat(progress).isNotInstanceOfAny(ProgressLine.class, ProgressLog.class);
    }
  }

  @Test
  void givenTerminal_thenOneLineThatFitsAndIsCleared() throws Exception {
    Terminal terminal = Terminal.withProgress(stream(out), stream(err), OptionalInt.of(COLUMNS));

    try (Progress progress = terminal.progress("work", 10)) {
      progress.advance(5);
      awaitErr("50%");
    }

    assertThat(out.size()).isZero();
    assertThat(err()).contains("work").doesNotContain("\n");
    assertThat(Arrays.stream(err().split("\r"))).allMatch(line -> line.length() < COLUMNS);
    assertThat(err()).endsWith("\r" + " ".repeat(COLUMNS - 1) + "\r");
  }

  @Test
  void givenTerminal_thenBarNamesTheCurrentWork() throws Exception {
    Terminal terminal =
        Terminal.withProgress(stream(out), stream(err), OptionalInt.of(2 * COLUMNS));

    try (Progress progress = terminal.progress("work", 10)) {
      progress.running("trans\033[2Jcal");
      awaitErr("trans\\x1b[2Jcal");
    }

    assertThat(err()).doesNotContain("\033");
  }

  @Test
  void givenQuiet_thenNoProgressInTerminalOrLog() {
    for (OptionalInt columns : List.of(OptionalInt.of(COLUMNS), OptionalInt.empty())) {
      Terminal terminal = Terminal.withProgress(stream(out), stream(err), columns);
      terminal.quiet();

      Progress progress = terminal.progress("work", 10);

      assertThat(progress).isNotInstanceOfAny(ProgressLine.class, ProgressLog.class);
    }
  }

  @Test
  void givenNoTerminal_thenProgressIsALog() {
    Terminal terminal = Terminal.withProgress(stream(out), stream(err), OptionalInt.empty());

    try (Progress progress = terminal.progress("work", 10)) {
      assertThat(progress).isInstanceOf(ProgressLog.class);
    }
  }

  @Test
  void givenControlCharacters_thenEscaped() {
    Terminal terminal = Terminal.withoutProgress(stream(out), stream(err));

    terminal.results().println("a\033[2Jb");
    terminal.notes().println(new StringBuilder("a\u009b2Jb"));
    terminal.warn(List.of("a\nerror: b\u202ec"));

    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("a\\x1b[2Jb\n");
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("a\\x9b2Jb\nwarning: a\\x0aerror: b\\u202ec\n");
  }

  @Test
  void givenWarnings_thenLinesOnStandardError() {
    Terminal.withoutProgress(stream(out), stream(err)).warn(List.of("a", "b"));

    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("warning: a", "warning: b");
    assertThat(out.size()).isZero();
  }

  @Test
  void givenZeroThreads_thenRejected() {
    Terminal terminal = Terminal.withoutProgress(stream(out), stream(err));

    assertThatThrownBy(() -> terminal.useThreads(0)).hasMessageContaining("at least 1");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void givenThreads_thenParallelLoopsUseNoMore(int threads) throws Exception {
    Terminal terminal = Terminal.withoutProgress(stream(out), stream(err));
    terminal.useThreads(threads);

    Set<String> names = ConcurrentHashMap.newKeySet();
    terminal.compute(
        () ->
            IntStream.range(0, 64)
                .parallel()
                .peek(i -> LockSupport.parkNanos(1_000_000))
                .map(i -> names.add(Thread.currentThread().getName()) ? 1 : 0)
                .sum());

    assertThat(names).hasSizeBetween(1, threads).noneMatch(name -> name.contains("commonPool"));
  }

  @Test
  void givenFailingWork_thenSameExceptionIsThrown() {
    Terminal terminal = Terminal.withoutProgress(stream(out), stream(err));
    RuntimeException failure = new IllegalStateException("x");
    Error error = new OutOfMemoryError("y");

    assertThatThrownBy(() -> terminal.compute(() -> fail(failure))).isSameAs(failure);
    assertThatThrownBy(() -> terminal.compute(() -> fail(error))).isSameAs(error);
  }

  private static int fail(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) failure;
  }
}
