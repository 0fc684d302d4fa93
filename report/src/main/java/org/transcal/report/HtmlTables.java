package org.transcal.report;

import java.util.ArrayList;
import java.util.List;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Page;
import org.transcal.report.markup.Table;
import org.transcal.report.table.ExperimentTables;
import org.transcal.report.table.ResultTable;
import org.transcal.report.table.TableSection;

/** Tables as HTML, whose columns can be sorted. */
public final class HtmlTables {
  /** Most columns of a table that has its text beside it. */
  private static final int MOST_BESIDE = 5;

  private HtmlTables() {}

  /** A whole file. */
  public static String write(ExperimentTables tables) {
    Page page = Page.titled("Tables of the experiment");
    page.add(Element.of("header").add(Element.of("h1", "Tables of the experiment")));
    if (tables.sections().isEmpty()) {
      page.add(Element.of("p").prose(ExperimentTables.NOTHING_SCORED));
    }
    tables.sections().forEach(section -> page.add(section(section)));
    return page.write();
  }

  /** A section of a page. */
  static Element section(TableSection section) {
    return content(Blocks.section(section.id(), section.heading()), section);
  }

  /** Adds text and tables; a single small table is beside its text if there is room. */
  static Element content(Element parent, TableSection section) {
    boolean small =
        section.tables().size() == 1 && section.tables().get(0).columns().size() <= MOST_BESIDE;
    Element element = small ? Element.of("div").in("beside") : parent;
    element.paragraph(section.words());
    section.tables().forEach(table -> element.add(table(table)));
    return element == parent ? parent : parent.add(element);
  }

  /** One table, without the rows of methods that have no number. */
  static Element table(ResultTable table) {
    List<String> columns = new ArrayList<>(List.of(table.corner()));
    columns.addAll(table.columns());
    Table html = Table.captioned(table.title()).columns(columns.toArray(String[]::new)).sortable();
    for (ResultTable.Row row : table.rows()) {
      if (!row.cells().stream().allMatch(cell -> Double.isNaN(cell.value()))) {
        html.row(
            Element.of("th").add(Element.of("code", row.name())),
            row.cells().stream().map(HtmlTables::cell).toList());
      }
    }
    return html.toElement();
  }

  private static Element cell(ResultTable.Cell cell) {
    Element element = Element.of("td");
    if (!Double.isNaN(cell.value())) {
      element.data("value", cell.value());
    }
    switch (cell.standing()) {
      case BEST ->
          element.add(Element.of("b", cell.text()), Element.of("span", " best").in("unseen"));
      case SECOND ->
          element.add(Element.of("u", cell.text()), Element.of("span", " second").in("unseen"));
      default -> element.text(cell.text());
    }
    if (!cell.deviationText().isEmpty()) {
      element.add(Element.of("span", " ± " + cell.deviationText()).in("deviation"));
    }
    if (!cell.remark().isEmpty()) {
      element.add(Element.of("span", " (" + cell.remark() + ")").in("deviation"));
    }
    return element;
  }
}
