package org.transcal.report.markup;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The style sheets: colours, the page, and the marks of charts. */
public final class Style {
  private static final Pattern DEFINITION = Pattern.compile("--([a-z0-9-]+):\\s*([^;]+);");
  private static final Pattern USE = Pattern.compile("var\\(--([a-z0-9-]+)\\)");

  /** What a page shows, which decides its style and script. */
  enum Sheet {
    REPORT(List.of("chart.css"), List.of("page.js", "charts.js", "controls.js")),
    DASHBOARD(
        List.of("chart.css", "nights.css"),
        List.of("page.js", "night-chart.js", "night-evidence.js", "nights.js"));

    private final List<String> marks;
    private final List<String> scripts;

    Sheet(List<String> marks, List<String> scripts) {
      this.marks = marks;
      this.scripts = scripts;
    }
  }

  private Style() {}

  /** The style of a page, light or dark as its reader prefers. */
  static String ofPage(Sheet sheet) {
    return "\n" + resource("colours.css") + resource("page.css") + resources(sheet.marks);
  }

  static String script(Sheet sheet) {
    return "\n" + resources(sheet.scripts);
  }

  /**
   * The style of a chart in a file of its own: light, and without variables, which many viewers of
   * SVG do not know.
   */
  public static String ofPicture() {
    return ofPicture(Sheet.REPORT);
  }

  static String ofPicture(Sheet sheet) {
    Map<String, String> light = new HashMap<>();
    DEFINITION
        .matcher(resource("colours.css"))
        .results()
        // The light colours come first in the file.
        .forEach(found -> light.putIfAbsent(found.group(1), found.group(2)));
    return USE.matcher(resources(sheet.marks)).replaceAll(found -> value(light, found));
  }

  private static String value(Map<String, String> colours, MatchResult use) {
    String value = colours.get(use.group(1));
    if (value == null) {
      throw new IllegalStateException(
          "The style uses the colour " + use.group() + ", which is not defined");
    }
    return Matcher.quoteReplacement(value);
  }

  private static String resources(List<String> names) {
    return names.stream().map(Style::resource).collect(Collectors.joining());
  }

  private static String resource(String name) {
    try (InputStream in = Style.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("The module lacks its resource " + name);
      }
      // The page must be the same if sources were checked out with other line ends.
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
