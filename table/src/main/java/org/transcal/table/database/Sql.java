package org.transcal.table.database;

/** Quoted names and texts for SQL. */
public final class Sql {
  private Sql() {}

  /** A name in quotes, since at and rows, for example, are keywords. */
  public static String name(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** A text in quotes. */
  public static String text(Object text) {
    return "'" + text.toString().replace("'", "''") + "'";
  }
}
