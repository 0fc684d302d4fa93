package org.transcal.monitoring;

/**
 * The rows of a night that have one value in one column.
 *
 * @param column name of the column
 * @param value the value as text
 */
public record Segment(String column, String value) {
  @Override
  public String toString() {
    return column + "=" + value;
  }
}
