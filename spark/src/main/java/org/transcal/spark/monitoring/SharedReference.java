package org.transcal.spark.monitoring;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.transcal.io.json.Provenance;
import org.transcal.monitoring.Reference;
import org.transcal.monitoring.history.ReferenceFile;

/** A reference as the bytes of its file, which is what executors receive. */
final class SharedReference implements Serializable {
  private static final long serialVersionUID = 1L;

  private final byte[] bytes;

  /** Decoded once on each executor. */
  private transient volatile Reference decoded;

  private SharedReference(byte[] bytes) {
    this.bytes = bytes;
  }

  static SharedReference of(Reference reference) {
    return new SharedReference(
        inTemporaryFile(
            file -> {
              ReferenceFile.write(file, reference, Provenance.unknown());
              return Files.readAllBytes(file);
            }));
  }

  Reference reference() {
    Reference known = decoded;
    if (known == null) {
      known = inTemporaryFile(file -> ReferenceFile.read(Files.write(file, bytes)));
      decoded = known;
    }
    return known;
  }

  @FunctionalInterface
  private interface FileWork<T> {
    T on(Path file) throws IOException;
  }

  private static <T> T inTemporaryFile(FileWork<T> work) {
    try {
      Path folder = Files.createTempDirectory("transcal");
      Path file = folder.resolve("reference.npz");
      try {
        return work.on(file);
      } finally {
        Files.deleteIfExists(file);
        Files.deleteIfExists(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The reference cannot be sent to executors", e);
    }
  }
}
