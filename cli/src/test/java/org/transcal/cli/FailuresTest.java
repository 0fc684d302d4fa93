package org.transcal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.cli.terminal.Terminal;

class FailuresTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Failures failures =
      new Failures(
          Terminal.withoutProgress(
              new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8),
              new PrintStream(err, false, StandardCharsets.UTF_8)));

  static Stream<Throwable> libraries() {
    IOException full = new IOException("No space left on device");
    Error noexec = new UnsatisfiedLinkError("failed to map segment");
    return Stream.of(
        noexec,
        new ExceptionInInitializerError(new RuntimeException(full)),
        new IllegalStateException("Failed to load the library", noexec));
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void givenAFullOrNoexecTemporaryFolder_thenItIsNamedAndNoInternalError(Throwable failure) {
    int status = failures.failed(failure);

    assertThat(status).isEqualTo(3);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains(System.getProperty("java.io.tmpdir"), "-Djava.io.tmpdir=DIR")
        .containsAnyOf("No space left on device", "failed to map segment")
        .doesNotContain("internal error");
  }

  @Test
  void givenABug_thenStillAnInternalError() {
    int status = failures.failed(new NoClassDefFoundError("org/example/A"));

    assertThat(status).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("internal error");
  }
}
