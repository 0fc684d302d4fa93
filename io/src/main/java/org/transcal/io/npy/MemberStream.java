package org.transcal.io.npy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;
import org.transcal.io.file.InputException;

/**
 * The inflated bytes of an archive's member: never more than its directory entry claims, and
 * checked against its length and checksum at the end.
 */
final class MemberStream extends InputStream {
  private static final int INPUT_BYTES = 1 << 15;

  private final String where;
  private final ZipMember member;
  private final Inflater inflater = new Inflater(true);
  private final InputStream bytes;
  private final CRC32 checksum = new CRC32();
  private long delivered;

  MemberStream(String where, ZipMember member, InputStream stored) {
    this.where = where;
    this.member = member;
    // Raw deflate may need one byte beyond its last to notice the end.
    InputStream padded = new SequenceInputStream(stored, new ByteArrayInputStream(new byte[1]));
    this.bytes =
        member.method() == ZipMember.STORED
            ? stored
            : new InflaterInputStream(padded, inflater, INPUT_BYTES);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int count = readChecked(target, offset, length);
    if (count < 0) {
      requireWhole();
      return -1;
    }
    delivered += count;
    if (delivered > member.size()) {
      throw damaged("inflates to more than the %d bytes it claims", member.size());
    }
    checksum.update(target, offset, count);
    return count;
  }

  private int readChecked(byte[] target, int offset, int length) throws IOException {
    try {
      return bytes.read(target, offset, length);
    } catch (ZipException e) {
      throw damaged("cannot be inflated");
    } catch (EOFException e) {
      throw damaged("ends early");
    }
  }

  private void requireWhole() {
    if (delivered != member.size()) {
      throw damaged("inflates to %d bytes, not the %d it claims", delivered, member.size());
    }
    if (checksum.getValue() != member.checksum()) {
      throw damaged("does not match its checksum");
    }
  }

  private InputException damaged(String problem, Object... values) {
    return InputException.in(where, "is damaged: it " + problem, values);
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    bytes.close();
  }
}
