package org.transcal.cli.terminal;

import java.util.Locale;

/**
 * Text from files and arguments as a terminal may show it.
 *
 * <p>Control characters, C1 and DEL included, and those that turn the direction of text or break
 * lines become {@code \x1b} or {@code \u202e}: a terminal would obey them.
 */
public final class VisibleText {
  private static final int TWO_DIGITS = 0x100;

  private VisibleText() {}

  /** The text on one line, with nothing that a terminal would obey. */
  public static String of(String text) {
    return escaped(text, "");
  }

  /** The same with line ends and tabs left as they are, for text of several lines. */
  static String lines(String text) {
    return escaped(text, "\n\t");
  }

  private static String escaped(String text, String kept) {
    if (text.chars().noneMatch(c -> isObeyed((char) c))) {
      return text;
    }
    StringBuilder visible = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isObeyed(c) && kept.indexOf(c) < 0) {
        visible.append(String.format(Locale.ROOT, c < TWO_DIGITS ? "\\x%02x" : "\\u%04x", (int) c));
      } else {
        visible.append(c);
      }
    }
    return visible.toString();
  }

  private static boolean isObeyed(char c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
      case Character.FORMAT -> isDirection(c);
      default -> false;
    };
  }

  /** Marks, embeddings, overrides and isolates of the bidirectional algorithm. */
  private static boolean isDirection(char c) {
    return c == '\u061c'
        || c == '\u200e'
        || c == '\u200f'
        || c >= '\u202a' && c <= '\u202e'
        || c >= '\u2066' && c <= '\u2069';
  }
}
