package org.transcal.io.file;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 over bytes as they pass. */
public final class Digest {
  private final MessageDigest sha256;

  /** A digest of nothing yet. */
  public Digest() {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  /** Adds bytes. */
  public void update(byte[] bytes, int offset, int length) {
    sha256.update(bytes, offset, length);
  }

  /** The digest in hexadecimal; starts anew afterwards. */
  public String hex() {
    return HexFormat.of().formatHex(sha256.digest());
  }
}
