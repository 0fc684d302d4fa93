package org.transcal.onnx.image;

import java.io.IOException;
import javax.imageio.IIOException;
import javax.imageio.stream.ImageInputStreamImpl;

/**
 * A file in memory as a stream. Reading past the end fails: some readers take missing bytes for
 * zeros, which a small file can make last for minutes.
 */
final class ImageBytes extends ImageInputStreamImpl {
  private static final int MOST_READS_PAST_END = 256;

  private final byte[] file;
  private int pastEnd;

  ImageBytes(byte[] file) {
    this.file = file;
  }

  @Override
  public int read() throws IOException {
    bitOffset = 0;
    return isAtEnd() ? -1 : file[(int) streamPos++] & 0xff;
  }

  @Override
  public int read(byte[] target, int at, int length) throws IOException {
    bitOffset = 0;
    if (length == 0) {
      return 0;
    }
    if (isAtEnd()) {
      return -1;
    }
    int count = (int) Math.min(length, file.length - streamPos);
    System.arraycopy(file, (int) streamPos, target, at, count);
    streamPos += count;
    return count;
  }

  @Override
  public long length() {
    return file.length;
  }

  private boolean isAtEnd() throws IIOException {
    if (streamPos < file.length) {
      return false;
    }
    pastEnd++;
    if (pastEnd > MOST_READS_PAST_END) {
      throw new IIOException("it ends too early");
    }
    return true;
  }
}
