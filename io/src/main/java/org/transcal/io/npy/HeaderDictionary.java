package org.transcal.io.npy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.transcal.io.file.InputException;

/**
 * A strict reader of the Python dictionary in a {@code .npy} header:
 *
 * <pre>{@code {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }}</pre>
 *
 * <p>The three keys may come in any order, each once; nothing else of Python is accepted.
 */
final class HeaderDictionary {
  private static final int MOST_DIMENSIONS = 32;

  private final String where;
  private final String text;
  private int at;

  HeaderDictionary(String where, String text) {
    this.where = where;
    this.text = text;
  }

  NpyHeader toHeader(int length) {
    Map<String, Object> values = new HashMap<>();
    expect('{');
    while (!accept('}')) {
      String key = string();
      expect(':');
      if (values.put(key, value(key)) != null) {
        throw damaged("it has the key '" + key + "' twice");
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skipSpace();
    if (at < text.length()) {
      throw damaged("there is more after its closing brace");
    }
    for (String key : List.of("descr", "fortran_order", "shape")) {
      if (!values.containsKey(key)) {
        throw damaged("'" + key + "' is missing");
      }
    }
    return new NpyHeader(
        where,
        ElementType.parse(where, (String) values.get("descr")),
        (NpyHeader.ElementOrder) values.get("fortran_order"),
        (long[]) values.get("shape"),
        length);
  }

  private Object value(String key) {
    skipSpace();
    return switch (key) {
      case "descr" -> typeName();
      case "fortran_order" -> order();
      case "shape" -> shape();
      default -> throw damaged("it has the unknown key " + InputException.quote(key));
    };
  }

  private String typeName() {
    if (at < text.length() && text.charAt(at) == '[') {
      throw new InputException(
          where + ": has a structured element type (named fields); save plain numbers instead");
    }
    return string();
  }

  private NpyHeader.ElementOrder order() {
    if (text.startsWith("False", at)) {
      at += "False".length();
      return NpyHeader.ElementOrder.ROW_MAJOR;
    }
    if (text.startsWith("True", at)) {
      at += "True".length();
      return NpyHeader.ElementOrder.COLUMN_MAJOR;
    }
    throw damaged("'fortran_order' is neither True nor False");
  }

  private long[] shape() {
    long[] dimensions = new long[MOST_DIMENSIONS];
    int rank = 0;
    boolean comma = true;
    expect('(');
    while (!accept(')')) {
      if (!comma || rank == MOST_DIMENSIONS) {
        throw damaged("'shape' is not a tuple of at most " + MOST_DIMENSIONS + " lengths");
      }
      dimensions[rank++] = integer();
      comma = accept(',');
    }
    if (rank == 1 && !comma) {
      throw damaged("'shape' is a number in parentheses, not a tuple");
    }
    return Arrays.copyOf(dimensions, rank);
  }

  private long integer() {
    skipSpace();
    int start = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    String digits = text.substring(start, at);
    if (at < text.length() && text.charAt(at) == 'L') {
      at++; // Python 2 wrote long integers like this.
    }
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw damaged("'shape' has a length that is not an integer in 0 … 2^63 − 1");
    }
  }

  private String string() {
    skipSpace();
    char quote = at < text.length() ? text.charAt(at) : ' ';
    if (quote != '\'' && quote != '"') {
      throw damaged("a quoted name is missing at its character " + at);
    }
    int end = text.indexOf(quote, at + 1);
    if (end < 0 || text.substring(at, end).indexOf('\\') >= 0) {
      throw damaged("a quoted name does not end");
    }
    String value = text.substring(at + 1, end);
    at = end + 1;
    return value;
  }

  private boolean accept(char wanted) {
    skipSpace();
    if (at < text.length() && text.charAt(at) == wanted) {
      at++;
      return true;
    }
    return false;
  }

  private void expect(char wanted) {
    if (!accept(wanted)) {
      throw damaged("'" + wanted + "' is missing at its character " + at);
    }
  }

  private void skipSpace() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private InputException damaged(String problem) {
    return new InputException(where + ": has a damaged .npy header: " + problem);
  }
}
