package org.transcal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.Landscape;
import org.transcal.report.chart.Figure;
import org.transcal.report.chart.LandscapeChart;
import org.transcal.report.chart.Legend;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;

/** The section with the objective over temperature and λ. */
record LandscapeSection(FitFindings findings) {
  static final String READING =
      "Colours at the left end of the key are close to a solution; every point of the line solves the"
          + " equation, the dot is the chosen one and the cross marks the start.";

  /** This method minimises an estimate of calibration error instead of solving an equation. */
  private static final String MINIMISER = "transcal-paper";

  Element section() {
    Element section = Blocks.section("landscape", "Why this temperature?");
    Optional<FittedCalibration> fit =
        findings.primaryCalibration().filter(f -> f.landscape().isPresent());
    if (fit.isEmpty()) {
      return section.paragraph(
          "The method does not search temperature and exponent λ together, so there is no"
              + " landscape to draw.");
    }
    Landscape landscape = fit.get().landscape().get();
    boolean solves = !fit.get().method().equals(MINIMISER);
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
    Element words =
        Element.of("div")
            .add(
                Element.of("p", story(landscape, solves)),
                Element.of("p", chosen(landscape.chosen())),
                Legend.list(legend),
                Element.of("p", reading(landscape, solves)).in("reading"));
    return section.add(
        Blocks.sideBySide(Figure.of("Objective over temperature and λ", "", chart, ""), words));
  }

  private static String reading(Landscape landscape, boolean solves) {
    if (solves && !landscape.zeros().isEmpty()) {
      return READING;
    }
    return "Colours at the left end of the key are smaller values of the objective; the dot is the"
        + " chosen point.";
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

  private static String chosen(Landscape.Point chosen) {
    return Text.of(
        "Chosen: T = %s and λ = %s.",
        Numerals.short3(chosen.temperature()), Numerals.decimals(chosen.lambda(), 2));
  }
}
