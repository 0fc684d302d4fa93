package org.transcal.report.number;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Numbers as text, the same in every locale and Java version ({@code Double.toString} changed its
 * last digit between versions).
 */
public final class Numerals {
  /** Shown for a missing number. */
  public static final String NONE = "–";

  private static final MathContext FOUR_DIGITS = new MathContext(4, RoundingMode.DOWN);
  private static final MathContext TEN_DIGITS = new MathContext(10, RoundingMode.HALF_EVEN);
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

  /**
   * A finite number with four significant digits, for numerous marks. Rounding it further gives
   * what rounding the number itself would: unless exact, its last digit is neither 0 nor 5.
   */
  public static String exact4(double value) {
    // Digits beyond the tenth are rounding errors of sums.
    BigDecimal number = BigDecimal.valueOf(value).round(TEN_DIGITS);
    BigDecimal cut = number.round(FOUR_DIGITS);
    boolean ambiguous = cut.compareTo(number) != 0 && cut.unscaledValue().intValue() % 5 == 0;
    return stripped(
        ambiguous ? cut.add(cut.ulp().multiply(BigDecimal.valueOf(cut.signum()))) : cut);
  }

  /** A finite number with at most the given decimals, for machine readers. */
  public static String rounded(double value, int decimals) {
    return stripped(new BigDecimal(value).setScale(decimals, RoundingMode.HALF_UP));
  }

  /**
   * A number rounded to the given decimals, halves away from zero, in plain ASCII: "-" for NaN,
   * "inf" for infinity.
   */
  public static String plain(double value, int decimals) {
    if (Double.isNaN(value)) {
      return "-";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    // The exact value of the double is rounded, not its shortest decimal.
    return new BigDecimal(value).setScale(decimals, RoundingMode.HALF_UP).toPlainString();
  }

  /** The same number with typographic signs: "–" for NaN, "∞" for infinity, "−" for minus. */
  public static String decimals(double value, int decimals) {
    return Double.isFinite(value) ? plain(value, decimals).replace('-', '−') : nonFinite(value);
  }

  /** Three significant digits; a power of ten if the number is very large or small. */
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

  /** Two shares in percent: "71.3 to 74.0 %". */
  public static String range(double low, double high, int decimals) {
    return decimals(100 * low, decimals) + " to " + percent(high, decimals);
  }

  /** A share in percent, without decimals: "71 %". */
  public static String percent(double share) {
    return percent(share, 0);
  }

  /** A share in percent, with the given decimals: "71.3 %". */
  public static String percent(double share, int decimals) {
    return Double.isNaN(share) ? NONE : decimals(100 * share, decimals) + "\u00a0%";
  }

  /** A count with thousands separators; weighted rows may have one decimal. */
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
