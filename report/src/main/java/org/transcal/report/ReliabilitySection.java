package org.transcal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.transcal.comparison.MethodResult;
import org.transcal.report.chart.Figure;
import org.transcal.report.chart.Legend;
import org.transcal.report.chart.Point;
import org.transcal.report.chart.ReliabilityChart;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Numerals;

/** The section with reliability diagrams, before and after. */
final class ReliabilitySection {
  static final String READING =
      "Each bar holds the predictions of one range of confidence and shows how many of them are"
          + " right; bars on the dashed diagonal are calibrated, striped gaps are the error, and the"
          + " strip below counts the rows.";

  private static final int MOST_CHARTS = 24;

  private final FitFindings findings;
  private final String rows;

  ReliabilitySection(FitFindings findings) {
    this.findings = findings;
    this.rows =
        findings.rows() == FitFindings.Rows.TARGET ? "target rows" : "source validation rows";
  }

  Element section() {
    Element section = Blocks.section("reliability", "Is confidence what it claims to be?");
    if (findings.rows() == FitFindings.Rows.TARGET) {
      section.add(Blocks.paragraph("Drawn from the labelled target rows. " + READING));
    } else {
      section.add(
          Element.of("p")
              .add(Element.of("strong", "These are source validation rows, not the target: "))
              .text(
                  "without target labels nobody can draw this for the target. A method that aims at"
                      + " the target is expected to leave the diagonal here. "
                      + READING));
    }
    section.add(Legend.list(legend()));
    Element before = before();
    Optional<Element> after = findings.after().map(this::after);
    section.add(after.isPresent() ? Blocks.sideBySide(before, after.get()) : before);
    if (after.isEmpty()) {
      section.add(
          Blocks.paragraph(
              "There is no diagram after calibration: no method gives probabilities for these"
                  + " rows."));
    }
    List<Element> others = others();
    if (!others.isEmpty()) {
      section.add(
          Element.of("details")
              .in("more")
              .add(
                  Element.of("summary", "The other methods (" + others.size() + ")"),
                  Blocks.sideBySide(others.toArray(Element[]::new))));
    }
    return section;
  }

  private Element before() {
    ReliabilityChart chart =
        ReliabilityChart.of(
            "reliability-before", "Before calibration, " + rows, findings.before().diagram());
    if (findings.after().isPresent()) {
      chart = chart.comparableTo(findings.after().get().diagram());
    }
    if (truthFits()) {
      chart = chart.withTruth(points(findings.truth().get().before()));
    }
    return figure("Before", chart, findings.before());
  }

  private Element after(Binned binned) {
    String method = findings.primary().map(MethodResult::method).orElse("");
    ReliabilityChart chart =
        ReliabilityChart.of("reliability-after", "After " + method + ", " + rows, binned.diagram())
            .comparableTo(findings.before().diagram());
    Optional<KnownTruth.Curve> truth = findings.truth().flatMap(KnownTruth::after);
    if (truthFits() && truth.isPresent()) {
      chart = chart.withTruth(points(truth.get()));
    }
    return figure("After " + method, chart, binned);
  }

  private List<Element> others() {
    List<MethodResult> results = findings.comparison().results();
    List<Element> figures = new ArrayList<>();
    for (int i = 0; i < results.size() && figures.size() < MOST_CHARTS; i++) {
      MethodResult result = results.get(i);
      if (findings.primary().filter(result::equals).isEmpty()) {
        String id = "reliability-" + i;
        findings
            .binned(result)
            .ifPresent(
                binned ->
                    figures.add(
                        figure(
                            "After " + result.method(),
                            ReliabilityChart.of(
                                id, "After " + result.method() + ", " + rows, binned.diagram()),
                            binned)));
      }
    }
    return figures;
  }

  private Element figure(String title, ReliabilityChart chart, Binned binned) {
    String note =
        "ECE "
            + Numerals.percent(binned.ece(), 1)
            + " · confidence "
            + Numerals.percent(binned.confidence(), 1)
            + " · right "
            + Numerals.percent(binned.accuracy(), 1);
    if (findings.comparison().bins() > Binned.MOST_BINS) {
      note += " · ECE over " + findings.comparison().bins() + " bins, drawn in " + Binned.MOST_BINS;
    }
    return Figure.of(title, note, chart.draw(), "", chart.table());
  }

  private List<Legend> legend() {
    List<Legend> legend =
        new ArrayList<>(
            List.of(Legend.ACCURACY, Legend.OVER, Legend.UNDER, Legend.INTERVAL, Legend.PERFECT));
    if (truthFits()) {
      legend.add(Legend.TRUTH);
    }
    return legend;
  }

  /** The truth is about target rows. */
  private boolean truthFits() {
    return findings.rows() == FitFindings.Rows.TARGET && findings.truth().isPresent();
  }

  static List<Point> points(KnownTruth.Curve curve) {
    return IntStream.range(0, curve.points())
        .mapToObj(i -> new Point(curve.confidence(i), curve.accuracy(i)))
        .toList();
  }
}
