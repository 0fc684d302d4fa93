package org.transcal.io.npy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.transcal.io.file.InputException;

/** Reads the header of a {@code .npy}, format versions 1 to 3. */
final class NpyHeaderReader {
  /** Far more than a plain array needs; the format allows 4 GB. */
  static final int LONGEST = 1 << 16;

  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int NEWEST_VERSION = 3;

  private NpyHeaderReader() {}

  /**
   * Reads exactly the header's bytes.
   *
   * @param where names the array in messages
   */
  static NpyHeader read(String where, InputStream bytes) throws IOException {
    byte[] start = bytes.readNBytes(MAGIC.length + 2);
    for (int i = 0; i < MAGIC.length; i++) {
      if (i >= start.length || start[i] != MAGIC[i]) {
        throw new InputException(
            where + ": is not a .npy array; it must start with the bytes \\x93NUMPY");
      }
    }
    int major = start.length > MAGIC.length ? start[MAGIC.length] & 0xff : 0;
    if (start.length < MAGIC.length + 2 || major < 1 || major > NEWEST_VERSION) {
      throw new InputException(
          where + ": is of .npy format version " + major + "; versions 1 to 3 are understood");
    }
    int lengthBytes = major == 1 ? Short.BYTES : Integer.BYTES;
    byte[] lengthField = bytes.readNBytes(lengthBytes);
    long length = 0;
    for (int i = lengthField.length - 1; i >= 0; i--) {
      length = length << 8 | (lengthField[i] & 0xff);
    }
    if (lengthField.length < lengthBytes || length > LONGEST) {
      throw InputException.in(
          where, "claims a header of %s bytes; at most %s are accepted", length, LONGEST);
    }
    byte[] text = bytes.readNBytes((int) length);
    if (text.length < length) {
      throw InputException.in(
          where, "ends within its header, after %s of %s bytes", text.length, length);
    }
    String dictionary =
        new String(
            text, major == NEWEST_VERSION ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
    int total = start.length + lengthBytes + text.length;
    return new HeaderDictionary(where, dictionary).toHeader(total);
  }
}
