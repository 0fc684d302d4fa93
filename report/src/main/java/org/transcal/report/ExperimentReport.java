package org.transcal.report;

import java.util.ArrayList;
import java.util.List;
import org.transcal.experiment.TaskPortrait;
import org.transcal.experiment.Trials;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Page;
import org.transcal.report.number.Numerals;
import org.transcal.report.table.ExperimentTables;
import org.transcal.report.table.TableSection;

/** The report of {@code transcal experiment}: many tasks and methods. */
public final class ExperimentReport extends HtmlReport {
  /** Number of tables at the top of the page: suites and ranks. */
  private static final int LEADING = 2;

  /** More cells than this belong in separate files. */
  private static final int MOST_CELLS = 25_000;

  private final Trials trials;
  private final List<TaskPortrait> portraits;

  private final List<String> warnings;

  private ExperimentReport(Trials trials, List<TaskPortrait> portraits, List<String> warnings) {
    this.trials = trials;
    this.portraits = List.copyOf(portraits);
    this.warnings = List.copyOf(warnings);
  }

  /** A report on trials, with the portraits of their tasks. */
  public static ExperimentReport of(Trials trials, List<TaskPortrait> portraits) {
    return new ExperimentReport(trials, portraits, List.of());
  }

  /** Also shows warnings. */
  public ExperimentReport withWarnings(List<String> sentences) {
    return new ExperimentReport(trials, portraits, sentences);
  }

  @Override
  public String toHtml(String command) {
    ExperimentFindings findings = ExperimentFindings.of(trials, portraits);
    List<TableSection> tables = ExperimentTables.of(trials, portraits).sections();
    SuiteFigures figures = new SuiteFigures(findings);
    TaskBrowser browser = new TaskBrowser(findings);
    Page page = Page.titled("Experiment on " + ExperimentVerdict.tasks(trials.tasks().size()));
    page.add(new ExperimentVerdict(findings).toElement());
    addWarnings(page, "Warnings", warnings);
    tables.stream().limit(LEADING).forEach(section -> page.add(HtmlTables.section(section)));
    List<String> notRun = findings.notRun();
    if (!notRun.isEmpty()) {
      String summary = "Methods without an optional input (" + notRun.size() + ")";
      page.add(Blocks.details("more", summary, Blocks.bullets(notRun)));
    }
    figures.dilemma().ifPresent(page::add);
    figures.bars().ifPresent(page::add);
    browser.section().ifPresent(page::add);
    List<Element> folded = new ArrayList<>();
    int cells = 0;
    for (TableSection section : tables.subList(Math.min(LEADING, tables.size()), tables.size())) {
      cells += section.tables().stream().mapToInt(t -> t.rows().size() * t.columns().size()).sum();
      if (section.tables().size() == 1) {
        page.add(HtmlTables.section(section));
      } else {
        folded.add(folded(section, cells <= MOST_CELLS));
      }
    }
    if (!folded.isEmpty()) {
      page.add(Blocks.section("tables", "Every score of every task").in("lazy folded").add(folded));
    }
    page.add(
        reproduction(
                "How to make and read this report",
                command,
                Blocks.entry("Tasks", Numerals.count(trials.tasks().size())),
                Blocks.entry("Runs of each", Numerals.count(trials.repeats())))
            .add(Glossary.of(page.content())));
    return page.data("tasks", browser.data()).write();
  }

  /** Several tables, opened on demand; if there are too many, they are in separate files. */
  private static Element folded(TableSection section, boolean fits) {
    Element content = Element.of("div").with("id", section.id());
    return Blocks.details(
        "more",
        section.heading(),
        fits
            ? HtmlTables.content(content, section)
            : content.paragraph(
                "These tables are too large for this page; see tables.html, .md, .csv and .tex in"
                    + " the same folder."));
  }
}
