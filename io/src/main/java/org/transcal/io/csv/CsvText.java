package org.transcal.io.csv;

import com.fasterxml.jackson.core.io.NumberOutput;
import org.transcal.ControlCharacters;

/** Cells of a CSV file. */
public final class CsvText {
  private CsvText() {}

  /** The shortest decimal that reads back as the same double, the same on every Java version. */
  public static String number(double value) {
    return NumberOutput.toString(value, true);
  }

  /**
   * Text, quoted if needed. Text that a spreadsheet would take for a formula, since it starts with
   * {@code = + - @}, a tab or a return, gets a leading apostrophe, which {@link #plain} removes.
   */
  public static String text(String text) {
    return quoted(isFormula(text) ? "'" + text : text);
  }

  /** The same for text that is read by people: control characters become U+FFFD. */
  public static String printable(String text) {
    return text(ControlCharacters.replaced(text, "\t\n\r"));
  }

  /** A cell as it is, quoted if needed. */
  public static String quoted(String cell) {
    boolean plain = cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    boolean edges = cell.isEmpty() || cell.equals(cell.strip());
    return plain && edges ? cell : '"' + cell.replace("\"", "\"\"") + '"';
  }

  /** The text that a cell written by {@link #text} holds, once its quotes are gone. */
  public static String plain(String cell) {
    return cell.startsWith("'") && isFormula(cell) ? cell.substring(1) : cell;
  }

  /** Leading apostrophes are ignored, so that text with them is also read back unchanged. */
  private static boolean isFormula(String text) {
    int first = 0;
    while (first < text.length() && text.charAt(first) == '\'') {
      first++;
    }
    return first < text.length() && "=+-@\t\r".indexOf(text.charAt(first)) >= 0;
  }
}
