package org.transcal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.calibration.Fits;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.prediction.Labels;

class FitReportTest {
  private static final String HOSTILE = "<script>alert(1)</script>\"'&";
  private static final String HARMLESS = "&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;";

  @Test
  void givenHostileNames_thenTheyAreEscapedEverywhere() {
    MethodComparison typical = Samples.typical(HOSTILE);
    MethodResult failure = Samples.failed(HOSTILE, HOSTILE);
    MethodComparison comparison =
        Samples.comparison(
            typical.task(),
            typical.targetLabels(),
            typical.seed(),
            typical.bins(),
            List.of(failure, typical.results().get(0)));

    String html =
        FitReport.of(Samples.fit(comparison, List.of(HOSTILE)))
            .withTruth(new KnownTruth(0.5, new double[0], new double[0], HOSTILE))
            .toHtml(HOSTILE);

    assertThat(withoutOwnScripts(html))
        .doesNotContain("<script")
        .doesNotContain("alert(1)</script>\"");
    // Title, heading, facts, truth, warning, method, failure, command.
    assertThat(html.split(Pattern.quote(HARMLESS), -1)).hasSizeGreaterThanOrEqualTo(9);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ar-EG-u-nu-arab", "de-DE", "tr-TR", "hi-IN-u-nu-deva"})
  void givenAnyLocale_thenTheSameBytes(String tag) {
    MethodComparison comparison = Samples.typical("A2C");
    String expected = FitReport.of(Samples.fit(comparison)).toHtml("transcal fit A2C");
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag(tag));

      String html = FitReport.of(Samples.fit(Samples.typical("A2C"))).toHtml("transcal fit A2C");

      assertThat(html).isEqualTo(expected);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void givenOtherSeconds_thenTheSameBytes() {
    MethodComparison comparison = Samples.typical("A2C");
    List<MethodResult> slower =
        comparison.results().stream()
            .map(r -> new MethodResult(r.method(), 99.5, r.fitted(), r.scores(), r.failure()))
            .toList();
    MethodComparison again =
        Samples.comparison(
            comparison.task(),
            comparison.targetLabels(),
            comparison.seed(),
            comparison.bins(),
            slower);

    assertThat(FitReport.of(Samples.fit(again)).toHtml())
        .isEqualTo(FitReport.of(Samples.fit(comparison)).toHtml());
  }

  /** The page without the data and the script that every page ends with. */
  private static String withoutOwnScripts(String html) {
    int data = html.indexOf("\n<script type=\"application/json\" id=\"report-data\">");
    int end = html.indexOf("</script>\n</body>");
    assertThat(data).isPositive();
    assertThat(end).isGreaterThan(data);
    assertThat(html.substring(data, end).split("<script", -1)).hasSize(3);
    return html.substring(0, data) + html.substring(end + "</script>".length());
  }

  @Test
  void givenAReport_thenNothingIsRequestedAndOnlyItsOwnScriptRuns() {
    String whole = FitReport.of(Samples.fit(Samples.typical("A2C"))).toHtml("transcal fit A2C");
    String html = withoutOwnScripts(whole);

    assertThat(html).doesNotContainPattern("(?i)\\s(src|href|srcset|action|on[a-z]+)\\s*=");
    assertThat(html).doesNotContainIgnoringCase("http:").doesNotContainIgnoringCase("https:");
    assertThat(html).doesNotContain("@import").doesNotContain("<script").doesNotContain("style=");
    assertThat(Pattern.compile("url\\(([^)]*)\\)").matcher(html).results())
        .isNotEmpty()
        .allMatch(found -> found.group(1).startsWith("#"));
    assertThat(html)
        .contains("default-src &#39;none&#39;; style-src &#39;sha256-")
        .contains("script-src &#39;sha256-")
        .doesNotContain("unsafe");
    // The one address in the script is the name of SVG.
    assertThat(Pattern.compile("https?://[^']*").matcher(whole).results())
        .allMatch(found -> found.group().equals("http://www.w3.org/2000/svg"));
  }

  @Test
  void givenAReport_thenEveryIdIsUniqueAndEveryReferenceHasOne() {
    String html = withoutOwnScripts(FitReport.of(Samples.fit(Samples.typical("A2C"))).toHtml());

    List<String> ids = all(html, " id=\"([^\"]+)\"");
    assertThat(ids).doesNotHaveDuplicates();
    assertThat(ids).containsAll(all(html, "url\\(#([^)]+)\\)"));
    assertThat(ids)
        .containsAll(
            all(html, "aria-labelledby=\"([^\"]+)\"").stream()
                .flatMap(names -> Pattern.compile(" ").splitAsStream(names))
                .toList());
  }

  @Test
  void givenTargetLabels_thenTheHeadlineSaysWhatTheyShow() {
    MethodComparison comparison = Samples.typical("A2C");
    double right = comparison.results().get(0).scores().orElseThrow().accuracy();

    String html = FitReport.of(Samples.fit(comparison)).toHtml();

    assertThat(right).isBetween(0.75, 0.765);
    assertThat(html)
        .contains(
            "<h1>The model is over-confident on the target: 93\u00a0% claimed, 76\u00a0% right")
        .contains("after calibration it is 77\u00a0%")
        .contains("<code>transcal</code> estimates that 77\u00a0% of the predictions are right")
        .contains("Measured on the target labels: 76\u00a0%.")
        .contains("Drawn from the labelled target rows");
  }

  @Test
  void givenNoTargetLabels_thenNoScoresAndTheDiagramsAreMarkedAsSource() {
    String html = FitReport.of(Samples.fit(Samples.unlabelled("A2C"))).toHtml();

    assertThat(html)
        .contains("93\u00a0% claimed, about 77\u00a0% right")
        .contains("These are source validation rows, not the target")
        .doesNotContain("Brier</th>")
        .doesNotContain("Measured accuracy");
  }

  @Test
  void givenLabels_thenBarsAreTheBinsOfTheCore() {
    MethodComparison comparison = Samples.typical("A2C");
    Labels labels = comparison.targetLabels().orElseThrow();
    ReliabilityDiagram expected =
        ReliabilityDiagram.of(
            LabelledPredictions.of(comparison.task().target().logits().softmax(1), labels), 15);

    String chart = chart(FitReport.of(Samples.fit(comparison)).toHtml(), "reliability-before");

    List<MatchResult> bars =
        Pattern.compile("class=\"bar accuracy\"[^>]* data-bin=\"(\\d+)\" data-value=\"([^\"]+)\"")
            .matcher(chart)
            .results()
            .toList();
    assertThat(bars).hasSize((int) expected.bins().stream().filter(b -> b.count() > 0).count());
    for (MatchResult bar : bars) {
      double accuracy = expected.bins().get(Integer.parseInt(bar.group(1))).accuracy();
      assertThat(Double.parseDouble(bar.group(2))).isCloseTo(accuracy, within(1e-5));
    }
  }

  @Test
  void givenNoTargetLabels_thenNoAdviceToMoveTheSourceBarsToTheDiagonal() {
    String unlabelled = FitReport.of(Samples.fit(Samples.unlabelled("A2C"))).toHtml();
    String labelled = FitReport.of(Samples.fit(Samples.typical("A2C"))).toHtml();

    assertThat(labelled).contains("Move the slider until the bars end on the diagonal");
    assertThat(unlabelled)
        .doesNotContain("Move the slider until")
        .contains("These are source validation rows, not the target")
        .contains("the temperature that suits the target is expected to differ");
  }

  @Test
  void givenScores_thenTheBestIsMarkedButNeverTheOracle() {
    String html = FitReport.of(Samples.fit(Samples.typical("A2C"))).toHtml();
    String table =
        html.substring(html.indexOf("id=\"methods\""), html.indexOf("id=\"reliability\""));

    List<String> rows = all(table, "<tr>(<th scope=\"row\".*?)</tr>");

    assertThat(rows).hasSize(4);
    assertThat(rows.get(0)).contains("oracle", "sees labels").doesNotContain("class=\"best\"");
    assertThat(rows.get(1)).contains("transcal").contains("class=\"best\"");
    assertThat(rows.get(3)).contains("vanilla").doesNotContain("class=\"best\"");
    assertThat(table).contains("★: its interval lies below all others");
  }

  @Test
  void givenManyBins_thenFewAreDrawnAndTheErrorIsStillOverAll() {
    MethodComparison typical = Samples.typical("A2C");
    MethodComparison fine =
        Samples.comparison(typical.task(), typical.targetLabels(), 0, 1000, typical.results());

    String html = FitReport.of(Samples.fit(fine)).toHtml();

    assertThat(html).contains("ECE over 1000 bins, drawn in 30");
    assertThat(all(chart(html, "reliability-after"), "(class=\"bar accuracy\")"))
        .hasSizeLessThanOrEqualTo(30);
  }

  @Test
  void givenTruth_thenItIsDrawnOverBothDiagramsAndShownBesideTheEstimate() {
    MethodComparison comparison = Samples.typical("demo");
    KnownTruth truth = Samples.truth(comparison.task(), 2.1);

    String html = FitReport.of(Samples.fit(comparison)).withTruth(truth).toHtml();

    assertThat(chart(html, "reliability-before")).contains("class=\"truth\"");
    assertThat(chart(html, "reliability-after")).contains("class=\"truth\"");
    assertThat(html)
        .contains("For this synthetic task the truth is known: 75\u00a0% are right")
        .contains("<dt>True accuracy</dt><dd class=\"value\">75.5\u00a0%</dd>");
  }

  @Test
  void givenAnotherSubject_thenTheReportIsAboutItUnlessItFailed() {
    MethodComparison comparison = Samples.typical("A2C");

    String temperature = FitReport.of(Samples.fit(comparison, "temperature")).toHtml();
    String failed = FitReport.of(Samples.fit(comparison, "pseudocal")).toHtml();

    assertThat(temperature)
        .contains("<code>temperature</code> estimates")
        .contains("<h3>After temperature</h3>")
        .doesNotContain("Why this temperature?");
    assertThat(failed).isEqualTo(FitReport.of(Samples.fit(comparison)).toHtml());
  }

  @Test
  void givenSections_thenTheyAreInReadingOrder() {
    String html = FitReport.of(Samples.fit(Samples.typical("A2C"))).toHtml();

    assertThat(all(html, "<h2 id=\"([^\"]+)\""))
        .containsExactly("trust", "methods", "reliability", "why", "weights", "reproduction");
  }

  @Test
  void givenLabelsOnlyForScores_thenFailedMethodsHaveNone() {
    MethodComparison comparison = Samples.typical("A2C");
    MethodComparison onlyFailures =
        Samples.comparison(
            comparison.task(),
            Optional.empty(),
            0,
            15,
            List.of(Samples.failed("transcal", "no features")));

    String html = FitReport.of(Samples.fit(onlyFailures)).toHtml();

    assertThat(html)
        .contains("<h1>No method could run on this task.</h1>")
        .contains("<li><code>transcal</code>: not run: no features</li>")
        .contains("id=\"reliability-before\"")
        .doesNotContain("id=\"reliability-after\"");
  }

  @Test
  void givenLabels_thenMethodsAreSortedByErrorEachWithItsInterval() {
    String html = FitReport.of(Samples.fit(Samples.typical("A2C"))).toHtml();
    String rows = between(html, "id=\"methods\"", "</table>");

    double[] errors =
        all(rows, "<th scope=\"row\".*?</th><td data-value=\"([^\"]+)\"").stream()
            .mapToDouble(Double::parseDouble)
            .toArray();
    assertThat(errors).hasSize(4).isSorted();
    assertThat(all(rows, "<span class=\"around\">([0-9.]+ to [0-9.]+\u00a0%)</span>")).hasSize(4);
    assertThat(rows).contains("<th scope=\"col\">ECE, 95\u00a0% interval</th>");
  }

  @Test
  void givenNoLabels_thenMethodsStayInTheirOrder() {
    String html = FitReport.of(Samples.fit(Samples.unlabelled("A2C"))).toHtml();

    assertThat(all(between(html, "id=\"methods\"", "</table>"), "row\"><code>([^<]+)</code>"))
        .containsExactly("transcal", "vanilla", "temperature", "oracle");
  }

  @Test
  void givenADifferenceWithinNoise_thenNoStar() {
    MethodComparison typical = Samples.typical("A2C");
    double temperature = FitNumbers.temperature(typical.results().get(0)).orElseThrow();
    MethodComparison close =
        Samples.comparison(
            typical.task(),
            typical.targetLabels(),
            0,
            15,
            List.of(
                typical.results().get(0),
                Samples.fitted(
                    Fits.temperature("rival", typical.task(), 1.03 * temperature),
                    typical.targetLabels())));

    String html = FitReport.of(Samples.fit(close)).toHtml();

    List<Double> errors =
        close.results().stream().map(r -> r.scores().orElseThrow().ece()).toList();
    assertThat(errors.get(0)).isNotCloseTo(errors.get(1), within(0.001));
    assertThat(html)
        .doesNotContain("class=\"best\"")
        .contains("No interval lies below all others: the difference is within noise.");
  }

  @Test
  void givenOneMethodBesideTheOracle_thenNoIntervalIsComparedWithOthers() {
    MethodComparison typical = Samples.typical("A2C");
    MethodComparison one =
        Samples.comparison(
            typical.task(),
            typical.targetLabels(),
            0,
            15,
            List.of(
                typical.results().get(0),
                Samples.fitted(
                    Fits.temperature("oracle", typical.task(), 30), typical.targetLabels())));

    String html = FitReport.of(Samples.fit(one)).toHtml();

    assertThat(html).doesNotContain("lies below all others", "class=\"best\"");
  }

  @Test
  void givenAblationsAndMethodsWithoutInput_thenTheyAreFoldedAway() {
    MethodComparison typical = Samples.typical("A2C");
    List<MethodResult> results = new ArrayList<>(typical.results());
    for (String name : List.of("transcal-no-bias", "transcal-cv-weight", "cpcs-original")) {
      results.add(
          Samples.fitted(Fits.temperature(name, typical.task(), 1.9), typical.targetLabels()));
    }
    results.add(Samples.failed("ensemble", "ensemble needs ensemble_probs"));
    MethodComparison many =
        Samples.comparison(typical.task(), typical.targetLabels(), 7, 15, results);

    String section =
        between(FitReport.of(Samples.fit(many)).toHtml(), "id=\"methods\"", "id=\"reliability\"");
    String shown = section.substring(0, section.indexOf("<details"));

    assertThat(shown).doesNotContain("transcal-no-bias", "cpcs-original", "ensemble", "pseudocal");
    assertThat(section)
        .contains("<summary>Ablations and variants (3)</summary>")
        .contains("<summary>Methods without a result (2)</summary>")
        .contains("<li><code>ensemble</code>: not run: needs ensemble_probs</li>");
  }

  @Test
  void givenOnlyAnAblation_thenItIsTheSubjectAndShown() {
    MethodComparison typical = Samples.typical("A2C");
    MethodComparison one =
        Samples.comparison(
            typical.task(),
            typical.targetLabels(),
            0,
            15,
            List.of(
                Samples.fitted(
                    Fits.temperature("transcal-no-bias", typical.task(), 2),
                    typical.targetLabels())));

    assertThat(between(FitReport.of(Samples.fit(one)).toHtml(), "id=\"methods\"", "</section>"))
        .contains("<code>transcal-no-bias</code>")
        .doesNotContain("<details");
  }

  @Test
  void givenOneMethodAndNoLabels_thenNoTableThatRepeatsTheHead() {
    MethodComparison typical = Samples.unlabelled("A2C");
    MethodComparison one =
        Samples.comparison(
            typical.task(), Optional.empty(), 0, 15, typical.results().subList(0, 1));

    assertThat(FitReport.of(Samples.fit(one)).toHtml()).doesNotContain("id=\"methods\"");
  }

  private static String between(String text, String from, String to) {
    int start = text.indexOf(from);
    return text.substring(start, text.indexOf(to, start));
  }

  private static String chart(String html, String id) {
    int start = html.indexOf("id=\"" + id + "\"");
    return html.substring(start, html.indexOf("</svg>", start));
  }

  private static List<String> all(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results().map(found -> found.group(1)).toList();
  }
}
