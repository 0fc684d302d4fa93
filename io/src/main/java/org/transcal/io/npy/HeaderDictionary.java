package org.transcal.io.npy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.transcal.io.file.InputException;
import org.transcal.io.npy.NpyHeader.ElementOrder;

/**
 * A strict reader of the Python dictionary in a {@code .npy} header:
 *
 * <pre>{@code {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }}</pre>
 *
 * <p>The three keys may come in any order, each once; nothing else of Python is accepted.
 */
final class HeaderDictionary {
  private static final int MOST_DIMENSIONS = 32;
  private static final Pattern BOOLEAN = Pattern.compile("(True|False)");

  /** Python 2 wrote long integers with an L. */
  private static final Pattern INTEGER = Pattern.compile("([0-9]+)L?");

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
    ElementType type = ElementType.parse(where, (String) values.get("descr"));
    ElementOrder order = (ElementOrder) values.get("fortran_order");
    List<Long> shape = Arrays.stream((long[]) values.get("shape")).boxed().toList();
    return InputException.naming(where, () -> new NpyHeader(type, order, shape, length));
  }

  private Object value(String key) {
    return switch (key) {
      case "descr" -> typeName();
      case "fortran_order" -> order();
      case "shape" -> shape();
      default -> throw damaged("it has the unknown key " + InputException.quote(key));
    };
  }

  private String typeName() {
    if (accept('[')) {
      throw InputException.in(
          where, "has a structured element type (named fields); save plain numbers instead");
    }
    return string();
  }

  private ElementOrder order() {
    return switch (take(BOOLEAN)) {
      case "False" -> ElementOrder.ROW_MAJOR;
      case "True" -> ElementOrder.COLUMN_MAJOR;
      default -> throw damaged("'fortran_order' is neither True nor False");
    };
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
    try {
      return Long.parseLong(take(INTEGER));
    } catch (NumberFormatException e) {
      throw damaged("'shape' has a length that is not an integer in 0 … 2^63 − 1");
    }
  }

  /** The next text of a form, after spaces; empty if something else is next. */
  private String take(Pattern form) {
    skipSpace();
    Matcher next = form.matcher(text).region(at, text.length());
    if (!next.lookingAt()) {
      return "";
    }
    at = next.end();
    return next.group(1);
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
