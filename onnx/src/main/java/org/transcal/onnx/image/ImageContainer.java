package org.transcal.onnx.image;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * What the parts of an image file say before it is decoded. Damaged parts are skipped: the decoder
 * judges them.
 *
 * @param orientation EXIF's number, 1 … 8; 1 is upright
 * @param isYcck whether a JPEG file of four components stores YCCK, not CMYK
 */
record ImageContainer(int orientation, boolean isYcck) {
  private static final int ORIENTATION = 274;
  private static final int ADOBE_TRANSFORM = 11;
  private static final int COLOUR_PROFILE = 0x20;

  /**
   * Reads the parts of a file, and removes the mark of a colour profile that its reader would
   * apply.
   *
   * @throws UnreadableImageException if it cannot be decoded correctly
   */
  static ImageContainer of(Path name, byte[] file) throws UnreadableImageException {
    ByteBuffer bytes = ByteBuffer.wrap(file);
    return switch (file.length == 0 ? 0 : file[0] & 0xff) {
      case 0xff -> jpeg(bytes);
      case 0x89 -> new ImageContainer(png(bytes), false);
      case 'R' -> new ImageContainer(webp(name, bytes.order(ByteOrder.LITTLE_ENDIAN)), false);
      case 'I', 'M' -> new ImageContainer(tiff(bytes), false);
      default -> new ImageContainer(1, false);
    };
  }

  /** Segments up to the start of the scan. */
  private static ImageContainer jpeg(ByteBuffer bytes) {
    int orientation = 1;
    boolean isYcck = false;
    int at = 2;
    while (at + 4 <= bytes.limit() && bytes.getShort(at) != (short) 0xffda) {
      int marker = bytes.getShort(at) & 0xffff;
      ByteBuffer content = part(bytes, at + 4L, (bytes.getShort(at + 2) & 0xffff) - 2);
      if (marker == 0xffe1 && orientation == 1) {
        orientation = tiff(content);
      } else if (marker == 0xffee && content.limit() > ADOBE_TRANSFORM) {
        isYcck = content.get(ADOBE_TRANSFORM) == 2;
      }
      at += 2 + (bytes.getShort(at + 2) & 0xffff);
    }
    return new ImageContainer(orientation, isYcck);
  }

  private static int png(ByteBuffer bytes) {
    long at = 8;
    while (at + 8 <= bytes.limit()) {
      long length = bytes.getInt((int) at) & 0xffff_ffffL;
      if (text(bytes, (int) at + 4).equals("eXIf")) {
        return tiff(part(bytes, at + 8, length));
      }
      at += 12 + length;
    }
    return 1;
  }

  private static int webp(Path name, ByteBuffer bytes) throws UnreadableImageException {
    long at = 12;
    while (at + 8 <= bytes.limit()) {
      String type = text(bytes, (int) at);
      long length = bytes.getInt((int) at + 4) & 0xffff_ffffL;
      if (type.equals("VP8 ")) {
        // The decoder's colours drift, by 40 levels at the bottom of a photograph.
        throw new UnreadableImageException(
            name,
            "is a lossy WebP image; only lossless ones are read. In Python:"
                + " PIL.Image.open(f).convert(\"RGB\").save(f + \".png\")");
      }
      if (type.equals("VP8X") && at + 8 < bytes.limit()) {
        bytes.put((int) at + 8, (byte) (bytes.get((int) at + 8) & ~COLOUR_PROFILE));
      }
      if (type.equals("EXIF")) {
        return tiff(part(bytes, at + 8, length));
      }
      // Frames of an animation are chunks with chunks inside.
      at += 8 + (type.equals("ANMF") ? 16 : length + (length & 1));
    }
    return 1;
  }

  private static ByteBuffer part(ByteBuffer bytes, long from, long length) {
    int start = (int) Math.min(from, bytes.limit());
    return bytes.slice(start, (int) Math.max(0, Math.min(length, bytes.limit() - start)));
  }

  private static String text(ByteBuffer bytes, int at) {
    return new String(bytes.array(), bytes.arrayOffset() + at, 4, StandardCharsets.ISO_8859_1);
  }

  /** The orientation in the first directory of a TIFF file, which EXIF data are, too. */
  private static int tiff(ByteBuffer stored) {
    boolean marked = stored.limit() > 6 && text(stored, 0).equals("Exif");
    ByteBuffer bytes = part(stored, marked ? 6 : 0, stored.limit());
    if (bytes.limit() < 8) {
      return 1;
    }
    bytes.order(bytes.get(0) == 'I' ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    long directory = bytes.getInt(4) & 0xffff_ffffL;
    int entries = directory + 2 <= bytes.limit() ? bytes.getShort((int) directory) & 0xffff : 0;
    for (int i = 0; i < entries && directory + 2 + 12L * (i + 1) <= bytes.limit(); i++) {
      int at = (int) directory + 2 + 12 * i;
      if ((bytes.getShort(at) & 0xffff) == ORIENTATION) {
        int value = bytes.getShort(at + 2) == 3 ? bytes.getShort(at + 8) : bytes.getInt(at + 8);
        return value >= 1 && value <= 8 ? value : 1;
      }
    }
    return 1;
  }
}
