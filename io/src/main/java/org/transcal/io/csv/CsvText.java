package org.transcal.io.csv;

import com.fasterxml.jackson.core.io.NumberOutput;

/** Cells of a CSV file. */
public final class CsvText {
  private CsvText() {}

  /** The shortest decimal that reads back as the same double, the same on every Java version. */
  public static String number(double value) {
    return NumberOutput.toString(value, true);
  }

  /**
   * Text in quotes where it needs them. What a spreadsheet would take for a formula, text that
   * starts with {@code = + - @}, a tab or a return, gets an apostrophe in front, which {@link
   * #plain} takes away.
   */
  public static String text(String text) {
    String safe = isFormula(text) ? "'" + text : text;
    boolean plain = safe.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    boolean edges = safe.isEmpty() || safe.equals(safe.strip());
    return plain && edges ? safe : '"' + safe.replace("\"", "\"\"") + '"';
  }

  /** The text that a cell written by {@link #text} holds, once its quotes are gone. */
  public static String plain(String cell) {
    return cell.startsWith("'") && isFormula(cell) ? cell.substring(1) : cell;
  }

  /** Apostrophes in front count as part of it, so that each is written and read back. */
  private static boolean isFormula(String text) {
    int first = 0;
    while (first < text.length() && text.charAt(first) == '\'') {
      first++;
    }
    return first < text.length() && "=+-@\t\r".indexOf(text.charAt(first)) >= 0;
  }
}
