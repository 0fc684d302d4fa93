package org.transcal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.transcal.comparison.MethodResult;
import org.transcal.report.chart.Figure;
import org.transcal.report.chart.Legend;
import org.transcal.report.chart.ReliabilityChart;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;

/** The section with reliability diagrams, before and after. */
record ReliabilitySection(FitNumbers numbers, TemperatureExplorer explorer) {
  static final String READING =
      "Each bar shows the share of right predictions in one range of confidence;"
          + " bars that end on the dashed diagonal are calibrated, striped gaps are the error, and the"
          + " strip below shows the number of rows. The band around the diagonal is one standard"
          + " deviation (σ) of the accuracy of a calibrated bin with as many rows: a third of such"
          + " bins end outside of it by chance.";

  private static final int MOST_CHARTS = 24;

  Element section() {
    Element section = Blocks.section("reliability", "Does confidence match accuracy?");
    if (numbers.onTarget()) {
      section.paragraph("Drawn from the labelled target rows. " + READING);
    } else {
      section.add(
          Element.of("p")
              .add(Element.of("strong", "These are source validation rows, not the target: "))
              .text(
                  "without target labels this diagram cannot be drawn for the target. The temperature"
                      + " that suits the target is expected to differ, so a method that aims at the"
                      + " target leaves the diagonal here. "
                      + READING));
    }
    section.add(Legend.list(charts().legend()));
    Element before = figure("Before", charts().before(), numbers.before());
    String method = numbers.primary().map(MethodResult::method).orElse("");
    Optional<Element> after =
        numbers.after().map(binned -> figure("After " + method, charts().after(binned), binned));
    section.add(after.isPresent() ? Blocks.sideBySide(before, after.get()) : before);
    if (after.isEmpty()) {
      section.paragraph(
          "There is no diagram after calibration: no method gives probabilities for these"
              + " rows.");
    }
    explorer.element().ifPresent(section::add);
    List<Element> others = others();
    if (!others.isEmpty()) {
      String summary = "The other methods (" + others.size() + ")";
      section.add(Blocks.details("more", summary, Blocks.sideBySide(others)));
    }
    return section;
  }

  private List<Element> others() {
    List<MethodResult> results = numbers.comparison().results();
    List<Element> figures = new ArrayList<>();
    for (int i = 0; i < results.size() && figures.size() < MOST_CHARTS; i++) {
      MethodResult result = results.get(i);
      if (numbers.primary().filter(result::equals).isEmpty()) {
        String id = "reliability-" + i;
        String title = "After " + result.method();
        numbers
            .labelled()
            .binned(result)
            .map(binned -> figure(title, charts().other(id, result.method(), binned), binned))
            .ifPresent(figures::add);
      }
    }
    return figures;
  }

  private Element figure(String title, ReliabilityChart chart, Binned binned) {
    String note =
        Text.of(
            "ECE %s · confidence %s · right %s",
            Numerals.percent(binned.ece(), 1),
            Numerals.percent(binned.confidence(), 1),
            Numerals.percent(binned.accuracy(), 1));
    if (numbers.comparison().bins() > Binned.MOST_BINS) {
      note += " · ECE over " + numbers.comparison().bins() + " bins, drawn in " + Binned.MOST_BINS;
    }
    return Figure.of(title, note, chart, "");
  }

  private ReliabilityCharts charts() {
    return new ReliabilityCharts(numbers);
  }
}
