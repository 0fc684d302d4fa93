package org.transcal.table.database;

import java.util.Locale;

/** Quoted names and texts for SQL. */
public final class Sql {
  private Sql() {}

  /** A name in quotes, since at and rows, for example, are keywords. */
  public static String name(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** A statement with values in place of each {@code %s}, which are quoted already. */
  public static String of(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }

  /** A text in quotes. */
  public static String text(Object text) {
    return "'" + text.toString().replace("'", "''") + "'";
  }
}
