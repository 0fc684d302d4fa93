package org.transcal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.transcal.metric.Interval;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Reading;

/** Reads the drawn marks of a dashboard in a browser, and uses it as a reader would. */
class DashboardBrowserTest {
  /** Points are placed in tenths of a pixel. */
  private static final double PIXEL = 0.2;

  private static final List<BatchResult> NIGHTS = BatchSamples.broken(46);
  private static final List<BatchResult> WHOLE =
      NIGHTS.stream().filter(batch -> batch.segment().isEmpty()).toList();

  private static Browser browser;
  private static Map<String, String> said;

  @BeforeAll
  static void use() throws Exception {
    Optional<Browser> found = Browser.find();
    assumeTrue(found.isPresent(), "No Chromium on the path: the dashboard is not checked");
    browser = found.get();
    said = InteractionTest.said(browser, page(), "use-dashboard.js");
  }

  private static String page() {
    return MonitorDashboard.of(NIGHTS)
        .withTitle("street cameras")
        .withTruth(BatchSamples.truth(NIGHTS))
        .toHtml();
  }

  @Test
  void givenAPage_thenItsScriptRunsWithoutErrorAndNothingIsRequested() {
    assertThat(said)
        .containsEntry("scripted", "true")
        .containsEntry("errors", "none")
        .containsEntry("requests", "0");
  }

  @Test
  void givenNights_thenADotForEachAndATriangleForAlertsOfTheMetric() {
    assertThat(said)
        .containsEntry("dots", "57")
        .containsEntry("alerts", "57 58 59")
        .containsEntry("alerts of feature drift", "57 58 59")
        .containsEntry("alerts of calibration error", "0")
        .containsEntry("bands", "2");
  }

  @Test
  void givenAccuracies_thenTheLineGoesThroughThem() {
    double[] ticks = numbers("ticks");
    double[] points = numbers("points");

    assertThat(points).hasSize(WHOLE.size());
    for (int i = 0; i < points.length; i++) {
      Reading reading = WHOLE.get(i).reading(Metric.ACCURACY).orElseThrow();
      double expected = ticks[0] + (reading.value() - 0.6) / 0.2 * (ticks[1] - ticks[0]);
      assertThat(points[i]).isCloseTo(expected, within(PIXEL));
    }
    assertThat(numbers("threshold")[0]).isCloseTo(ticks[1], within(PIXEL));
  }

  @Test
  void givenAReferencePeriod_thenItsBatchesAreShadedAndApart() {
    assertThat(numbers("reference")[0]).isCloseTo(14.0 / 60, within(1e-3));
    assertThat(said).containsEntry("lines of truth", "2");
  }

  @Test
  void givenLabelsAndTruth_thenTheyAreDrawnWithAccuracyOnly() {
    String labelled =
        IntStream.range(0, WHOLE.size())
            .filter(i -> WHOLE.get(i).realised().isPresent())
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(" "));

