package org.transcal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.transcal.report.chart.CurveChart;
import org.transcal.report.chart.Figure;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Page;

/** The report of a training: what was trained, and how its losses went. */
public final class TrainingReport {
  private final String title;
  private final List<Element> facts = new ArrayList<>();
  private final List<Element> figures = new ArrayList<>();
  private Origin origin = Origin.UNSAID;

  private TrainingReport(String title) {
    this.title = title;
  }

  /** A report on one training. */
  public static TrainingReport of(String title) {
    return new TrainingReport(title);
  }

  /** Adds facts, name and value. */
  public TrainingReport withFacts(Map<String, String> more) {
    more.forEach((name, value) -> facts.add(Blocks.entry(name, Blocks.shortened(value))));
    return this;
  }

  /**
   * Adds a curve.
   *
   * @param values one a step, all finite
   * @param reading one sentence on how to read it
   */
  public TrainingReport withCurve(String name, double[] values, String reading) {
    CurveChart chart = CurveChart.of("curve-" + figures.size(), name, values);
    figures.add(Figure.of(name, "", chart.draw(), reading, chart.table()));
    return this;
  }

  /** Says which version of the program made it and by which command. */
  public TrainingReport madeBy(String version, String command) {
    origin = origin.withVersion(version).withCommand(command);
    return this;
  }

  /** The whole file; the same input gives the same text. */
  public String toHtml() {
    Page page = Page.titled(title);
    page.add(
        Element.of("header")
            .add(
                Element.of("p", "Training of an adapted model").in("task"),
                Element.of("h1", Blocks.shortened(title))));
    page.add(
        Blocks.section("facts", "What was trained").add(Element.of("dl").in("facts").add(facts)));
    page.add(
        Blocks.section("curves", "How it went")
            .add(Blocks.sideBySide(figures.toArray(new Element[0]))));
    Element reproduction = Blocks.section("reproduction", "How to make it again");
    reproduction.add(ReproductionSection.command(origin));
    if (!origin.version().isEmpty()) {
      reproduction.add(Element.of("dl").in("facts").add(Blocks.entry("Version", origin.version())));
    }
    return page.add(reproduction).write();
  }
}
