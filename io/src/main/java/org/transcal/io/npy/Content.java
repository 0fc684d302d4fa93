package org.transcal.io.npy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * The bytes of one {@code .npy}: a file or a member of an archive.
 *
 * @param file the file that holds them
 * @param size the size that they claim
 * @param isContiguous whether they are stored as they are, so that any position can be read
 * @param opening reads them
 */
record Content(Path file, long size, boolean isContiguous, Opening opening) {
  /** Opens a stream. */
  interface Opening {
    /** The bytes from a position on; from 0, they are compared with length and checksum. */
    InputStream from(long position) throws IOException;
  }
}
