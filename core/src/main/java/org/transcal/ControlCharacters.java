package org.transcal;

/**
 * Characters that are not plain text on one line: controls, which a terminal would act on, line
 * separators, and marks, embeddings, overrides and isolates of bidirectional text, which reorder
 * the words around them.
 */
public final class ControlCharacters {
  private ControlCharacters() {}

  /** Whether a character is one of them. */
  public static boolean includes(int c) {
    return Character.isISOControl(c)
        || c == '\u061c'
        || c == '\u200e'
        || c == '\u200f'
        || c >= '\u2028' && c <= '\u202e'
        || c >= '\u2066' && c <= '\u2069';
  }

  /** The text with U+FFFD in place of each of them, except those to keep. */
  public static String replaced(String text, String kept) {
    StringBuilder plain = new StringBuilder();
    text.chars()
        .forEach(c -> plain.append(includes(c) && kept.indexOf(c) < 0 ? '\ufffd' : (char) c));
    return plain.toString();
  }
}
