package org.transcal.cli.terminal;

import java.util.regex.Pattern;

/**
 * Text from files and arguments, made safe to print on a terminal.
 *
 * <p>Control characters, line separators and bidirectional controls become escapes such as {@code
 * \x1b}, since a terminal would act on them.
 */
public final class VisibleText {
  private static final int TWO_DIGITS = 0x100;

  /** Includes C1, DEL, and marks, embeddings, overrides and isolates of bidirectional text. */
  private static final Pattern CONTROL =
      Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]");

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
    return CONTROL
        .matcher(text)
        .replaceAll(
            found -> {
              int c = found.group().charAt(0);
              String escape = Message.of(c < TWO_DIGITS ? "\\\\x%02x" : "\\\\u%04x", c);
              return kept.indexOf(c) < 0 ? escape : found.group();
            });
  }
}
