package org.transcal.onnx.image;

import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import javax.imageio.ImageReader;
import javax.imageio.spi.IIORegistry;
import javax.imageio.spi.ImageReaderSpi;

/** The supported formats, by the first bytes of their files. */
enum ImageFormat {
  JPEG(0xff, 0xd8),
  PNG(0x89, 'P', 'N', 'G', 13, 10, 26, 10),
  GIF('G', 'I', 'F', '8'),
  BMP('B', 'M');

  private final byte[] start;

  ImageFormat(int... start) {
    this.start = new byte[start.length];
    for (int i = 0; i < start.length; i++) {
      this.start[i] = (byte) start[i];
    }
  }

  /**
   * Java's own reader for a file. Readers on the class path are ignored: the same file must give
   * the same pixels everywhere.
   */
  static Optional<ImageReader> readerOf(byte[] file) throws IOException {
    for (ImageFormat format : values()) {
      int length = format.start.length;
      if (file.length >= length && Arrays.equals(file, 0, length, format.start, 0, length)) {
        return Optional.of(format.reader());
      }
    }
    return Optional.empty();
  }

  private ImageReader reader() throws IOException {
    Iterator<ImageReaderSpi> readers =
        IIORegistry.getDefaultInstance()
            .getServiceProviders(ImageReaderSpi.class, this::isOwnReader, false);
    return readers.next().createReaderInstance();
  }

  private boolean isOwnReader(Object provider) {
    return provider.getClass().getModule() == IIORegistry.class.getModule()
        && Arrays.asList(((ImageReaderSpi) provider).getFormatNames()).contains(name());
  }
}
