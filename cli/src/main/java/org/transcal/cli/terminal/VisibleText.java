package org.transcal.cli.terminal;

import java.util.Locale;

/**
 * Text from files and arguments, made safe to print on a terminal.
 *
 * <p>Control characters (C1 and DEL too), line separators and bidirectional controls become {@code
 * \x1b} or {@code \u202e}, since a terminal would act on them.
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
    if (text.chars().noneMatch(c -> isControl((char) c))) {
      return text;
    }
    StringBuilder visible = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isControl(c) && kept.indexOf(c) < 0) {
        visible.append(String.format(Locale.ROOT, c < TWO_DIGITS ? "\\x%02x" : "\\u%04x", (int) c));
      } else {
        visible.append(c);
      }
    }
    return visible.toString();
  }

  private static boolean isControl(char c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
      case Character.FORMAT -> isDirection(c);
      default -> false;
    };
  }

  /** Marks, embeddings, overrides and isolates of the Unicode bidirectional algorithm. */
  private static boolean isDirection(char c) {
    return c == '\u061c'
        || c == '\u200e'
        || c == '\u200f'
        || c >= '\u202a' && c <= '\u202e'
        || c >= '\u2066' && c <= '\u2069';
  }
}
