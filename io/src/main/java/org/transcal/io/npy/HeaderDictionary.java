package org.transcal.io.npy;

import java.util.Arrays;
import java.util.Optional;
import org.transcal.io.file.InputException;

/**
 * A strict reader of the Python dictionary in a {@code .npy} header:
 *
 * <pre>{@code {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }}</pre>
 *
 * <p>The three keys may stand in any order, each once; nothing else is Python here.
 */
final class HeaderDictionary {
  private static final int MOST_DIMENSIONS = 32;

  private final String where;
  private final String text;
  private int at;
  private Optional<String> type = Optional.empty();
  private Optional<NpyHeader.ElementOrder> order = Optional.empty();
  private Optional<long[]> shape = Optional.empty();

  HeaderDictionary(String where, String text) {
    this.where = where;
    this.text = text;
  }

  NpyHeader toHeader(int length) {
    expect('{');
    while (!accept('}')) {
      String key = string();
      expect(':');
      readValue(key);
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skipSpace();
    if (at < text.length()) {
      throw damaged("there is more after its closing brace");
    }
    String typeName = type.orElseThrow(() -> damaged("'descr' is missing"));
    return new NpyHeader(
        where,
        ElementType.parse(where, typeName),
        order.orElseThrow(() -> damaged("'fortran_order' is missing")),
        shape.orElseThrow(() -> damaged("'shape' is missing")),
        length);
  }

  private void readValue(String key) {
    boolean repeated =
        switch (key) {
          case "descr" -> type.isPresent();
          case "fortran_order" -> order.isPresent();
          case "shape" -> shape.isPresent();
          default -> throw damaged("it has the unknown key " + InputException.quote(key));
        };
    if (repeated) {
      throw damaged("it has the key '" + key + "' twice");
    }
    skipSpace();
    switch (key) {
      case "descr" -> type = Optional.of(typeName());
      case "fortran_order" -> order = Optional.of(order());
      default -> shape = Optional.of(shape());
    }
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
      at++; // Python 2 wrote long integers so.
    }
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw damaged("'shape' has a length that is no integer in 0 … 2^63 − 1");
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
