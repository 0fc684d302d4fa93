package org.transcal.report.markup;

import java.util.Locale;

/** Sentences with values in them. */
public final class Text {
  private Text() {}

  /** Fills each {@code %s} of a format with a value; {@code %%} is a percent sign. */
  public static String of(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
