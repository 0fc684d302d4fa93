package org.transcal.table.source;

import org.transcal.io.file.InputException;

/** Checks that a condition cannot break out of the SQL clause that it is put in. */
final class Condition {
  private Condition() {}

  /** The condition in parentheses. */
  static String require(String path, String condition) {
    int depth = 0;
    for (int i = 0; i < condition.length(); i++) {
      char c = condition.charAt(i);
      if (c == '\'' || c == '"') {
        if (c == '\'' && isEscapeString(condition, i)) {
          throw refused(path, condition, "strings of the form E'…' are not possible");
        }
        i = condition.indexOf(c, i + 1);
        if (i < 0) {
          throw refused(path, condition, "a quotation mark " + c + " has no end");
        }
      } else if (c == ';'
          || c == '$'
          || condition.startsWith("--", i)
          || condition.startsWith("/*", i)) {
        throw refused(path, condition, "it must not have ; $ -- or /* outside of quotation marks");
      }
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (depth < 0) {
        break;
      }
    }
    if (depth != 0 || condition.isBlank()) {
      throw refused(path, condition, "its parentheses do not match");
    }
    return "(" + condition + ")";
  }

  /** Whether a quotation mark starts E'…', in which \' is no end, rather than follows a name. */
  private static boolean isEscapeString(String condition, int quote) {
    if (quote == 0 || Character.toLowerCase(condition.charAt(quote - 1)) != 'e') {
      return false;
    }
    char before = quote > 1 ? condition.charAt(quote - 2) : ' ';
    return !(before >= 'a' && before <= 'z' || before >= 'A' && before <= 'Z' || before == '_');
  }

  private static InputException refused(String path, String condition, String why) {
    return InputException.in(
        path,
        "--where is %s, but %s; a condition is an SQL expression such as \"day >= '2026-11-01'\"",
        InputException.quote(condition),
        why);
  }
}
