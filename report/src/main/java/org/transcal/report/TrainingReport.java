package org.transcal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.transcal.report.chart.CurveChart;
import org.transcal.report.chart.Figure;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Page;

/** The report of a training run: what was trained, and the course of its losses. */
public final class TrainingReport extends HtmlReport {
  private final String title;
  private final List<Element> facts = new ArrayList<>();
  private final List<Element> figures = new ArrayList<>();
  private final List<Element> tables = new ArrayList<>();

  private TrainingReport(String title) {
    this.title = title;
  }

  /** A report on one training run. */
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
   * @param values one per step, all finite
   * @param reading one sentence on how to read it
   */
  public TrainingReport withCurve(String name, double[] values, String reading) {
    return with(name, CurveChart.of(nextId(), name, values), reading);
  }

  /**
   * Adds a curve of values that were measured at some steps.
   *
   * @param steps as many as values, in increasing order
   * @param values at least one, all finite
   * @param chosen index of a value to mark, if any
   */
  public TrainingReport withMeasurements(
      String name, int[] steps, double[] values, OptionalInt chosen, String reading) {
    CurveChart chart = CurveChart.at(nextId(), name, steps, values);
    return with(
        name,
        chosen.isPresent()
            ? chart.withChosen(steps[chosen.getAsInt()], values[chosen.getAsInt()])
            : chart,
        reading);
  }

  private String nextId() {
    return "curve-" + figures.size();
  }

  private TrainingReport with(String name, CurveChart chart, String reading) {
    figures.add(Figure.of(name, "", chart, reading));
    return this;
  }

  /**
   * Adds a confusion matrix; with many classes, the most frequent confusions.
   *
   * @param counts {@code counts[i][j]} rows of class i that were predicted as class j
   */
  public TrainingReport withConfusion(String caption, List<String> classNames, int[][] counts) {
    tables.add(new ConfusionTable(caption, classNames, counts).toElement());
    return this;
  }

  @Override
  public String toHtml(String command) {
    List<Element> confusion =
        tables.isEmpty()
            ? List.of()
            : List.of(Blocks.section("confusion", "What the model confuses").add(tables));
    return Page.titled(title)
        .add(
            Blocks.header("Training of an adapted model", "", title, ""),
            Blocks.section("facts", "What was trained")
                .add(Element.of("dl").in("facts").add(facts)),
            Blocks.section("curves", "How training went").add(Blocks.sideBySide(figures)))
        .add(confusion.toArray(new Element[0]))
        .add(reproduction("How to train it again", command))
        .write();
  }
}
