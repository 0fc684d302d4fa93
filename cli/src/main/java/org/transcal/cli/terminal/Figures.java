package org.transcal.cli.terminal;

import java.util.Locale;
import java.util.OptionalDouble;
import org.transcal.report.number.Numerals;

/** Numbers in plain ASCII for the terminal, rounded as in reports. */
public final class Figures {
  /** Shown for a missing number. */
  public static final String NONE = Numerals.plain(Double.NaN, 0);

  private Figures() {}

  /** A number with the given decimals; "inf" if infinite, a dash if not a number. */
  public static String decimals(double value, int decimals) {
    return Numerals.plain(value, decimals);
  }

  /** A number if there is one, else a dash. */
  public static String decimals(OptionalDouble value, int decimals) {
    return value.isPresent() ? decimals(value.getAsDouble(), decimals) : NONE;
  }

  /** A temperature: three decimals, or a power of ten if it is very large or small. */
  public static String temperature(double value) {
    return value >= 0.01 && value < 10_000
        ? decimals(value, 3)
        : String.format(Locale.ROOT, "%.2e", value);
  }

  /** A share as a percentage with the given decimals and no percent sign. */
  public static String percent(double share, int decimals) {
    return decimals(100 * share, decimals);
  }

  /** A count with commas between thousands. */
  public static String count(long count) {
    return Numerals.count(count);
  }
}
