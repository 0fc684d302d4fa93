package org.transcal.io.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
  void givenADevice_thenItIsWrittenToAndNeverReplaced() {
    Path device = Path.of("/dev/null");
    Assumptions.assumeTrue(Files.exists(device), "there is no /dev/null here");

    AtomicFile.write(device, NEW);

    assertThat(Files.isRegularFile(device)).isFalse();
    assertThat(device).exists();
  }

  @Test
  void givenALateHeader_thenItStandsAtTheFront() throws IOException {
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
