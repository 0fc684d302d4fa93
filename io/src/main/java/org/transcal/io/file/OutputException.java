package org.transcal.io.file;

import java.io.IOException;
import java.nio.file.Path;

/** An output file could not be written; the message is one line that names it and says why. */
public final class OutputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An output could not be written, described by one line. */
  public OutputException(String message) {
    super(message);
  }

  /** An output file could not be written. */
  public OutputException(Path file, IOException cause) {
    super(file + ": cannot be written: " + InputException.reason(cause), cause);
  }
}
