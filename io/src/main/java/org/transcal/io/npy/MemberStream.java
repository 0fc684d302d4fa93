package org.transcal.io.npy;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.transcal.io.file.InputException;

/**
 * The inflated bytes of an archive's member: never more than its directory entry says, and checked
 * against its length and checksum where the end is reached.
 */
final class MemberStream extends InputStream {
  private static final int INPUT_BYTES = 1 << 15;

  private final String where;
  private final ZipMember member;
  private final InputStream compressed;
  private final Inflater inflater = new Inflater(true);
  private final byte[] input = new byte[INPUT_BYTES];
  private final CRC32 checksum = new CRC32();
  private long delivered;
  private boolean dummyGiven;
  private boolean ended;

  MemberStream(String where, ZipMember member, InputStream compressed) {
    this.where = where;
    this.member = member;
    this.compressed = compressed;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (ended) {
      return -1;
    }
    int count =
        member.method() == ZipMember.STORED
            ? compressed.read(target, offset, length)
            : inflate(target, offset, length);
    if (count < 0) {
      requireWhole();
      ended = true;
      return -1;
    }
    delivered += count;
    if (delivered > member.size()) {
      throw damaged("inflates to more than the " + member.size() + " bytes it says");
    }
    checksum.update(target, offset, count);
    return count;
  }

  private int inflate(byte[] target, int offset, int length) throws IOException {
    try {
      while (true) {
        int count = inflater.inflate(target, offset, length);
        if (count > 0) {
          return count;
        }
        if (inflater.finished()) {
          return -1;
        }
        if (inflater.needsDictionary()) {
          throw damaged("needs a preset dictionary");
        }
        feed();
      }
    } catch (DataFormatException e) {
      throw damaged("cannot be inflated");
    }
  }

  private void feed() throws IOException {
    int count = compressed.read(input, 0, input.length);
    if (count > 0) {
      inflater.setInput(input, 0, count);
    } else if (!dummyGiven) {
      // Raw deflate may want one byte beyond its last to notice the end.
      dummyGiven = true;
      inflater.setInput(new byte[1]);
    } else {
      throw damaged("ends early");
    }
  }

  private void requireWhole() {
    if (delivered != member.size()) {
      throw damaged("inflates to " + delivered + " bytes, not the " + member.size() + " it says");
    }
    if (checksum.getValue() != member.checksum()) {
      throw damaged("does not match its checksum");
    }
  }

  private InputException damaged(String problem) {
    return new InputException(where + ": is damaged: it " + problem);
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    compressed.close();
  }
}
