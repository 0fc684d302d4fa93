package org.transcal.io.npy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.transcal.io.file.ByteSource;

/** The bytes of one {@code .npy}: a file or a member of an archive. */
interface Content {
  /** The file that holds them. */
  Path file();

  /** The size that they claim. */
  long size() throws IOException;

  /** All bytes; those of a member are compared with its length and checksum at the end. */
  InputStream open() throws IOException;

  /** Whether {@link #openAt} is possible: the bytes are stored as they are. */
  boolean isContiguous();

  /** The bytes from a position on. */
  InputStream openAt(long position) throws IOException;

  /** A whole file. */
  record OfFile(ByteSource source) implements Content {
    @Override
    public Path file() {
      return source.name();
    }

    @Override
    public long size() throws IOException {
      return source.size();
    }

    @Override
    public InputStream open() throws IOException {
      return openAt(0);
    }

    @Override
    public boolean isContiguous() {
      return true;
    }

    @Override
    public InputStream openAt(long position) throws IOException {
      return source.stream(position, source.size() - position);
    }
  }
}
