package org.transcal.report.markup;

import java.util.Locale;

/** Sentences with values in them. */
public final class Text {
  private Text() {}

  /** Whether a character controls a terminal, ends a line or reorders the words around it. */
  public static boolean isControl(int c) {
    return Character.isISOControl(c)
        || c == '\u061c'
        || c == '\u200e'
        || c == '\u200f'
        || c >= '\u2028' && c <= '\u202e'
        || c >= '\u2066' && c <= '\u2069';
  }

  /** Fills each {@code %s} of a format with a value; {@code %%} is a percent sign. */
  public static String of(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
