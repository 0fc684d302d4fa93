package org.transcal.cli.terminal;

import java.util.Locale;

/** Messages from a format, the same in every locale. */
public final class Message {
  private Message() {}

  /** The format with {@code %s} replaced by the values. */
  public static String of(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
