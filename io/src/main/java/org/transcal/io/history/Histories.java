package org.transcal.io.history;

import java.nio.file.Path;

/** Opens histories by the extension of their file. */
public final class Histories {
  private Histories() {}

  /** The history in a file, which need not exist. */
  public static History open(Path file) {
    throw new UnsupportedOperationException("to be written");
  }
}
