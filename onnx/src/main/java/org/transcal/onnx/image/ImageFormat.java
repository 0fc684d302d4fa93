package org.transcal.onnx.image;

import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import javax.imageio.ImageReader;
import javax.imageio.spi.IIORegistry;
import javax.imageio.spi.ImageReaderSpi;

/** The formats that are read, by how their files start. */
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
   * Java's own reader for a file of one of these formats. Readers that happen to be on the class
   * path are passed over: the same file must give the same pixels everywhere.
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
