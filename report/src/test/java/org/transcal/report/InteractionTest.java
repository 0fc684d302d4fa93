package org.transcal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.Landscape;
import org.transcal.comparison.MethodComparison;
import org.transcal.experiment.TaskName;
import org.transcal.experiment.Trials;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.report.number.Numerals;
import org.transcal.report.summary.DiagramSpread;

/** Uses a report in a browser as a reader would: sliders, choices, sorting, saving. */
class InteractionTest {
  /** Milliseconds of the page's own clock, which runs ahead while pictures are being encoded. */
  private static final int PATIENCE = 8000;

  private static final int ATTEMPTS = 6;
  private static final List<String> METHODS =
      List.of("vanilla", "temperature", "transcal", "oracle", "ensemble");

  private static Browser browser;
  private static MethodComparison comparison;
  private static Map<String, String> fit;
  private static Trials trials;
  private static Map<String, String> experiment;

  @BeforeAll
  static void use() throws Exception {
    Optional<Browser> found = Browser.find();
    assumeTrue(found.isPresent(), "No Chromium on the path: controls are not checked");
    browser = found.get();
    comparison = Samples.typical("A2C");
    fit = said(browser, FitReport.of(Samples.fit(comparison)).toHtml(), "use-fit.js");
    trials = Experiments.trials(9, 3, METHODS);
    experiment =
        said(
            browser,
            ExperimentReport.of(trials, Experiments.portraits(9)).toHtml(),
            "use-experiment.js");
  }

