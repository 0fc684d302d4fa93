import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;

/** Writes the documentation site: {@code java Site ROOT OUT}, with Javadoc already in {@code OUT/api}. */
final class Site {
  private final Path root;
  private final Path out;
  private final Map<String, Page> pages = new TreeMap<>();
  private final Map<String, List<Page>> menu = new LinkedHashMap<>();

  private Site(Path root, Path out) {
    this.root = root;
    this.out = out;
  }

  public static void main(String[] arguments) throws IOException {
    Site site = new Site(Path.of(arguments[0]), Path.of(arguments[1]));
    site.read();
    site.write();
    List<String> wrong = site.orphans();
    wrong.addAll(LinkCheck.of(site.out));
    wrong.forEach(System.err::println);
    System.out.println(site.pages.size() + " pages, " + wrong.size() + " problems: " + site.out.resolve("index.html"));
    System.exit(wrong.isEmpty() ? 0 : 1);
  }

  private void read() throws IOException {
    for (Path folder : List.of(root, root.resolve("docs"))) {
      try (Stream<Path> files = Files.walk(folder, folder.equals(root) ? 1 : 9)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".md")).toList()) {
          String source = root.relativize(file).toString().replace('\\', '/');
          pages.put(source, new Page(source, Files.readString(file)));
        }
      }
    }
    readMenu();
  }

  /** The menu is what {@code docs/README.md} links to: its table, then its paragraphs that start in bold. */
  private void readMenu() {
    String home = "docs/README.md";
    menu.put("", List.of(pages.get(home)));
    for (Node block = pages.get(home).document.getFirstChild(); block != null; block = block.getNext()) {
      String group = block instanceof TableBlock ? "Guides" : "";
      if (block.getFirstChild() instanceof StrongEmphasis strong && strong.getFirstChild() instanceof Text text) {
        group = text.getLiteral();
      }
      List<Page> linked = new ArrayList<>();
      block.accept(
          new AbstractVisitor() {
            @Override
            public void visit(Link link) {
              Page page = pages.get(normal(home, link.getDestination()));
              if (page != null) {
                linked.add(page);
              }
            }
          });
      if (!group.isEmpty()) {
        menu.put(group, linked);
      }
    }
  }

  private void write() throws IOException {
    Map<String, String> types = javadoc();
    for (Page page : pages.values()) {
      page.link(pages, types);
    }
    List<Page> order = menu.values().stream().flatMap(List::stream).distinct().toList();
    for (Page page : pages.values()) {
      Path file = out.resolve(page.path());
      Files.createDirectories(file.getParent());
      Files.writeString(file, new Template(page, menu, order).html());
    }
    Files.writeString(out.resolve("search-index.js"), SearchIndex.of(pages.values(), types));
    for (String asset : List.of("site.css", "site.js")) {
      Files.copy(root.resolve("docs/site").resolve(asset), out.resolve(asset));
    }
    // Files that pages link to: pictures, plans, the licence.
    Set<String> linked = new TreeSet<>();
    pages.values().forEach(page -> linked.addAll(page.links));
    for (String name : linked) {
      if (!pages.containsKey(name) && Files.isRegularFile(root.resolve(name))) {
        Files.createDirectories(out.resolve(name).getParent());
        Files.copy(root.resolve(name), out.resolve(name));
      }
    }
  }

  /** Where the Javadoc of a public type or package is, by name; names that several types have are left out. */
  private Map<String, String> javadoc() throws IOException {
    Map<String, String> found = new TreeMap<>();
    Path api = out.resolve("api");
    if (!Files.isDirectory(api)) {
      return found;
    }
    try (Stream<Path> files = Files.walk(api)) {
      for (Path file : files.sorted().toList()) {
        String path = out.relativize(file).toString().replace('\\', '/');
        String name = file.getFileName().toString().replaceFirst("\\.html$", "");
        if (name.equals("package-summary")) {
          found.put(path.replaceFirst("^api/(.*)/package-summary.html$", "$1").replace('/', '.'), path);
        } else if (path.matches("api/org/.*/[A-Z][\\w.]*\\.html")) {
          found.merge(name, path, (one, other) -> "");
        }
      }
    }
    found.values().removeIf(String::isEmpty);
    return found;
  }

  /** Pages that nobody can find. */
  private List<String> orphans() {
    Set<String> linked = new TreeSet<>(Set.of("README.md", "docs/README.md"));
    pages.values().forEach(page -> linked.addAll(page.links));
    List<String> wrong = new ArrayList<>();
    for (String source : pages.keySet()) {
      if (!linked.contains(source)) {
        wrong.add(source + ": no page links to it");
      }
    }
    return wrong;
  }

  /** A link in a file, as a path from the root. */
  static String normal(String from, String link) {
    Path folder = Path.of("/" + from).getParent();
    return folder.resolve(link.isEmpty() ? Path.of(from).getFileName().toString() : link).normalize().toString().substring(1).replace('\\', '/');
  }

  static String relative(String from, String to) {
    return Path.of("/" + from).getParent().relativize(Path.of("/" + to)).toString().replace('\\', '/');
  }
}
