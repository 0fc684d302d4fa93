package org.transcal.io.csv;

import com.fasterxml.jackson.core.io.NumberInput;
import java.util.Locale;

/**
 * Reads decimal numbers from characters, correctly rounded.
 *
 * <p>Accepted: digits with an optional sign, point and exponent, and {@code nan}, {@code inf} and
 * {@code infinity} in any case, between optional spaces and tabs. Nothing else that {@link
 * Double#parseDouble} takes, such as hexadecimal or a trailing {@code f}. One instance per thread.
 */
public final class DecimalReader {
  private double value;

  /** Creates a reader. */
  public DecimalReader() {}

  /** Whether the characters are a number, which is then the {@link #value()}. */
  public boolean read(char[] text, int offset, int length) {
    int start = offset;
    int end = offset + length;
    while (start < end && isSpace(text[start])) {
      start++;
    }
    while (end > start && isSpace(text[end - 1])) {
      end--;
    }
    if (start == end) {
      return false;
    }
    for (int i = start; i < end; i++) {
      if (!isPartOfNumber(text[i])) {
        return readWord(new String(text, start, end - start).toLowerCase(Locale.ROOT));
      }
    }
    try {
      value = NumberInput.parseDouble(text, start, end - start, true);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** The last number read. */
  public double value() {
    return value;
  }

  private boolean readWord(String word) {
    switch (word) {
      case "nan", "+nan", "-nan" -> value = Double.NaN;
      case "inf", "+inf", "infinity", "+infinity" -> value = Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> value = Double.NEGATIVE_INFINITY;
      default -> {
        return false;
      }
    }
    return true;
  }

  private static boolean isPartOfNumber(char c) {
    return c >= '0' && c <= '9' || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t';
  }
}
