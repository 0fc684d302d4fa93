package org.transcal.io.npy;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import org.transcal.io.file.InputException;

/**
 * The inflated bytes of a member of an archive. Ends with an {@link InputException} if they are not
 * as long as the archive says or do not match its checksum.
 */
final class MemberStream extends CheckedInputStream {
  private final String where;
  private final ZipEntry member;
  private long delivered;

  MemberStream(String where, ZipEntry member, InputStream bytes) {
    super(bytes, new CRC32());
    this.where = where;
    this.member = member;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int count;
    try {
      count = super.read(target, offset, length);
    } catch (ZipException | EOFException e) {
      throw damaged("it cannot be inflated: " + e.getMessage());
    }
    delivered += Math.max(0, count);
    if (delivered > member.getSize()) {
      throw damaged("it inflates to more than the " + member.getSize() + " bytes it claims");
    }
    if (count < 0 && delivered != member.getSize()) {
      throw damaged(
          "it inflates to " + delivered + " bytes, not the " + member.getSize() + " it claims");
    }
    if (count < 0 && getChecksum().getValue() != member.getCrc()) {
      throw damaged("it does not match its checksum");
    }
    return count;
  }

  private InputException damaged(String problem) {
    return new InputException(where + ": is damaged: " + problem);
  }
}
