package org.transcal.cli.terminal;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Prints text with {@link VisibleText} applied, so that no caller can forget it; bytes pass. */
final class VisibleStream extends PrintStream {
  VisibleStream(PrintStream stream) {
    super(stream, true, StandardCharsets.UTF_8);
  }

  /** All other ways to print text come through here. */
  @Override
  public void print(String text) {
    super.print(VisibleText.lines(String.valueOf(text)));
  }
}
