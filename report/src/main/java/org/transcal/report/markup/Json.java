package org.transcal.report.markup;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import org.transcal.ControlCharacters;
import org.transcal.report.number.Numerals;

/**
 * A JSON object that is being built, for the script of a page.
 *
 * <p>Numbers have six significant digits unless said otherwise. Every {@code <} is escaped, so that
 * nothing in a name can end the element that holds it.
 */
public final class Json {
  private final Map<String, String> members = new LinkedHashMap<>();

  /** Sets a number; {@code null} if it is not finite. */
  public Json with(String name, double value) {
    members.put(name, Double.isFinite(value) ? Numerals.exact(value) : "null");
    return this;
  }

  public Json with(String name, String text) {
    members.put(name, text(text));
    return this;
  }

  public Json with(String name, Json object) {
    members.put(name, object.write());
    return this;
  }

  public Json with(String name, double[] values) {
    members.put(name, numbers(values, Numerals::exact));
    return this;
  }

  /** Sets numbers with the given decimals. */
  public Json with(String name, double[] values, int decimals) {
    members.put(name, numbers(values, value -> Numerals.rounded(value, decimals)));
    return this;
  }

  /** Sets numbers with four significant digits. */
  public Json withShort(String name, double[] values) {
    members.put(name, numbers(values, Numerals::exact4));
    return this;
  }

  public Json withTexts(String name, List<String> texts) {
    members.put(name, texts.stream().map(Json::text).collect(Collectors.joining(",", "[", "]")));
    return this;
  }

  /** Sets lists of numbers with the given decimals. */
  public Json withRows(String name, List<double[]> rows, int decimals) {
    DoubleFunction<String> number = value -> Numerals.rounded(value, decimals);
    List<String> lists = rows.stream().map(row -> numbers(row, number)).toList();
    members.put(name, "[" + String.join(",", lists) + "]");
    return this;
  }

  public Json with(String name, List<Json> objects) {
    members.put(name, "[" + String.join(",", objects.stream().map(Json::write).toList()) + "]");
    return this;
  }

  public String write() {
    List<String> written = new ArrayList<>();
    members.forEach((name, value) -> written.add(text(name) + ":" + value));
    return "{" + String.join(",", written) + "}";
  }

  private static String numbers(double[] values, DoubleFunction<String> number) {
    return Arrays.stream(values)
        .mapToObj(value -> Double.isFinite(value) ? number.apply(value) : "null")
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String text(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || c == '<' || c == '>' || c == '&' || c == '\u2028' || c == '\u2029') {
        out.append("\\u").append(Integer.toHexString(0x10000 | c).substring(1));
      } else {
        out.append(ControlCharacters.includes(c) ? '\ufffd' : c);
      }
    }
    return out.append('"').toString();
  }
}
