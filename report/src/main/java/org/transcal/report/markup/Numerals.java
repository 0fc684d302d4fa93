package org.transcal.report.markup;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Numbers as text, the same on every machine: no locale, and no {@code Double.toString}, whose last
 * digit changed between Java versions.
 */
public final class Numerals {
  /** Shown where a number does not exist. */
  public static final String NONE = "–";

  private static final MathContext SIX_DIGITS = new MathContext(6, RoundingMode.HALF_EVEN);

  private Numerals() {}

  /** A length on the page, in hundredths of a unit. */
  public static String coordinate(double value) {
    return stripped(BigDecimal.valueOf(Math.round(value * 100), 2));
  }

  /** Six significant digits, for marks and machine readers. */
  public static String exact(double value) {
    if (!Double.isFinite(value)) {
      return nonFinite(value);
    }
    return stripped(new BigDecimal(value).round(SIX_DIGITS));
  }

  /** A finite number with at most so many decimals, for machine readers. */
  public static String rounded(double value, int decimals) {
    return stripped(new BigDecimal(value).setScale(decimals, RoundingMode.HALF_UP));
  }

  /**
   * A number with so many decimals, halves away from zero, as the command prints it too; a dash for
   * NaN, ∞ for infinity.
   */
  public static String decimals(double value, int decimals) {
    if (!Double.isFinite(value)) {
      return nonFinite(value);
    }
    BigDecimal rounded = new BigDecimal(value).setScale(decimals, RoundingMode.HALF_UP);
    String text = rounded.abs().toPlainString();
    return rounded.signum() < 0 ? "−" + text : text;
  }

  /** Three significant digits, in powers of ten where the number is very large or small. */
  public static String short3(double value) {
    if (!Double.isFinite(value) || value == 0) {
      return decimals(value, 0);
    }
    int exponent = (int) Math.floor(Math.log10(Math.abs(value)));
    if (exponent < -3 || exponent > 5) {
      BigDecimal mantissa = new BigDecimal(value).scaleByPowerOfTen(-exponent);
      return decimals(mantissa.doubleValue(), 1) + "×10" + superscript(exponent);
    }
    return decimals(value, Math.max(0, 2 - exponent));
  }

  /** A share in percent, without decimals: "71 %". */
  public static String percent(double share) {
    return percent(share, 0);
  }

  /** A share in percent, with so many decimals: "71.3 %". */
  public static String percent(double share, int decimals) {
    return Double.isNaN(share) ? NONE : decimals(100 * share, decimals) + "\u00a0%";
  }

  /** A count, with commas between thousands; fractions only where rows are weighted. */
  public static String count(double count) {
    if (!Double.isFinite(count)) {
      return nonFinite(count);
    }
    boolean whole = count == Math.rint(count);
    String digits = decimals(count, whole || Math.abs(count) >= 100 ? 0 : 1);
    int end = digits.indexOf('.') < 0 ? digits.length() : digits.indexOf('.');
    StringBuilder grouped = new StringBuilder(digits);
    int first = digits.startsWith("−") ? 1 : 0;
    for (int i = end - 3; i > first; i -= 3) {
      grouped.insert(i, ',');
    }
    return grouped.toString();
  }

  /** An integer as superscript digits. */
  public static String superscript(int exponent) {
    StringBuilder out = new StringBuilder();
    for (char c : Integer.toString(exponent).toCharArray()) {
      out.append(c == '-' ? '⁻' : "⁰¹²³⁴⁵⁶⁷⁸⁹".charAt(c - '0'));
    }
    return out.toString();
  }

  private static String nonFinite(double value) {
    if (Double.isNaN(value)) {
      return NONE;
    }
    return value > 0 ? "∞" : "−∞";
  }

  private static String stripped(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }
}
