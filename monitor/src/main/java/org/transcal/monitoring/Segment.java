package org.transcal.monitoring;

import java.util.Comparator;
import java.util.regex.Pattern;

/**
 * The rows of a batch that have one value in one column. Ordered by column, then numbers by value,
 * then texts.
 *
 * @param column name of the column
 * @param value the value as text
 */
public record Segment(String column, String value) implements Comparable<Segment> {
  /** More characters than any name of a segment, class or feature needs. */
  static final int LONGEST_NAME = 500;

  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");

  private static final Comparator<Segment> ORDER =
      Comparator.comparing(Segment::column)
          .thenComparingDouble(Segment::number)
          .thenComparing(Segment::value);

  private double number() {
    if (!value.isEmpty()
        && value.length() < 16
        && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return Long.parseLong(value); // Large histories have many of them.
    }
    return NUMBER.matcher(value).matches() ? Double.parseDouble(value) : Double.POSITIVE_INFINITY;
  }

  @Override
  public int compareTo(Segment other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return column + "=" + value;
  }
}
