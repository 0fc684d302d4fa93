package org.transcal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.transcal.accuracy.AccuracyEvidence;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.comparison.MethodComparison;
import org.transcal.example.KnownShift;
import org.transcal.metric.Interval;
import org.transcal.report.number.Numerals;

/** The report of the default method: its estimate, interval and verdict, and why its T. */
class RecommendedReportTest {
  private static MethodComparison comparison;
  private static TargetEstimate estimate;
  private static String html;

  @BeforeAll
  static void fit() {
    comparison =
        MethodComparison.run(
            KnownShift.sample(150, 120, 150, 5).task(),
            List.of(Methods.recommended()),
            MethodSettings.defaults(),
            result -> {});
    estimate = comparison.estimate(comparison.results().get(0)).orElseThrow();
    html = FitReport.of(Samples.fit(comparison)).toHtml();
  }

  @Test
  void givenNoLabels_thenTheHeadlineCarriesTheInterval() {
    Interval range = estimate.accuracy().interval();

    assertThat(between("<h1>", "</h1>"))
        .contains("about " + Numerals.percent(estimate.accuracy().value()) + " right")
        .endsWith("(" + Numerals.range(range.low(), range.high(), 0) + ").");
  }

  @Test
  void givenTheEstimate_thenTilesCarryIntervalVerdictAndWarnings() {
    Interval range = estimate.accuracy().interval();
    String word = estimate.verdict().word();

    assertThat(between("class=\"tiles\"", "</dl>"))
        .contains(Numerals.range(range.low(), range.high(), 1))
        .containsIgnoringCase("<dt>Verdict</dt><dd class=\"value\">" + word + "</dd>");
  }

  @Test
  void givenTheJudgement_thenReasonsForAndAgainstAreApart() {
    String trust = between("id=\"trust\"", "</section>");

    assertThat(trust).contains("The estimate is " + estimate.verdict().word());
    assertThat(trust.split("<h3>Against</h3>", -1))
        .hasSize(estimate.judgement().reasonsAgainst().isEmpty() ? 1 : 2);
    assertThat(trust.split("<h3>For</h3>", -1))
        .hasSize(estimate.judgement().reasonsFor().isEmpty() ? 1 : 2);
    String reasons = trust.substring(0, trust.indexOf("What to do next"));
    assertThat(all(reasons, "(<li>)")).hasSize(estimate.reasons().size());
  }

  @Test
  void givenTheEvidence_thenWhyShowsEachKindWithItsShare() {
    String chart = between("id=\"evidence-chart\"", "</svg>");

    for (AccuracyEvidence evidence : estimate.combined().evidence()) {
      assertThat(chart)
          .contains(
              "data-key=\""
                  + evidence.key()
                  + "\" data-says=\""
                  + Numerals.exact(evidence.accuracy())
                  + "\" data-used=\""
                  + Numerals.exact(evidence.used())
                  + "\" data-weight=\""
                  + Numerals.exact(evidence.weight()));
    }
    assertThat(html).contains("<dt>Evidence for target accuracy</dt>");
  }

  @Test
  void givenTheTemperature_thenMeanConfidenceCrossesTheEstimateThere() {
    double temperature = FitNumbers.temperature(comparison.results().get(0)).orElseThrow();
    double confidence =
        comparison
            .task()
            .target()
            .frequencies()
            .mean(comparison.task().target().logits().softmax(temperature).top().confidences());

    String chart = between("id=\"confidence-chart\"", "</svg>");

    assertThat(number(chart, "data-temperature")).isCloseTo(temperature, within(1e-4));
    assertThat(number(chart, "data-accuracy")).isCloseTo(confidence, within(1e-4));
    assertThat(chart).contains("class=\"confidence\" points=");
    assertThat(html)
        .contains("<h2 id=\"why\">Why this temperature?</h2>")
        .contains("<dt>Confidence and temperature</dt>")
        .doesNotContain("landscape-chart");
  }

  @Test
  void givenAnotherSubject_thenNoIntervalOfTheDefaultMethod() {
    MethodComparison both =
        MethodComparison.run(
            comparison.task(),
            List.of(Methods.calibrator("temperature"), Methods.recommended()),
            MethodSettings.defaults(),
            result -> {});

    String other = FitReport.of(Samples.fit(both, "temperature")).toHtml();

    assertThat(other).doesNotContain("<dt>Verdict</dt>", "id=\"evidence-chart\"");
  }

  private static double number(String chart, String attribute) {
    return Double.parseDouble(all(chart, attribute + "=\"([^\"]+)\"").get(0));
  }

  private static String between(String from, String to) {
    int start = html.indexOf(from);
    assertThat(start).as(from).isPositive();
    return html.substring(start, html.indexOf(to, start));
  }

  private static List<String> all(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results().map(found -> found.group(1)).toList();
  }
}
