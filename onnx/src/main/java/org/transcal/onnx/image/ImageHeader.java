package org.transcal.onnx.image;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/**
 * What is read from an image file before it is decoded. Damaged parts are skipped: the decoder
 * judges them.
 *
 * @param orientation EXIF's number, 1 … 8; 1 is upright
 * @param components of a JPEG file; else 0
 * @param isYcck whether a JPEG file of four components stores YCCK, not CMYK
 */
record ImageHeader(int orientation, int components, boolean isYcck) {
  private static final String EXIF = "Exif\0\0";
  private static final int ORIENTATION = 274;
  private static final int TILE_WIDTH = 322;
  private static final int TILE_HEIGHT = 323;
  private static final int ADOBE_TRANSFORM = 11;
  private static final int WEBP_FLAGS = 20;

  /**
   * Reads a header.
   *
   * @throws UnreadableImageException if the file asks for more memory than its pixels need
   */
  static ImageHeader of(Path name, ImageFormat format, byte[] file)
      throws UnreadableImageException {
    return switch (format) {
      case JPEG -> jpeg(file);
      case PNG -> png(file);
      case WEBP -> webp(name, file);
      case TIFF -> tiff(name, file);
      default -> upright(1);
    };
  }

  /** The file without the flag for its colour profile, which the reader would apply. */
  static byte[] withoutProfile(ImageFormat format, byte[] file) {
    boolean marked =
        format == ImageFormat.WEBP && startsWith(file, 12, "VP8X") && file.length > WEBP_FLAGS;
    byte[] plain = marked ? file.clone() : file;
    if (marked) {
      plain[WEBP_FLAGS] &= ~0x20;
    }
    return plain;
  }

  private static ImageHeader upright(int orientation) {
    return new ImageHeader(orientation, 0, false);
  }

  /** Segments up to the start of the scan. */
  private static ImageHeader jpeg(byte[] file) {
    ByteBuffer bytes = ByteBuffer.wrap(file);
    int orientation = 1;
    int components = 0;
    boolean isYcck = false;
    int at = 2;
    while (at + 4 <= file.length && file[at] == (byte) 0xff) {
      int marker = file[at + 1] & 0xff;
      if (marker == 0xff) {
        at++;
        continue;
      }
      int from = at + 4;
      int length = (bytes.getShort(at + 2) & 0xffff) - 2;
      if (marker == 0xda || length < 0 || from + length > file.length) {
        break;
      }
      if (marker == 0xe1 && orientation == 1) {
        orientation = exif(file, from, length);
      } else if (marker == 0xee && length > ADOBE_TRANSFORM && startsWith(file, from, "Adobe")) {
        isYcck = file[from + ADOBE_TRANSFORM] == 2;
      } else if (isFrame(marker) && length > 5) {
        components = file[from + 5] & 0xff;
      }
      at = from + length;
    }
    return new ImageHeader(orientation, components, isYcck);
  }

  private static boolean isFrame(int marker) {
    return marker >= 0xc0 && marker <= 0xcf && (marker == 0xc0 || marker % 4 != 0);
  }

  private static ImageHeader png(byte[] file) {
    ByteBuffer bytes = ByteBuffer.wrap(file);
    long at = 8;
    while (at + 12 <= file.length) {
      long length = bytes.getInt((int) at) & 0xffff_ffffL;
      if (at + 12 + length <= file.length && startsWith(file, (int) at + 4, "eXIf")) {
        return upright(exif(file, (int) at + 8, (int) length));
      }
      at += 12 + length;
    }
    return upright(1);
  }

  /** The pictures inside must have the size that the file states, before they are decoded. */
  private static ImageHeader webp(Path name, byte[] file) throws UnreadableImageException {
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    int orientation = 1;
    long canvas = 0;
    long at = 12;
    while (at + 8 <= file.length) {
      int from = (int) at + 8;
      long length = bytes.getInt((int) at + 4) & 0xffff_ffffL;
      int within = (int) Math.min(length, file.length - from);
      if (startsWith(file, (int) at, "VP8X") && within >= 10) {
        canvas = (1L + uint24(bytes, from + 4)) * (1L + uint24(bytes, from + 7));
      } else if (startsWith(file, (int) at, "VP8 ")) {
        // The decoder's colours drift, by 40 levels at the bottom of a photograph.
        throw new UnreadableImageException(
            name,
            "is a lossy WebP image; only lossless ones are read. In Python:"
                + " PIL.Image.open(f).convert(\"RGB\").save(f + \".png\")");
      } else if (startsWith(file, (int) at, "VP8L") && within >= 5 && canvas > 0) {
        int sizes = bytes.getInt(from + 1);
        requireInside(name, canvas, ((sizes & 0x3fffL) + 1) * ((sizes >>> 14 & 0x3fffL) + 1));
      } else if (startsWith(file, (int) at, "EXIF")) {
        orientation = exif(file, from, within);
      }
      // Frames of an animation are chunks with chunks inside.
      at = from + (startsWith(file, (int) at, "ANMF") ? 16 : length + (length & 1));
    }
    return upright(orientation);
  }

  private static void requireInside(Path name, long canvas, long pixels)
      throws UnreadableImageException {
    if (pixels > canvas) {
      throw new UnreadableImageException(
          name, "is damaged: a picture of " + pixels + " pixels on a canvas of " + canvas);
    }
  }

  private static int uint24(ByteBuffer bytes, int at) {
    return (bytes.getShort(at) & 0xffff) | (bytes.get(at + 2) & 0xff) << 16;
  }

  private static ImageHeader tiff(Path name, byte[] file) throws UnreadableImageException {
    long width = field(file, 0, file.length, TILE_WIDTH, 1);
    long height = field(file, 0, file.length, TILE_HEIGHT, 1);
    if (width < 0 || height < 0 || width * height > ImageDecoder.MOST_PIXELS) {
      throw new UnreadableImageException(
          name, "is damaged: it has tiles of " + width + "×" + height + " pixels");
    }
    return upright(orientation(file, 0, file.length));
  }

  /** The orientation in EXIF data, which are a small TIFF file. */
  private static int exif(byte[] file, int from, int length) {
    int skipped = startsWith(file, from, EXIF) ? EXIF.length() : 0;
    return length < skipped ? 1 : orientation(file, from + skipped, length - skipped);
  }

  private static int orientation(byte[] file, int from, int length) {
    long value = field(file, from, length, ORIENTATION, 1);
    return value >= 1 && value <= 8 ? (int) value : 1;
  }

  /** The first value of an integer field in a TIFF file's first directory; −1 if not an integer. */
  private static long field(byte[] file, int from, int length, int tag, long otherwise) {
    ByteBuffer bytes = ByteBuffer.wrap(file, from, length).slice();
    if (length < 8) {
      return otherwise;
    }
    bytes.order(bytes.get(0) == 'I' ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    long directory = bytes.getInt(4) & 0xffff_ffffL;
    if (directory + 2 > length) {
      return otherwise;
    }
    int entries = bytes.getShort((int) directory) & 0xffff;
    for (int i = 0; i < entries && directory + 2 + 12L * (i + 1) <= length; i++) {
      int at = (int) directory + 2 + 12 * i;
      if ((bytes.getShort(at) & 0xffff) == tag) {
        return switch (bytes.getShort(at + 2)) {
          case 3 -> bytes.getShort(at + 8) & 0xffff;
          case 4 -> bytes.getInt(at + 8) & 0xffff_ffffL;
          default -> -1;
        };
      }
    }
    return otherwise;
  }

  private static boolean startsWith(byte[] file, int at, String text) {
    if (at + text.length() > file.length) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (file[at + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
