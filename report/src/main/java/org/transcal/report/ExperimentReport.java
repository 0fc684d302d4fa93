package org.transcal.report;

import java.util.List;
import org.transcal.experiment.TaskPortrait;
import org.transcal.experiment.Trials;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Page;
import org.transcal.report.number.Numerals;
import org.transcal.report.table.ExperimentTables;
import org.transcal.report.table.ResultTable;
import org.transcal.report.table.TableSection;

/** The report of {@code transcal experiment}: many tasks and methods. */
public final class ExperimentReport extends HtmlReport<ExperimentReport> {
  /** Tables at the top of the page: suites and ranks. */
  private static final int LEADING = 2;

  /** More cells than this belong in files of their own. */
  private static final int MOST_CELLS = 25_000;

  private final Trials trials;
  private final List<TaskPortrait> portraits;

  private ExperimentReport(Trials trials, List<TaskPortrait> portraits, Origin origin) {
    super(origin);
    this.trials = trials;
    this.portraits = List.copyOf(portraits);
  }

  /** A report on trials, with the portraits of their tasks. */
  public static ExperimentReport of(Trials trials, List<TaskPortrait> portraits) {
    return new ExperimentReport(trials, portraits, Origin.NOT_STATED);
  }

  @Override
  ExperimentReport with(Origin changed) {
    return new ExperimentReport(trials, portraits, changed);
  }

  @Override
  public String toHtml() {
    ExperimentFindings findings = ExperimentFindings.of(trials, portraits);
    List<TableSection> tables = ExperimentTables.of(trials, portraits).sections();
    SuiteFigures figures = new SuiteFigures(findings);
    TaskBrowser browser = new TaskBrowser(findings);
    Page page = Page.titled("Experiment on " + trials.tasks().size() + " tasks");
    page.add(new ExperimentVerdict(findings).toElement());
    addWarnings(page, "Not everything ran");
    tables.stream().limit(LEADING).forEach(section -> page.add(HtmlTables.section(section)));
    figures.dilemma().ifPresent(page::add);
    figures.bars().ifPresent(page::add);
    browser.section().ifPresent(page::add);
    int cells = 0;
    for (TableSection section : tables.subList(Math.min(LEADING, tables.size()), tables.size())) {
      cells += section.tables().stream().mapToInt(t -> t.rows().size() * t.columns().size()).sum();
      page.add(cells <= MOST_CELLS ? folded(section) : elsewhere(section));
    }
    return page.add(readingSection()).data("tasks", browser.data()).write();
  }

  /** A section; several tables are folded, to open on demand. */
  private static Element folded(TableSection section) {
    if (section.tables().size() == 1) {
      return HtmlTables.section(section);
    }
    Element element =
        Blocks.section(section.id(), section.heading())
            .in("lazy folded")
            .paragraph(section.words());
    for (ResultTable table : section.tables()) {
      element.add(Blocks.details("more", table.title(), HtmlTables.table(table)));
    }
    return element;
  }

  private static Element elsewhere(TableSection section) {
    return Blocks.section(section.id(), section.heading())
        .paragraph(
            "These tables are too large for this page; see tables.html, .md, .csv and .tex in"
                + " the same folder.");
  }

  private Element readingSection() {
    return reproduction(
            "How to make and read this report",
            Blocks.entry("Tasks", Numerals.count(trials.tasks().size())),
            Blocks.entry("Runs of each", Numerals.count(trials.repeats())))
        .add(Glossary.words(), Glossary.pointer());
  }
}
