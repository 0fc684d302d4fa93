package org.transcal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.Landscape;
import org.transcal.metric.Interval;
import org.transcal.report.chart.ConfidenceChart;
import org.transcal.report.chart.EvidenceChart;
import org.transcal.report.chart.Figure;
import org.transcal.report.chart.LandscapeChart;
import org.transcal.report.chart.Legend;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;
import org.transcal.shift.SourceCheck;

/**
 * The section that explains the temperature: the evidence for target accuracy and where mean
 * confidence meets it, or the objective over temperature and λ.
 */
record TemperatureSection(FitNumbers numbers, TemperatureExplorer explorer) {
  static final String READING =
      "Colours at the left end of the key are close to a solution; every point of the line solves the"
          + " equation, the dot is the chosen one and the cross marks the start.";

  static final String READING_EVIDENCE =
      "Each row is one kind of evidence, independent of target labels. The estimate pools them;"
          + " evidence that is not credible is capped or dropped.";

  static final String READING_CONFIDENCE =
      "Mean confidence falls as T rises. The temperature is where it equals the estimated accuracy"
          + " (dashed); the shaded range is the 90 % interval of that estimate.";

  /** This method minimises an estimate of calibration error instead of solving an equation. */
  private static final String MINIMISER = "transcal-paper";

  /** The section; empty if it does not apply to the method. */
  Optional<Element> section() {
    Element section = Blocks.section("why", "Why this temperature?");
    if (numbers.estimate().isPresent()) {
      return Optional.of(matched(section, numbers.estimate().get()));
    }
    return numbers
        .primaryCalibration()
        .filter(fit -> fit.landscape().isPresent())
        .map(fit -> searched(section, fit, fit.landscape().get()));
  }

  /** The evidence as a figure, for this report and for that of an estimate. */
  static Element evidence(TargetEstimate estimate) {
    EvidenceChart chart =
        new EvidenceChart(
            "evidence-chart",
            estimate.combined().evidence(),
            estimate.accuracy(),
            SourceCheck.of(estimate.task()).accuracy());
    return Figure.of("Evidence for target accuracy", "", chart, chart.legend(), READING_EVIDENCE);
  }

  private Element matched(Element section, TargetEstimate estimate) {
    Interval range = estimate.temperature().interval();
    section.paragraph(
        Text.of(
            "`%s` estimates target accuracy from several kinds of evidence, then takes the"
                + " temperature at which mean confidence equals it: T = %s, or %s to %s over the"
                + " 90 %% interval of the estimate.",
            numbers.primary().orElseThrow().method(),
            Numerals.short3(estimate.temperature().value()),
            Numerals.short3(range.low()),
            Numerals.short3(range.high())));
    ConfidenceChart chart =
        new ConfidenceChart(
            "confidence-chart",
            explorer.temperatures(),
            explorer.targetConfidence(),
            estimate.accuracy(),
            estimate.temperature());
    return section.add(
        Blocks.sideBySide(
            evidence(estimate),
            Figure.of("Mean confidence against temperature", "", chart, READING_CONFIDENCE)));
  }

  private static Element searched(Element section, FittedCalibration fit, Landscape landscape) {
    boolean solves = !fit.method().equals(MINIMISER);
    if (!LandscapeChart.canDraw(landscape)) {
      return section.paragraph(story(landscape, solves));
    }
    LandscapeChart chart =
        LandscapeChart.of("landscape-chart", "Objective over temperature and λ", landscape);
    List<Legend> legend = new ArrayList<>();
    if (!landscape.zeros().isEmpty()) {
      legend.add(Legend.ZEROS);
    }
    legend.add(Legend.CHOSEN);
    if (solves) {
      chart = chart.startingAt(landscape.start());
      legend.add(Legend.START);
    }
    Landscape.Point chosen = landscape.chosen();
    Element words =
        Element.of("div")
            .paragraph(story(landscape, solves))
            .paragraph(
                Text.of(
                    "Chosen: T = %s and λ = %s.",
                    Numerals.short3(chosen.temperature()), Numerals.decimals(chosen.lambda(), 2)))
            .add(Legend.list(legend))
            .paragraph(
                solves && !landscape.zeros().isEmpty()
                    ? READING
                    : "Colours at the left end of the key are smaller values of the objective; the"
                        + " dot is the chosen point.");
    return section.add(
        Blocks.sideBySide(Figure.of("Objective over temperature and λ", "", chart, ""), words));
  }

  private static String story(Landscape landscape, boolean solves) {
    if (!solves) {
      return "The objective estimates the calibration error on the target from weighted source"
          + " rows. It has several local minima; the method takes the smallest value found"
          + " by a global search.";
    }
    String start =
        "Mean confidence at temperature T must equal the accuracy estimated with exponent λ: one"
            + " equation in two unknowns. ";
    if (landscape.zeros().isEmpty()) {
      return start
          + "Here no pair within the bounds solves it, so the method takes the pair with the"
          + " smallest gap.";
    }
    return Text.of(
        "%sIts solutions are not one point but a curve, and all of them fit equally well."
            + " The method takes the one nearest to T = %s and λ = %s, which is where the"
            + " released search starts.",
        start,
        Numerals.decimals(landscape.start().temperature(), 1),
        Numerals.decimals(landscape.start().lambda(), 1));
  }
}
