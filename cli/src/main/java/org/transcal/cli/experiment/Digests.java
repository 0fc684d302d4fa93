package org.transcal.cli.experiment;

import java.nio.charset.StandardCharsets;
import org.transcal.io.file.Digest;

/** SHA-256 of text. */
final class Digests {
  private Digests() {}

  static String of(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Digest digest = new Digest();
    digest.update(bytes, 0, bytes.length);
    return digest.hex();
  }
}
