package org.transcal.report.markup;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.transcal.report.number.Numerals;

/**
 * A JSON object that is being built, for the script of a page.
 *
 * <p>Numbers have six significant digits unless said otherwise. Every {@code <} is escaped, so that
 * nothing in a name can end the element that holds it.
 */
public final class Json {
  private final Map<String, String> members = new LinkedHashMap<>();

  /** Sets a number; {@code null} where it is not finite. */
  public Json with(String name, double value) {
    members.put(name, number(value));
    return this;
  }

  /** Sets a text. */
  public Json with(String name, String text) {
    members.put(name, text(text));
    return this;
  }

  /** Sets an object. */
  public Json with(String name, Json object) {
    members.put(name, object.write());
    return this;
  }

  /** Sets numbers. */
  public Json with(String name, double[] values) {
    members.put(name, numbers(values));
    return this;
  }

  /** Sets numbers, each with so many decimals. */
  public Json with(String name, double[] values, int decimals) {
    members.put(name, numbers(values, decimals));
    return this;
  }

  /** Sets a list of lists of numbers, each with so many decimals. */
  public Json withRows(String name, List<double[]> rows, int decimals) {
    members.put(
        name,
        "[" + String.join(",", rows.stream().map(row -> numbers(row, decimals)).toList()) + "]");
    return this;
  }

  /** Sets a list of objects. */
  public Json with(String name, List<Json> objects) {
    members.put(name, "[" + String.join(",", objects.stream().map(Json::write).toList()) + "]");
    return this;
  }

  /** Sets a list of texts. */
  public Json withTexts(String name, List<String> texts) {
    members.put(name, "[" + String.join(",", texts.stream().map(Json::text).toList()) + "]");
    return this;
  }

  /** The object as text. */
  public String write() {
    List<String> written = new ArrayList<>();
    members.forEach((name, value) -> written.add(text(name) + ":" + value));
    return "{" + String.join(",", written) + "}";
  }

  private static String numbers(double[] values) {
    StringBuilder out = new StringBuilder("[");
    for (int i = 0; i < values.length; i++) {
      out.append(i == 0 ? "" : ",").append(number(values[i]));
    }
    return out.append(']').toString();
  }

  private static String numbers(double[] values, int decimals) {
    StringBuilder out = new StringBuilder("[");
    for (int i = 0; i < values.length; i++) {
      out.append(i == 0 ? "" : ",");
      out.append(Double.isFinite(values[i]) ? Numerals.rounded(values[i], decimals) : "null");
    }
    return out.append(']').toString();
  }

  private static String number(double value) {
    return Double.isFinite(value) ? Numerals.exact(value) : "null";
  }

  private static String text(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || c == '<' || c == '>' || c == '&' || c == '\u2028' || c == '\u2029') {
        out.append("\\u").append(Integer.toHexString(0x10000 | c).substring(1));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
