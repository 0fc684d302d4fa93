package org.transcal.cli.terminal;

import org.transcal.ControlCharacters;

/**
 * Text from files and arguments, made safe to print on a terminal.
 *
 * <p>Control characters, line separators and bidirectional controls become escapes such as {@code
 * \x1b}, since a terminal would act on them.
 */
public final class VisibleText {
  private static final int TWO_DIGITS = 0x100;

  private VisibleText() {}

  /** The text on one line, with control characters escaped. */
  public static String of(String text) {
    return escaped(text, "");
  }

  /** The same, but with line ends and tabs kept. */
  static String lines(String text) {
    return escaped(text, "\n\t");
  }

  private static String escaped(String text, String kept) {
    StringBuilder visible = new StringBuilder();
    for (char c : text.toCharArray()) {
      if (ControlCharacters.includes(c) && kept.indexOf(c) < 0) {
        visible.append(Message.of(c < TWO_DIGITS ? "\\x%02x" : "\\u%04x", (int) c));
      } else {
        visible.append(c);
      }
    }
    return visible.toString();
  }
}
