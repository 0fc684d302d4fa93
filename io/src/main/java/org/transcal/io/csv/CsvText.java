package org.transcal.io.csv;

import com.fasterxml.jackson.core.io.NumberOutput;

/** Values as they stand in a CSV file. */
final class CsvText {
  private CsvText() {}

  /** The shortest decimal that reads back as the same double, the same on every Java version. */
  static String number(double value) {
    return NumberOutput.toString(value, true);
  }

  /** Text in quotes where it needs them. */
  static String quoted(String text) {
    boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    boolean edges = text.isEmpty() || text.equals(text.strip());
    return plain && edges ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
