package org.transcal.table.database;

/** Values and names as SQL writes them. */
public final class Sql {
  private Sql() {}

  /** A name in quotes: at and rows, for example, are words of the language. */
  public static String name(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** A text in quotes. */
  public static String text(Object text) {
    return "'" + text.toString().replace("'", "''") + "'";
  }
}
