package org.transcal.io.npy;

import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;
import org.transcal.io.file.ByteSource;

/** The bytes of one {@code .npy}: a file of its own or a member of an archive. */
interface Content {
  /** Names the array in messages. */
  String where();

  /** Bytes it holds or, in an archive, says it holds. */
  long size();

  /** All bytes from the first; a stream that has read them all has checked them. */
  InputStream open() throws IOException;

  /** Where the first byte is in {@link #source()}, unless they are compressed. */
  OptionalLong contiguousAt();

  /** Whether reading all of it compares a checksum. */
  boolean isChecksummed();

  /** What the bytes are read from. */
  ByteSource source();

  /** A whole file. */
  static Content ofFile(ByteSource source) throws IOException {
    long size = source.size();
    return new Content() {
      @Override
      public String where() {
        return source.name().toString();
      }

      @Override
      public long size() {
        return size;
      }

      @Override
      public InputStream open() {
        return source.stream(0, size);
      }

      @Override
      public OptionalLong contiguousAt() {
        return OptionalLong.of(0);
      }

      @Override
      public boolean isChecksummed() {
        return false;
      }

      @Override
      public ByteSource source() {
        return source;
      }
    };
  }
}
