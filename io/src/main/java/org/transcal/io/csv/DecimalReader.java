package org.transcal.io.csv;

/**
 * Decimal numbers from characters, correctly rounded and without garbage in the usual case.
 *
 * <p>Accepted: digits with an optional sign, point and exponent, and {@code nan}, {@code inf} and
 * {@code infinity} in any case; spaces and tabs around are ignored. Nothing else that {@link
 * Double#parseDouble} takes, such as hexadecimal or a trailing {@code f}. One instance serves one
 * thread.
 */
public final class DecimalReader {
  private static final long LARGEST_EXACT = 1L << 53;
  private static final int MOST_DIGITS = 18;
  private static final int LARGEST_EXPONENT = 10_000;
  private static final double[] POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private char[] text = {};
  private int at;
  private int end;
  private long mantissa;
  private int mantissaDigits;
  private int exponent;
  private double value;

  /** A reader that has read nothing. */
  public DecimalReader() {}

  /** Whether the characters are a number; then {@link #value()} is it. */
  public boolean read(char[] characters, int offset, int length) {
    text = characters;
    at = offset;
    end = offset + length;
    while (at < end && isSpace(text[at])) {
      at++;
    }
    while (end > at && isSpace(text[end - 1])) {
      end--;
    }
    int start = at;
    boolean negative = at < end && text[at] == '-';
    if (negative || (at < end && text[at] == '+')) {
      at++;
    }
    if (at < end && !isDigit(text[at]) && text[at] != '.') {
      return readWord(negative);
    }
    if (!readDecimal()) {
      return false;
    }
    // Both factors are exact doubles, so the one rounding is the right one (Clinger 1990).
    boolean exact =
        mantissaDigits <= MOST_DIGITS
            && mantissa <= LARGEST_EXACT
            && Math.abs(exponent) < POWERS.length;
    if (exact) {
      double magnitude = exponent < 0 ? mantissa / POWERS[-exponent] : mantissa * POWERS[exponent];
      value = negative ? -magnitude : magnitude;
    } else {
      value = Double.parseDouble(new String(text, start, end - start));
    }
    return true;
  }

  /** The last number read. */
  public double value() {
    return value;
  }

  private boolean readDecimal() {
    mantissa = 0;
    mantissaDigits = 0;
    exponent = 0;
    int whole = readDigits();
    int fraction = 0;
    if (at < end && text[at] == '.') {
      at++;
      fraction = readDigits();
    }
    if (whole + fraction == 0) {
      return false;
    }
    exponent = -fraction;
    if (at < end && (text[at] == 'e' || text[at] == 'E')) {
      at++;
      return readExponent() && at == end;
    }
    return at == end;
  }

  /** Appends digits to the mantissa; leading zeros do not count as digits of it. */
  private int readDigits() {
    int start = at;
    while (at < end && isDigit(text[at])) {
      if (mantissa != 0 || text[at] != '0') {
        mantissaDigits++;
      }
      if (mantissaDigits <= MOST_DIGITS) {
        mantissa = 10 * mantissa + (text[at] - '0');
      }
      at++;
    }
    return at - start;
  }

  private boolean readExponent() {
    boolean negative = at < end && text[at] == '-';
    if (negative || (at < end && text[at] == '+')) {
      at++;
    }
    int start = at;
    int digits = 0;
    while (at < end && isDigit(text[at])) {
      digits = Math.min(LARGEST_EXPONENT, 10 * digits + (text[at] - '0'));
      at++;
    }
    exponent += negative ? -digits : digits;
    return at > start;
  }

  private boolean readWord(boolean negative) {
    if (isWord("nan")) {
      value = Double.NaN;
      return true;
    }
    if (isWord("inf") || isWord("infinity")) {
      value = negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      return true;
    }
    return false;
  }

  private boolean isWord(String word) {
    if (end - at != word.length()) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      if ((text[at + i] | 0x20) != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t';
  }
}
