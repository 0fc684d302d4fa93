import java.util.Collection;
import java.util.Map;

/** Every section and every public type as a script, which pages can load from a disk as well. */
final class SearchIndex {
  private SearchIndex() {}

  /** Rows of page, heading, address and text. */
  static String of(Collection<Page> pages, Map<String, String> types) {
    StringBuilder out = new StringBuilder("window.searchIndex = [\n");
    for (Page page : pages) {
      for (Page.Section section : page.sections) {
        boolean first = section == page.sections.get(0);
        row(out, page.title(), section.title(), page.path() + (first ? "" : "#" + section.id()), section.text().toString());
      }
    }
    types.forEach(
        (name, path) -> row(out, "Javadoc", name, path, path.replaceFirst("^api/", "").replaceFirst("/[^/]*$", "").replace('/', '.')));
    return out.append("];\n").toString();
  }

  private static void row(StringBuilder out, String... values) {
    out.append('[');
    for (String value : values) {
      out.append('"');
      for (char c : value.replaceAll("\\s+", " ").strip().toCharArray()) {
        out.append(c == '"' || c == '\\' ? "\\" : "").append(c);
      }
      out.append("\",");
    }
    out.append("],\n");
  }
}