    assertThat(said)
        .containsEntry("realised", labelled)
        .containsEntry("lines of truth elsewhere", "0");
  }

  @Test
  void givenAClickOnANight_thenItsEvidenceBelowTheChart() {
    assertThat(said)
        .containsEntry("before", "closed")
        .containsEntry("clicked", "2026-11-12 · all rows")
        .containsEntry("after figure", "accuracy");
    assertThat(said.get("evidence"))
        .contains(
            "40 % of the drop comes from camera=3",
            "feature drift 0.61, above 0.56",
            "2,010 rows",
            "Area under the ROC curve 0.800 (0.770 to 0.830)",
            "confidence drift",
            "0.402",
            "cat 64.0 %");
    assertThat(said.get("segments")).isEqualTo("51 % 13 % 13 % 12 %");
  }

  @Test
  void givenKeys_thenTheyMoveOpenAndClose() {
    assertThat(said)
        .containsEntry("left", "2026-11-11 · all rows")
        .containsEntry("end", "2026-11-14 · all rows")
        .containsEntry("entered", "night")
        .containsEntry("escaped", "closed nights-accuracy")
        .containsEntry("other chart", "2026-11-14 · all rows classes");
  }

  @Test
  void givenAScreenReader_thenChartsSayTheirValuesAndBatchesAreAnnounced() {
    assertThat(said).containsEntry("role", "slider Accuracy over time");
    assertThat(said.get("value text"))
        .matches("2026-11-14: 61\\.\\d % \\(.+\\), usual 84.0 %, alert below 80.0 % ▲ alert");
    assertThat(said.get("live"))
        .contains("all rows", "accuracy 62 %, below 80 %")
        .endsWith(" polite");
  }

  @Test
  void givenAChosenSegment_thenItsBatchesAndTheOpenBatchStays() {
    assertThat(said)
        .containsEntry("camera", "2026-11-14 · camera=3")
        .containsEntry("camera alerts", "57 58 59")
        .containsEntry("camera features", "No " + Metric.DOMAIN_AUC.title() + " of camera=3")
        .containsEntry("address", "#rows=camera=3&night=2026-11-14")
        .containsEntry("through the table", "2026-11-14 · camera=3");
  }

  @Test
  void givenAMetricAndANumberOfNights_thenOnlyThoseAreShown() {
    assertThat(said)
        .containsEntry("figures", "ece")
        .containsEntry("latest", "30")
        .containsEntry("rows of the table", "30");
  }

  @Test
  void givenAnAddressOfANight_thenItIsOpened() {
    assertThat(said)
        .containsEntry("recalled", "2026-11-14 · camera=1 ")
        .containsEntry("forgotten", "closed all rows · ▲ 3");
  }

  @Test
  void givenAPhoneInTheDark_thenNothingIsTooWideAndNoLabelsOverlap() throws Exception {
    Drawn drawn = Drawn.of(browser, page(), 360, Browser.Scheme.DARK);

    assertLaidOut(drawn, 360);
    assertThat(drawn.all("page").get(0).field(4)).isEqualTo("rgb(18, 22, 28)");
  }

  @Test
  void givenAWideWindow_thenNothingIsTooWideAndNoLabelsOverlap() throws Exception {
    Drawn drawn = Drawn.of(browser, page(), 1280, Browser.Scheme.LIGHT);

    assertLaidOut(drawn, 1280);
    assertThat(drawn.all("page").get(0).field(4)).isEqualTo("rgb(246, 247, 249)");
  }

  @Test
  void givenLongTimesNumbersOrOneNight_thenTheLabelsStillFit() throws Exception {
    for (List<String> times :
        List.of(
            List.of("2026-11-14T06:00:00.123456+02:00/12", "2026-11-15T06:00:00.123456+02:00/12"),
            List.of("1", "2", "3.5", "1000000"),
            List.of("2026-11-14"))) {
      List<BatchResult> batches =
          times.stream().map(time -> BatchSamples.batch(BatchTime.parse(time), 1, 0.2)).toList();

      Drawn drawn =
          Drawn.of(browser, MonitorDashboard.of(batches).toHtml(), 360, Browser.Scheme.LIGHT);

      assertLaidOut(drawn, 360);
    }
  }

  @Test
  void givenAVeryWideInterval_thenItIsCutAndTheRestKeepsItsHeight() throws Exception {
    BatchResult batch = BatchSamples.batch(BatchTime.parse("2026-11-14"), 1, 0);
    Reading reading = new Reading(Metric.ECE, 0.03, Optional.of(new Interval(0, 1)), 0.03, 0.04);
    BatchResult wide =
        new BatchResult(
            batch.at(),
            Optional.empty(),
            10,
            10,
            List.of(reading),
            List.of(),
            Optional.empty(),
            List.of(),
            Optional.empty(),
            1,
            List.of());

    Drawn drawn =
        Drawn.of(browser, MonitorDashboard.of(List.of(wide)).toHtml(), 800, Browser.Scheme.LIGHT);

    List<String> labels =
        drawn.in("nights-ece", "text").stream().map(mark -> mark.field(2)).toList();
    assertThat(labels).contains("0 %", "10 %").doesNotContain("20 %", "100 %");
  }

  private static void assertLaidOut(Drawn drawn, int width) {
    Drawn.Mark page = drawn.all("page").get(0);
    assertThat(page.number(1)).isEqualTo(width);
    assertThat(page.number(2)).as("width of the page without text").isLessThanOrEqualTo(width);
    assertThat(drawn.all("chart")).hasSize(5);
    for (Drawn.Mark chart : drawn.all("chart")) {
      assertThat(chart.box(2).width()).isGreaterThan(width > 1000 ? 1000 : 280);
      BrowserTest.assertLabels(drawn.in(chart.field(1), "text"), chart.box(2));
    }
  }

  private static double[] numbers(String name) {
    return Arrays.stream(said.get(name).split(" ")).mapToDouble(Double::parseDouble).toArray();
  }
}
