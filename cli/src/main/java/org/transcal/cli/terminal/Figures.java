package org.transcal.cli.terminal;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.OptionalDouble;

/** Numbers as people read them, the same in every locale. */
public final class Figures {
  /** Shown where a number does not exist. */
  public static final String NONE = "-";

  private Figures() {}

  /**
   * A number with so many decimals, halves away from zero, as reports show it too; "inf" where
   * infinite, a dash where not a number.
   */
  public static String decimals(double value, int decimals) {
    if (Double.isNaN(value)) {
      return NONE;
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    // The exact value of the double is rounded, not the decimal that stands for it.
    return new BigDecimal(value).setScale(decimals, RoundingMode.HALF_UP).toPlainString();
  }

  /** A number where there is one, else a dash. */
  public static String decimals(OptionalDouble value, int decimals) {
    return value.isPresent() ? decimals(value.getAsDouble(), decimals) : NONE;
  }

  /** A temperature: three decimals, in powers of ten where it is very large or small. */
  public static String temperature(double value) {
    return value >= 0.01 && value < 10_000
        ? decimals(value, 3)
        : String.format(Locale.ROOT, "%.2e", value);
  }

  /** A share as a percentage with so many decimals and no sign. */
  public static String percent(double share, int decimals) {
    return decimals(100 * share, decimals);
  }

  /** A count with commas between thousands. */
  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }
}
