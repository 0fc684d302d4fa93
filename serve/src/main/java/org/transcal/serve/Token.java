package org.transcal.serve;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;

/** A secret that clients send as a bearer token, or browsers as a password. */
final class Token {
  private static final int LONGEST_FILE = 4096;
  private static final int SHORTEST = 16;

  private final byte[] secret;

  Token(String secret) {
    this.secret = secret.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Reads a file that has one line. */
  static Token read(Path file) {
    byte[] bytes =
        ByteSource.read(
            file, source -> source.stream(0, LONGEST_FILE + 1L).readNBytes(LONGEST_FILE + 1));
    List<String> lines = new String(bytes, StandardCharsets.ISO_8859_1).strip().lines().toList();
    if (bytes.length > LONGEST_FILE || lines.size() != 1) {
      throw InputException.in(
          file, "has %s lines; a token file has one line that is not empty", lines.size());
    }
    if (!lines.get(0).matches("[!-~]+")) {
      throw InputException.in(
          file, "has blanks or special characters in its token; use letters and digits");
    }
    if (lines.get(0).length() < SHORTEST) {
      throw InputException.in(
          file, "has a token of less than 16 characters; make one with: openssl rand -hex 32");
    }
    return new Token(lines.get(0));
  }

  /** Whether other users can read a file; false if the file system cannot tell. */
  static boolean isReadableByOthers(Path file) {
    try {
      return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
    } catch (IOException | UnsupportedOperationException unknown) {
      return false;
    }
  }

  /** Whether an Authorization header holds the token; takes the same time for every wrong one. */
  boolean isIn(String authorization) {
    String[] words = authorization.strip().split(" +", 2);
    if (words.length < 2) {
      return false;
    }
    String given = words[1];
    if (words[0].equalsIgnoreCase("Basic")) {
      try {
        String decoded = new String(Base64.getDecoder().decode(given), StandardCharsets.ISO_8859_1);
        given = decoded.substring(decoded.indexOf(':') + 1);
      } catch (IllegalArgumentException notBase64) {
        return false;
      }
    } else if (!words[0].equalsIgnoreCase("Bearer")) {
      return false;
    }
    return MessageDigest.isEqual(secret, given.getBytes(StandardCharsets.ISO_8859_1));
  }
}
