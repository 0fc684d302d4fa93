package org.transcal.io.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
  private static final byte[] OLD = "old".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NEW = "new".getBytes(StandardCharsets.US_ASCII);

  @TempDir Path folder;

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> !file.equals(folder))
          .map(file -> folder.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void givenAnExistingFile_thenItIsReplacedWhole() throws IOException {
    Path file = Files.write(folder.resolve("x"), OLD);

    AtomicFile.write(file, NEW);

    assertThat(file).hasBinaryContent(NEW);
    assertThat(names()).containsExactly("x");
  }

  @Test
  void givenMissingFolders_thenTheyAreMade() {
    Path file = folder.resolve("a/b/x");

    AtomicFile.write(file, NEW);

    assertThat(file).hasBinaryContent(NEW);
  }

  @Test
  void givenAFailureHalfway_thenTheOldFileStaysAndNothingElse() throws IOException {
    Path file = Files.write(folder.resolve("x"), OLD);

    try (AtomicFile output = AtomicFile.open(file);
        OutputStream stream = output.stream()) {
      stream.write(NEW);
    }

    assertThat(file).hasBinaryContent(OLD);
    assertThat(names()).containsExactly("x");
  }

  @Test
  void givenAFailureInNewFolders_thenTheyAreGoneToo() throws IOException {
    try (AtomicFile output = AtomicFile.open(folder.resolve("a/b/x"))) {
      output.stream().write(NEW);
    }

    assertThat(names()).isEmpty();
  }

  @Test
  void givenAFolderOfThatName_thenItIsRefused() throws IOException {
    Path file = Files.createDirectory(folder.resolve("x"));

    assertThatThrownBy(() -> AtomicFile.write(file, NEW))
        .isInstanceOf(OutputException.class)
        .hasMessage(file + ": cannot be written: it is a folder");
    assertThat(names()).containsExactly("x");
  }

  @Test
  void givenAFileWhereAFolderIsNeeded_thenItIsRefused() throws IOException {
    Path blocking = Files.write(folder.resolve("x"), OLD);
    Path file = blocking.resolve("y/z");

    assertThatThrownBy(() -> AtomicFile.write(file, NEW))
        .isInstanceOf(OutputException.class)
        .hasMessageStartingWith(file + ": cannot be written: ");
    assertThat(names()).containsExactly("x");
  }

  @Test
  void givenASymbolicLink_thenItsTargetIsWrittenAndItStays() throws IOException {
    Path target = Files.write(folder.resolve("target"), OLD);
    Path link = Files.createSymbolicLink(folder.resolve("link"), target);

    AtomicFile.write(link, NEW);

    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(target).hasBinaryContent(NEW);
  }

  @Test
  void givenALinkToNothingYet_thenItsTargetIsMadeAndItStays() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("later", "target"));

    AtomicFile.write(link, NEW);

    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(folder.resolve("later/target")).hasBinaryContent(NEW);
  }

  @Test
  void givenLinksInACircle_thenTheyAreRefused() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("a"), Path.of("b"));
    Files.createSymbolicLink(folder.resolve("b"), Path.of("a"));

    assertThatThrownBy(() -> AtomicFile.write(link, NEW))
        .isInstanceOf(OutputException.class)
        .hasMessage(link + ": cannot be written: its symbolic links form a loop");
  }

  @Test
  void givenAnExistingFile_thenItsPermissionsAreKept() throws IOException {
    Path file = Files.write(folder.resolve("x"), OLD);
    Set<PosixFilePermission> wide = PosixFilePermissions.fromString("rwxrw-rw-");
    Set<PosixFilePermission> narrow = PosixFilePermissions.fromString("rw-------");

    for (Set<PosixFilePermission> permissions : List.of(wide, narrow)) {
      Files.setPosixFilePermissions(file, permissions);
      AtomicFile.write(file, NEW);

      assertThat(Files.getPosixFilePermissions(file)).isEqualTo(permissions);
    }
  }

  @Test
  void givenTheLongestFileName_thenItIsWritten() {
    Path file = folder.resolve("x".repeat(255));

    AtomicFile.write(file, NEW);

    assertThat(file).hasBinaryContent(NEW);
  }

  /** A pipe behaves as devices do; if this fails as root, no device of the machine is lost. */
  @Test
  void givenAPipe_thenItIsWrittenToAndNeverReplaced() throws Exception {
    Path pipe = folder.resolve("pipe");
    Assumptions.assumeTrue(isMade(pipe), "there is no mkfifo here");
    CompletableFuture<byte[]> read =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return Files.readAllBytes(pipe);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });

    AtomicFile.write(pipe, NEW);

    assertThat(Files.isRegularFile(pipe)).isFalse();
    assertThat(read.get(10, TimeUnit.SECONDS)).isEqualTo(NEW);
  }

  private static boolean isMade(Path pipe) throws InterruptedException {
    try {
      return new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0;
    } catch (IOException noSuchCommand) {
      return false;
    }
  }

  @Test
  void givenALateHeader_thenItIsAtTheFront() throws IOException {
    Path file = folder.resolve("x");

    try (AtomicFile output = AtomicFile.open(file)) {
      output.write(ByteBuffer.wrap("???-body".getBytes(StandardCharsets.US_ASCII)));
      output.writeAt(0, ByteBuffer.wrap("abc".getBytes(StandardCharsets.US_ASCII)));
      output.commit();
    }

    assertThat(file).hasContent("abc-body");
  }

  @Test
  void givenALineOfText_whenQuoted_thenItCannotBreakTheMessage() {
    InputException exception = new InputException("a\nb\u2028c\u001b[31m");

    assertThat(exception.getMessage()).isEqualTo("a b c [31m");
    assertThat(InputException.quote("x\n\u0007y")).isEqualTo("\"x\ufffd\ufffdy\"");
    assertThat(InputException.quote("z".repeat(100))).hasSize(63).endsWith("…\"");
  }
}
