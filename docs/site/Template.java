import java.util.List;
import java.util.Map;

/** The frame around a page: header with search, menu, contents, and the pages before and after. */
final class Template {
  private final Page page;
  private final Map<String, List<Page>> menu;
  private final List<Page> order;

  Template(Page page, Map<String, List<Page>> menu, List<Page> order) {
    this.page = page;
    this.menu = menu;
    this.order = order;
  }

  String html() {
    String top = Site.relative(page.path(), "index.html").replaceFirst("index\\.html$", "");
    return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>%1$s – TransCal</title>
        <link rel="stylesheet" href="%2$ssite.css">
        </head>
        <body data-top="%2$s">
        <a class="skip" href="#content">Skip to the text</a>
        <header>
        <a class="brand" href="%2$sindex.html">TransCal</a>
        <form role="search"><input id="search" type="search" placeholder="Search  ( / )" aria-label="Search the documentation" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="results"></form>
        <a href="%2$sREADME.html">Overview</a>
        <a href="%2$sapi/index.html">Javadoc</a>
        <div id="results" role="listbox" aria-label="Search results" hidden></div>
        </header>
        <div class="frame">
        <details class="menu" open><summary>Menu</summary><nav aria-label="Pages">
        %3$s</nav></details>
        <main id="content">
        %4$s%5$s</main>
        </div>
        <script src="%2$ssearch-index.js" defer></script>
        <script src="%2$ssite.js" defer></script>
        </body>
        </html>
        """
        .formatted(escape(page.title()), top, menu(), page.html(), neighbours());
  }

  private String menu() {
    StringBuilder html = new StringBuilder();
    menu.forEach(
        (group, pages) -> {
          html.append(group.isEmpty() ? "" : "<h2>" + escape(group) + "</h2>\n").append("<ul>\n");
          for (Page other : pages) {
            html.append("<li>").append(link(other, other == page ? " aria-current=\"page\"" : ""));
            if (other == page) {
              html.append(contents());
            }
            html.append("</li>\n");
          }
          html.append("</ul>\n");
        });
    return html.toString();
  }

  private String contents() {
    StringBuilder html = new StringBuilder();
    for (Page.Section section : page.sections) {
      if (section.level() == 2) {
        html.append("<li><a href=\"#").append(section.id()).append("\">").append(escape(section.title())).append("</a></li>\n");
      }
    }
    return html.isEmpty() ? "" : "\n<ul>\n" + html + "</ul>\n";
  }

  private String neighbours() {
    int at = order.indexOf(page);
    if (at < 0) {
      return "";
    }
    String before = at == 0 ? "<span></span>" : link(order.get(at - 1), " rel=\"prev\"");
    String after = at == order.size() - 1 ? "" : link(order.get(at + 1), " rel=\"next\"");
    return "<nav class=\"neighbours\" aria-label=\"Before and after\">" + before + after + "</nav>\n";
  }

  private String link(Page other, String attributes) {
    return "<a href=\"" + Site.relative(page.path(), other.path()) + "\"" + attributes + ">" + escape(other.title()) + "</a>";
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }
}
