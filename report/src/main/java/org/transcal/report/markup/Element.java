package org.transcal.report.markup;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.transcal.ControlCharacters;
import org.transcal.report.number.Numerals;

/**
 * An element of HTML or SVG that is being built.
 *
 * <p>Text and attribute values are always escaped when written, so that a name from a file can
 * never become markup. What is written is well-formed both as HTML and, for SVG elements, as XML.
 */
public final class Element {
  private static final Set<String> HTML_VOID = Set.of("meta", "br", "hr", "col");
  private static final Pattern CODE_OR_DATE =
      Pattern.compile("`([^`]+)`|\\b\\d{4}-\\d{2}-\\d{2}\\b");
  private static final Set<String> VERBATIM = Set.of("code", "style");
  private static final Pattern UNIT =
      Pattern.compile(
          "(?<=\\d) (?=%|points?\\b)|(?<=±) (?=\\d)|(?<=[Tλp²]) (?=[=<] )|(?<=[Tλp²] [=<]) ");
  private static final Set<String> CLOSED_AT_ONCE =
      Set.of("rect", "line", "path", "circle", "polyline", "polygon", "input");

  private final String name;
  private final Map<String, String> attributes = new LinkedHashMap<>();
  private final List<Object> children = new ArrayList<>();

  private Element(String name) {
    this.name = name;
  }

  public static Element of(String name) {
    return new Element(name);
  }

  public static Element of(String name, String text) {
    return new Element(name).text(text);
  }

  public Element with(String attribute, String value) {
    attributes.put(attribute, value);
    return this;
  }

  /** Sets an attribute to a coordinate or length, in hundredths of a unit. */
  public Element with(String attribute, double coordinate) {
    return with(attribute, Numerals.coordinate(coordinate));
  }

  /** Sets a {@code data-} attribute: the number that a mark shows. */
  public Element data(String key, double value) {
    return with("data-" + key, Numerals.exact(value));
  }

  /** Sets the class names. */
  public Element in(String classes) {
    return with("class", classes);
  }

  public Element text(String text) {
    children.add(text);
    return this;
  }

  /**
   * Adds a sentence; text between backticks, such as a method's name, becomes code, and dates are
   * marked up.
   */
  public Element prose(String text) {
    Matcher found = CODE_OR_DATE.matcher(text);
    int from = 0;
    while (found.find()) {
      text(text.substring(from, found.start()))
          .add(found.group(1) == null ? of("time", found.group()) : of("code", found.group(1)));
      from = found.end();
    }
    return text(text.substring(from));
  }

  /** Adds a paragraph, unless it would be empty. */
  public Element paragraph(String text) {
    return text.isEmpty() ? this : add(of("p").prose(text));
  }

  public Element add(Element... elements) {
    children.addAll(List.of(elements));
    return this;
  }

  public Element add(List<Element> elements) {
    children.addAll(elements);
    return this;
  }

  public String write() {
    StringBuilder out = new StringBuilder();
    write(out);
    return out.toString();
  }

  void write(StringBuilder out) {
    out.append('<').append(name);
    attributes.forEach(
        (key, value) -> {
          out.append(' ').append(key).append("=\"");
          escape(value, out);
          out.append('"');
        });
    if (children.isEmpty() && CLOSED_AT_ONCE.contains(name)) {
      out.append("/>");
      return;
    }
    out.append('>');
    if (HTML_VOID.contains(name)) {
      return;
    }
    for (Object child : children) {
      if (child instanceof Element element) {
        element.write(out);
      } else {
        escape(VERBATIM.contains(name) ? (String) child : unbroken((String) child), out);
      }
    }
    out.append("</").append(name).append('>');
  }

  /** Keeps numbers and their units on one line. */
  private static String unbroken(String text) {
    return UNIT.matcher(text).replaceAll("\u00a0");
  }

  /** Escapes for text and quoted attributes; control characters become U+FFFD. */
  private static void escape(String text, StringBuilder out) {
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.appendCodePoint(isXml(c) ? c : 0xFFFD);
              }
            });
  }

  private static boolean isXml(int c) {
    boolean control = ControlCharacters.includes(c) && c != '\t' && c != '\n' && c != '\r';
    boolean lone = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    return !(control || lone || c == 0xFFFE || c == 0xFFFF);
  }
}
