package org.transcal.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.util.Optional;

/** Standard output that keeps the reason of a failed write, which print streams drop. */
final class StandardOutput extends FilterOutputStream {
  private Optional<String> failure = Optional.empty();

  StandardOutput() {
    super(new FileOutputStream(FileDescriptor.out));
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      failure = Optional.of(String.valueOf(e.getMessage()));
      throw e;
    }
  }

  /** Why results were lost; empty if none were, or if the reader closed the pipe. */
  Optional<String> failure() {
    return failure.filter(reason -> !reason.contains("Broken pipe"));
  }
}
