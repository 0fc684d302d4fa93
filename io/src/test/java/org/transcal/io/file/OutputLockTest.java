package org.transcal.io.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputLockTest {
  private static final String LOCK = ".transcal.lock";

  @TempDir Path folder;

  /** Another process that holds what it is told to until it is killed. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] args) throws IOException {
      Path folder = Path.of(args[1]);
      AutoCloseable held =
          args[0].equals("lock")
              ? OutputLock.acquire(folder)
              : AtomicFile.open(folder.resolve("half-written"));
      System.out.println("holding " + held.getClass().getSimpleName());
      System.in.read();
    }
  }

  private Process hold(String what) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                Stream.of(Holder.class, OutputLock.class)
                    .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
                    .distinct()
                    .reduce((a, b) -> a + System.getProperty("path.separator") + b)
                    .orElseThrow(),
                Holder.class.getName(),
                what,
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    assertThat(lines.readLine()).startsWith("holding");
    return process;
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static void kill(Process process) throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  @Test
  void givenALockOfThisProcess_thenItCannotBeTakenTwiceUntilReleased() {
    OutputLock first = OutputLock.acquire(folder);

    assertThatThrownBy(() -> OutputLock.acquire(folder.resolve("../" + folder.getFileName())))
        .isInstanceOf(OutputException.class)
        .hasMessageStartingWith("another transcal run is writing to " + folder);
    first.close();
    OutputLock.acquire(folder).close();
  }

  @Test
  void givenALockOfAnotherProcess_thenItIsRefusedUntilThatIsKilled() throws Exception {
    Process other = hold("lock");

    try {
      assertThatThrownBy(() -> OutputLock.acquire(folder))
          .isInstanceOf(OutputException.class)
          .hasMessageStartingWith("another transcal run is writing to " + folder);
    } finally {
      kill(other);
    }
    OutputLock.acquire(folder).close();
  }

  @Test
  void givenAFileThatAnotherProcessWrites_thenItStaysUntilThatIsKilled() throws Exception {
    Process other = hold("file");

    List<String> whileWritten;
    try {
      OutputLock.acquire(folder).close();
      whileWritten = names();
    } finally {
      kill(other);
    }
    OutputLock.acquire(folder).close();

    assertThat(whileWritten)
        .hasSize(2)
        .anyMatch(name -> name.matches("\\.transcal-\\d+-\\d+\\.tmp"));
    assertThat(names()).containsExactly(LOCK);
  }

  @Test
  void givenAFileThatThisProcessWrites_thenItIsNotTakenForAStrayOne() throws IOException {
    try (AtomicFile output = AtomicFile.open(folder.resolve("x"));
        OutputLock lock = OutputLock.acquire(folder)) {
      output.write(ByteBuffer.wrap(new byte[] {'a'}));
      output.commit();
      lock.removeStray(folder);
    }

    assertThat(names()).containsExactly(LOCK, "x");
  }

  @Test
  void givenStrayFiles_thenOnlyThoseUnderOurNamesAreRemoved() throws IOException {
    Path inner = Files.createDirectory(folder.resolve("tasks"));
    List<String> others =
        List.of(
            ".notes.99999999999999999999999-0.tmp",
            ".transcal-1-0.tmp.npz",
            "a.tmp",
            "transcal-1-0.tmp");
    for (String name : others) {
      Files.createFile(folder.resolve(name));
    }
    Files.createFile(folder.resolve(".transcal-1-0.tmp"));
    Files.createFile(inner.resolve(".transcal-1-0.tmp"));
    Files.createDirectory(folder.resolve(".transcal-2-0.tmp"));
    Files.createSymbolicLink(folder.resolve(".transcal-3-0.tmp"), Path.of("a.tmp"));

    try (OutputLock lock = OutputLock.acquire(folder)) {
      lock.removeStray(inner);
      lock.removeStray(folder.resolve("missing"));
    }

    assertThat(names())
        .containsAll(others)
        .contains(".transcal-2-0.tmp", ".transcal-3-0.tmp")
        .doesNotContain(".transcal-1-0.tmp");
    assertThat(inner).isEmptyDirectory();
  }

  @Test
  void givenANewFolderInWhichNothingWasWritten_thenItIsGoneAfterwards() {
    Path output = folder.resolve("a/b");

    OutputLock lock = OutputLock.acquire(output);
    boolean locked = Files.exists(output.resolve(LOCK));
    lock.close();

    assertThat(locked).isTrue();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void givenAFileInPlaceOfTheFolder_thenItIsRefused() throws IOException {
    Path file = Files.createFile(folder.resolve("x"));

    assertThatThrownBy(() -> OutputLock.acquire(file))
        .isInstanceOf(OutputException.class)
        .hasMessage(file + ": cannot be written: " + file + " is not a folder");
  }
}
