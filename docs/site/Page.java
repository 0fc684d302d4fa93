import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** One Markdown file as a page of the site: its headings, links and HTML. */
final class Page {
  /** A part of a page that can be linked to; the first one, before any heading but the title, has no id. */
  record Section(int level, String id, String title, StringBuilder text) {}

  private static final List<TablesExtension> EXTENSIONS = List.of((TablesExtension) TablesExtension.create());
  private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
  /** The level of a row of a glossary, below all headings. */
  private static final int TERM = 9;

  private static final Pattern TYPE = Pattern.compile("([A-Z][A-Z0-9]*[a-z]\\w*)(?:[.<(#].*)?");

  /** Relative to the root of the repository, with slashes. */
  final String source;

  final Node document;
  final List<Section> sections = new ArrayList<>();
  final Set<String> links = new HashSet<>();

  /** Ids of headings and terms. */
  private final Map<Node, String> slugs = new HashMap<>();

  Page(String source, String markdown) {
    this.source = source;
    document = PARSER.parse(markdown);
    collectSections();
  }

  String title() {
    return sections.get(0).title();
  }

  /** Where the page is on the site. */
  String path() {
    return source.equals("docs/README.md") ? "index.html" : source.replaceFirst("\\.md$", ".html");
  }

  /** Makes links lead to pages of the site, and code that names a public type lead to its Javadoc. */
  void link(Map<String, Page> pages, Map<String, String> types) {
    List<Code> codes = new ArrayList<>();
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Link link) {
            link.setDestination(resolved(link.getDestination(), pages)); // Code inside a link stays as it is.
          }

          @Override
          public void visit(Image image) {
            image.setDestination(resolved(image.getDestination(), pages));
          }

          @Override
          public void visit(Code code) {
            codes.add(code);
          }

          @Override
          public void visit(Heading heading) {}

          @Override
          public void visit(HtmlBlock html) {
            html.unlink(); // Directives of the check of code blocks.
          }
        });
    for (Code code : codes) {
      Matcher type = TYPE.matcher(code.getLiteral());
      String target = types.get(type.matches() ? type.group(1) : code.getLiteral());
      if (target != null) {
        Link link = new Link(Site.relative(path(), target), "Javadoc");
        code.insertBefore(link);
        link.appendChild(code);
      }
    }
  }

  private String resolved(String destination, Map<String, Page> pages) {
    if (destination.matches("[a-z]+:.*|#.*")) {
      return destination;
    }
    int hash = destination.indexOf('#');
    String anchor = hash < 0 ? "" : destination.substring(hash);
    String file = Site.normal(source, hash < 0 ? destination : destination.substring(0, hash));
    links.add(file);
    Page page = pages.get(file);
    return Site.relative(path(), page == null ? file : page.path()) + anchor;
  }

  String html() {
    String body =
        HtmlRenderer.builder()
            .extensions(EXTENSIONS)
            .attributeProviderFactory(
                context ->
                    (node, tag, attributes) -> {
                      if (slugs.containsKey(node)) {
                        attributes.put("id", slugs.get(node));
                      }
                    })
            .build()
            .render(document);
    // Wide tables scroll by themselves; the page does not.
    return body.replace("<table>", "<div class=\"table\" tabindex=\"0\"><table>").replace("</table>", "</table></div>");
  }

  private void collectSections() {
    for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof Heading heading) {
        add(heading, heading.getLevel(), text(heading).strip());
      } else if (sections.isEmpty()) {
        throw new IllegalStateException(source + ": must start with a heading");
      } else if (text(node).startsWith("term · ")) {
        for (Node row = node.getLastChild().getFirstChild(); row != null; row = row.getNext()) {
          add(row, TERM, text(row.getFirstChild()).replace(" · ", ""));
          sections.get(sections.size() - 1).text().append(text(row.getLastChild()).replace(" · ", ""));
        }
      } else {
        sections.get(sections.size() - 1).text().append(text(node)).append(' ');
      }
    }
  }

  private void add(Node node, int level, String title) {
    String slug = slug(title);
    for (int i = 1; slugs.containsValue(slug); i++) {
      slug = slug(title) + "-" + i;
    }
    slugs.put(node, slug);
    sections.add(new Section(level, slug, title, new StringBuilder()));
  }

  /** As forges do it: lower case, no punctuation, dashes for spaces. */
  private static String slug(String title) {
    return title.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }

  private static String text(Node root) {
    StringBuilder out = new StringBuilder();
    root.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Text text) {
            out.append(text.getLiteral());
          }

          @Override
          public void visit(Code code) {
            out.append(code.getLiteral());
          }

          @Override
          public void visit(FencedCodeBlock block) {
            out.append(block.getLiteral()).append(' ');
          }

          @Override
          public void visit(SoftLineBreak lineBreak) {
            out.append(' ');
          }

          @Override
          public void visit(CustomNode node) {
            visitChildren(node);
            out.append(node instanceof TableCell ? " · " : "");
          }
        });
    return out.toString();
  }
}
