package org.transcal.cli.method;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.transcal.shift.Balance;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@code --balance} in lower case. */
public final class BalanceName implements ITypeConverter<Balance> {
  @Override
  public Balance convert(String text) {
    for (Balance balance : Balance.values()) {
      if (of(balance).equals(text)) {
        return balance;
      }
    }
    throw new TypeConversionException(
        "\""
            + text
            + "\" is none of "
            + Arrays.stream(Balance.values())
                .map(BalanceName::of)
                .collect(Collectors.joining(", ")));
  }

  /** The name as users write it. */
  public static String of(Balance balance) {
    return balance.name().toLowerCase(Locale.ROOT);
  }
}
