package org.transcal.io.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** A range of a {@link ByteSource} as a stream; the source stays open when it closes. */
final class RangeStream extends InputStream {
  private final ByteSource source;
  private final long end;
  private long position;

  RangeStream(ByteSource source, long position, long length) {
    this.source = source;
    this.position = position;
    this.end = Math.addExact(position, length);
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
    if (position >= end) {
      return -1;
    }
    int wanted = (int) Math.min(length, end - position);
    int count = source.read(position, ByteBuffer.wrap(target, offset, wanted));
    position += Math.max(0, count);
    return count;
  }
}
