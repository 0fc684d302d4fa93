package org.transcal.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenTest {
  @TempDir private Path folder;

  @Test
  void givenTokenFile_thenReadAndPermissionsChecked() throws Exception {
    Path file = Files.writeString(folder.resolve("token"), "a-secret-of-more\n");

    Token token = Token.read(file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    boolean open = Token.isReadableByOthers(file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    boolean closed = Token.isReadableByOthers(file);

    assertThat(token.isIn("Bearer a-secret-of-more")).isTrue();
    assertThat(open).isTrue();
    assertThat(closed).isFalse();
  }
}
