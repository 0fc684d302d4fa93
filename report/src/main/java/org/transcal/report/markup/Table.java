package org.transcal.report.markup;

import java.util.ArrayList;
import java.util.List;

/** A table whose first column names its rows. */
public final class Table {
  private final String caption;
  private final Element head = Element.of("tr");
  private final List<Element> rows = new ArrayList<>();
  private final List<String> classes = new ArrayList<>();

  private Table(String caption) {
    this.caption = caption;
  }

  public static Table captioned(String caption) {
    return new Table(caption);
  }

  public Table columns(String... names) {
    for (String name : names) {
      head.add(Element.of("th", name).with("scope", "col"));
    }
    return names[names.length - 1].equals("average") ? in("averaged") : this;
  }

  /** Adds a row of text: its name, then its cells. */
  public Table row(String name, String... cells) {
    List<Element> elements = new ArrayList<>();
    for (String cell : cells) {
      elements.add(Element.of("td", cell));
    }
    return row(Element.of("th", name), elements);
  }

  /** Adds a row: a {@code th} that names it, then {@code td} that may span several columns. */
  public Table row(Element name, List<Element> cells) {
    rows.add(Element.of("tr").add(name.with("scope", "row")).add(cells));
    return this;
  }

  /**
   * Lets a reader sort by any column; cells sort by their {@code data-value}, else by their text.
   */
  public Table sortable() {
    return in("sortable");
  }

  /** Sets the last column as words: from the left, in as many lines as they need. */
  public Table wordsLast() {
    return in("words-last");
  }

  /** Breaks cells into lines and sets them close, to fit many columns. */
  public Table narrow() {
    return in("narrow");
  }

  private Table in(String style) {
    classes.add(style);
    return this;
  }

  /**
   * The table in a region of its own, which scrolls if the page is narrower; names and averages
   * stay in view.
   */
  public Element toElement() {
    return Element.of("div")
        .in("scroll")
        .with("role", "region")
        .with("tabindex", "0")
        .with("aria-label", caption)
        .add(
            (classes.isEmpty()
                    ? Element.of("table")
                    : Element.of("table").in(String.join(" ", classes)))
                .add(
                    Element.of("caption", caption),
                    Element.of("thead").add(head),
                    Element.of("tbody").add(rows)));
  }
}