  /** What the script said, by name. */
  static Map<String, String> said(Browser browser, String html, String script) throws Exception {
    String page =
        Drawn.withScript(html, resource("use.js") + resource(script), Drawn.Policy.OPENED);
    String dom = "";
    int start = -1;
    for (int attempt = 0; start < 0 && attempt < ATTEMPTS; attempt++) {
      dom = browser.run(page, PATIENCE << attempt);
      start = dom.indexOf("<pre id=\"said\">");
    }
    assertThat(start).as("the script ended").isPositive();
    return dom.substring(start + "<pre id=\"said\">".length(), dom.indexOf("</pre>", start))
        .replace("&nbsp;", " ")
        .replace("\u00a0", " ")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
        .lines()
        .map(line -> line.split("\t", 2))
        .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = InteractionTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static ReliabilityDiagram diagram(double temperature) {
    return ReliabilityDiagram.of(
        LabelledPredictions.of(
            comparison.task().target().logits().softmax(temperature),
            comparison.targetLabels().orElseThrow()),
        comparison.bins());
  }

  private static double[] numbers(String text) {
    return Arrays.stream(text.split(" ")).mapToDouble(Double::parseDouble).toArray();
  }

  @Test
  void givenAPage_thenItsScriptRunsWithoutErrorAndNothingIsRequested() {
    for (Map<String, String> page : List.of(fit, experiment)) {
      assertThat(page.get("scripted")).isEqualTo("true");
      assertThat(page.get("errors")).isEqualTo("none");
      assertThat(page.get("requests")).isEqualTo("0");
    }
  }

  @Test
  void givenTheSliderAtAnyStop_thenTheErrorAndBarsThatTheCoreComputes() {
    for (String stop : List.of("first", "middle", "last")) {
      double temperature = Double.parseDouble(fit.get(stop + " temperature"));
      ReliabilityDiagram expected = diagram(temperature);

      assertThat(fit.get(stop + " words"))
          .contains(
              "ECE " + plain(Numerals.percent(expected.expectedCalibrationError(), 1)),
              "confidence " + plain(Numerals.percent(expected.meanConfidence(), 1)));
      double[] bars = numbers(fit.get(stop + " bars"));
      List<ReliabilityDiagram.Bin> bins =
          expected.bins().stream().filter(bin -> bin.count() > 0).toList();
      assertThat(bars).hasSize(bins.size());
      for (int i = 0; i < bars.length; i++) {
        // The page holds six digits, of temperatures too, and a row may change bins in the seventh.
        assertThat(bars[i]).isCloseTo(bins.get(i).accuracy(), within(0.02));
      }
    }
  }

  @Test
  void givenTheSliderAtAnyStop_thenTheBandIsOneBinomialDeviationAroundTheDiagonal() {
    double temperature = Double.parseDouble(fit.get("start temperature"));
    assertBandOfOneDeviation(fit.get("start band"), diagram(temperature).bins());
    assertThat(fit.get("first band")).isNotEqualTo(fit.get("last band"));
  }

  private static void assertBandOfOneDeviation(String band, List<ReliabilityDiagram.Bin> all) {
    List<ReliabilityDiagram.Bin> bins = all.stream().filter(bin -> bin.count() > 0).toList();
    String[] pieces = band.split("Z");

    assertThat(pieces).hasSize(bins.size());
    for (int i = 0; i < pieces.length; i++) {
      ReliabilityDiagram.Bin bin = bins.get(i);
      double deviation = Math.sqrt(bin.confidence() * (1 - bin.confidence()) / bin.count());
      double[] corners = numbers(pieces[i].replace('M', ' ').replace('L', ' ').strip());
      // The plot is 272 units high and ends at 282.
      double below = 282 - 272 * Math.max(0, bin.low() - deviation);
      double above = 282 - 272 * Math.min(1, bin.high() + deviation);
      // The page holds six digits of the temperature and four of confidence.
      assertThat(corners[1]).isCloseTo(below, within(0.5));
      assertThat(corners[5]).isCloseTo(above, within(0.5));
    }
  }

  @Test
  void givenTheFittedTemperature_thenTheSliderStartsThereAndEqualsTheMethod() {
    FittedCalibration method =
        (FittedCalibration) comparison.firstFitted().orElseThrow().fitted().orElseThrow();
    double temperature = method.temperature().orElseThrow();

    assertThat(Double.parseDouble(fit.get("start temperature")))
        .isCloseTo(temperature, within(1e-5 * temperature));
    assertThat(fit.get("start words"))
        .contains(
            "ECE " + plain(Numerals.percent(diagram(temperature).expectedCalibrationError(), 1)));
    double[] bars = numbers(fit.get("start bars"));
    List<ReliabilityDiagram.Bin> bins =
        diagram(temperature).bins().stream().filter(bin -> bin.count() > 0).toList();
    for (int i = 0; i < bars.length; i++) {
      assertThat(bars[i]).isCloseTo(bins.get(i).accuracy(), within(5.1e-5));
    }
  }

  @Test
  void givenTheSliderOfLambda_thenTheTemperatureThatSolvesTheEquation() {
    FittedCalibration method =
        (FittedCalibration) comparison.firstFitted().orElseThrow().fitted().orElseThrow();
    Landscape landscape = method.landscape().orElseThrow();
    double lambda = Double.parseDouble(fit.get("lambda"));
    double expected =
        landscape.zeros().stream()
            .filter(zero -> Math.abs(zero.lambda() - lambda) < 1e-9)
            .findFirst()
            .orElseThrow()
            .temperature();

    assertThat(Double.parseDouble(fit.get("lambda temperature")))
        .isCloseTo(expected, within(1e-5 * expected));
    assertThat(fit.get("lambda words")).contains("solved by T = ");
  }

  @Test
  void givenAButtonOfAMethod_thenTheSliderMovesToItsTemperature() {
    assertThat(fit.get("vanilla words")).startsWith("T = 1.00: ");
  }

  @Test
  void givenAClickOnAColumn_thenRowsAreSortedByNumberBothWays() {
    double[] up = numbers(fit.get("sorted up"));
    double[] down = numbers(fit.get("sorted down"));

    assertThat(up).hasSizeGreaterThan(2).isSorted();
    for (int i = 0; i < up.length; i++) {
      assertThat(down[i]).isEqualTo(up[up.length - 1 - i]);
    }
    assertThat(fit.get("aria")).isEqualTo("descending");
  }

  @Test
  void givenTheButtonsOfAChart_thenAWholeSvgAndAPng() {
    for (Map<String, String> page : List.of(fit, experiment)) {
      assertThat(page.get("svg")).startsWith("<svg ").contains("xmlns", "<style", "</svg>");
      assertThat(page.get("svg")).doesNotContain("var(--");
      assertThat(page.get("png type")).isEqualTo("image/png");
      assertThat(Integer.parseInt(page.get("png bytes"))).isGreaterThan(3000);
      // 89 P N G, then a width of three pixels a unit.
      assertThat(page.get("png start")).startsWith("137 80 78 71");
      assertThat(page.get("png width")).isEqualTo("1320");
    }
  }

  @Test
  void givenAChosenTaskAndMethod_thenItsDiagramWithItsDeviation() {
    TaskName task = TaskName.of(experiment.get("task"));
    DiagramSpread expected =
        DiagramSpread.of(trials.of(task, experiment.get("method"))).orElseThrow();
    double[] bars = numbers(experiment.get("bars"));
    double[] bands = numbers(experiment.get("bands"));
    List<ReliabilityDiagram.Bin> bins =
        expected.bins().stream().filter(bin -> bin.count() > 0).toList();

    assertThat(bars).hasSize(bins.size());
    for (int i = 0; i < bars.length; i++) {
      assertThat(bars[i]).isCloseTo(bins.get(i).accuracy(), within(5.1e-4));
      assertThat(bands[i]).isCloseTo(bins.get(i).accuracyInterval().high(), within(5.1e-4));
    }
    assertThat(experiment.get("words")).startsWith(task.full() + ", vanilla: ECE ");
  }

  @Test
  void givenAChosenTaskAndMethod_thenTheBandIsThatOfItsRows() {
    DiagramSpread expected =
        DiagramSpread.of(trials.of(TaskName.of(experiment.get("task")), experiment.get("method")))
            .orElseThrow();

    assertBandOfOneDeviation(experiment.get("chances"), expected.bins());
  }

  @Test
  void givenOneRun_thenExactIntervalsAsTheLegendSays() throws Exception {
    Trials once = Experiments.trials(9, 1, METHODS);
    String html = ExperimentReport.of(once, Experiments.portraits(9)).toHtml();

    Map<String, String> said = said(browser, html, "use-experiment.js");

    DiagramSpread expected =
        DiagramSpread.of(once.of(TaskName.of(said.get("task")), said.get("method"))).orElseThrow();
    double[] ends =
        expected.bins().stream()
            .filter(bin -> bin.count() > 0)
            .mapToDouble(bin -> bin.accuracyInterval().high())
            .toArray();
    assertThat(numbers(said.get("whiskers"))).containsExactly(ends, within(5.1e-4));
    assertThat(said.get("bands")).isEmpty();
    assertBandOfOneDeviation(said.get("chances"), expected.bins());
    assertThat(html).contains("95 % interval").doesNotContain("± one deviation over runs");
  }

  @Test
  void givenAWideTable_thenNamesAndAveragesStayInView() {
    assertThat(experiment.get("overview")).isEqualTo("sticky left 0px, static, sticky right 0px");
    assertThat(fit.get("methods")).isEqualTo("method, ECE, 95 % interval, T");
  }

  @Test
  void givenAChosenTask_thenWeightsAndLandscapeAreRedrawn() {
    assertThat(Integer.parseInt(experiment.get("cells"))).isGreaterThan(300);
    assertThat(Integer.parseInt(experiment.get("weight bars"))).isGreaterThan(5);
  }

  @Test
  void givenTwoHundredTasks_thenSmallAndLaidOutOnlyWhereSeen() throws Exception {
    List<String> methods =
        IntStream.range(0, 22)
            .mapToObj(i -> i == 0 ? "vanilla" : i == 1 ? "transcal" : i == 2 ? "oracle" : "m" + i)
            .toList();
    String html =
        ExperimentReport.of(Experiments.trials(200, 2, methods), Experiments.portraits(200))
            .toHtml();
    String page = Drawn.withScript(html, resource("layout.js"), Drawn.Policy.OPENED);

    String dom = browser.load(page);

    assertThat(html.getBytes(StandardCharsets.UTF_8).length).isLessThan(5_000_000);
    assertThat(attribute(dom, "elements")).isBetween(1000, 100_000);
    assertThat(attribute(dom, "skipped")).as("sections laid out when scrolled to").isPositive();
  }

  private static int attribute(String dom, String name) {
    String mark = "data-" + name + "=\"";
    int start = dom.indexOf(mark) + mark.length();
    return Integer.parseInt(dom.substring(start, dom.indexOf('"', start)));
  }

  private static String plain(String text) {
    return text.replace('\u00a0', ' ');
  }
}
