package org.transcal.cli.monitor;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.transcal.cli.terminal.Message;

/**
 * A shell command of the user that gets the alert on standard input.
 *
 * @param command what to run
 * @param limit how long it may take
 */
record AlertCommand(String command, Duration limit) {
  /** Longer than any mail or chat program needs. */
  static final Duration LIMIT = Duration.ofSeconds(60);

  /** Runs it with its output on standard error; returns what went wrong, if anything. */
  Optional<String> run(String json) {
    try {
      // Its standard output must not mix with this command's, which may be JSON.
      Process process =
          new ProcessBuilder("sh", "-c", "exec 1>&2\n" + command)
              .redirectOutput(Redirect.INHERIT)
              .redirectError(Redirect.INHERIT)
              .start();
      // A command that does not read would block the writer, so the limit could not end it.
      Thread writer = new Thread(() -> write(process, json), "transcal-on-alert");
      writer.setDaemon(true);
      writer.start();
      return end(process);
    } catch (IOException e) {
      return Optional.of(Message.of("--on-alert %s cannot be run: %s", command, e.getMessage()));
    }
  }

  private static void write(Process process, String json) {
    try (OutputStream input = process.getOutputStream()) {
      input.write((json + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException notRead) {
      // A command need not read its input.
    }
  }

  private Optional<String> end(Process process) {
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        return Optional.of(
            Message.of("--on-alert %s was stopped after %s s", command, limit.toSeconds()));
      }
      int status = process.exitValue();
      return status == 0
          ? Optional.empty()
          : Optional.of(
              Message.of(
                  "--on-alert %s ended with status %s%s",
                  command, status, status == 127 ? " (command not found)" : ""));
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      return Optional.of(Message.of("--on-alert %s was interrupted", command));
    }
  }
}
