package org.transcal.onnx.image;

import com.twelvemonkeys.imageio.plugins.tiff.TIFFImageReaderSpi;
import com.twelvemonkeys.imageio.plugins.webp.WebPImageReaderSpi;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.imageio.ImageReader;
import javax.imageio.spi.IIORegistry;
import javax.imageio.spi.ImageReaderSpi;

/** The supported formats, by the first bytes of their files. */
enum ImageFormat {
  JPEG(start(0xff, 0xd8)),
  PNG(start(0x89, 'P', 'N', 'G', 13, 10, 26, 10)),
  GIF(start('G', 'I', 'F', '8')),
  BMP(start('B', 'M')),
  WEBP(start('R', 'I', 'F', 'F', -1, -1, -1, -1, 'W', 'E', 'B', 'P')),
  TIFF(start('I', 'I', 42, 0), start('M', 'M', 0, 42));

  /** Deflate packs 1,032 bytes into one; a pixel of a PNG may be a single bit. */
  private static final long DEFLATE = 8 * 1032;

  /** A 12-bit code represents at most 4,096 pixels; a JPEG holds fewer pixels per byte. */
  private static final long LZW = 4096 * 8 / 12;

  private final int[][] starts;

  ImageFormat(int[]... starts) {
    this.starts = starts;
  }

  /** Bytes at the start of a file; −1 is any byte. */
  private static int[] start(int... bytes) {
    return bytes;
  }

  static Optional<ImageFormat> of(byte[] file) {
    return Arrays.stream(values()).filter(format -> format.begins(file)).findFirst();
  }

  private boolean begins(byte[] file) {
    return Arrays.stream(starts)
        .anyMatch(
            start ->
                file.length >= start.length
                    && IntStream.range(0, start.length)
                        .allMatch(i -> start[i] < 0 || start[i] == (file[i] & 0xff)));
  }

  /** The largest number of pixels that a file can hold; unlimited if one colour takes no bytes. */
  long mostPixels(long bytes) {
    return switch (this) {
      case PNG -> DEFLATE * bytes;
      case JPEG, GIF, BMP -> LZW * bytes;
      case WEBP, TIFF -> Long.MAX_VALUE;
    };
  }

  /**
   * One fixed reader for each format. Others on the class path are ignored: the same file must give
   * the same pixels everywhere.
   */
  ImageReader reader() throws IOException {
    ImageReaderSpi provider =
        switch (this) {
          case WEBP -> new WebPImageReaderSpi();
          case TIFF -> new TIFFImageReaderSpi();
          default -> ownProvider();
        };
    return provider.createReaderInstance();
  }

  private ImageReaderSpi ownProvider() {
    Iterator<ImageReaderSpi> readers =
        IIORegistry.getDefaultInstance()
            .getServiceProviders(ImageReaderSpi.class, this::isOwnReader, false);
    return readers.next();
  }

  private boolean isOwnReader(Object provider) {
    return provider.getClass().getModule() == IIORegistry.class.getModule()
        && Arrays.asList(((ImageReaderSpi) provider).getFormatNames()).contains(name());
  }
}
