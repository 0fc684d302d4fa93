package org.transcal.io.npy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The header of a {@code .npy} that we write: version 1, {@value #BYTES} bytes, row-major. */
final class NpyHeaderText {
  /** Enough for any shape, so that the header can be overwritten once the rows are known. */
  static final int BYTES = 128;

  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};

  private NpyHeaderText() {}

  static ByteBuffer encode(String type, long... shape) {
    StringBuilder text = new StringBuilder("{'descr': '").append(type);
    text.append("', 'fortran_order': False, 'shape': (");
    for (int i = 0; i < shape.length; i++) {
      text.append(i == 0 ? "" : ", ").append(shape[i]);
    }
    text.append(shape.length == 1 ? ",), }" : "), }");
    byte[] header = new byte[BYTES];
    Arrays.fill(header, (byte) ' ');
    byte[] dictionary = text.toString().getBytes(StandardCharsets.ISO_8859_1);
    int start = MAGIC.length + Short.BYTES;
    System.arraycopy(MAGIC, 0, header, 0, MAGIC.length);
    System.arraycopy(dictionary, 0, header, start, dictionary.length);
    header[BYTES - 1] = '\n';
    return ByteBuffer.wrap(header)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putShort(MAGIC.length, (short) (BYTES - start));
  }
}
