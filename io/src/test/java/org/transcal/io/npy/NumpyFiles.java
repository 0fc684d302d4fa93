package org.transcal.io.npy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.transcal.io.example.NpzBytes;
import org.transcal.io.file.ByteSource;

/** Files that numpy made; the script stands beside them. */
final class NumpyFiles {
  private NumpyFiles() {}

  static ByteSource open(String name) {
    return ByteSource.of(Path.of(name), bytes(name));
  }

  /** An archive. */
  static NpzArchive archive(String name) {
    return NpzArchive.open(NpzBytes.file(bytes(name)));
  }

  static byte[] bytes(String name) {
    try (InputStream file = NumpyFiles.class.getResourceAsStream("/numpy/" + name)) {
      return file.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
