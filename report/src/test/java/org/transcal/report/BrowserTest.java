package org.transcal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.Landscape;
import org.transcal.comparison.MethodComparison;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.prediction.Labels;

/** Reads the drawn marks of a report, not its text, in a browser. */
class BrowserTest {
  /** Marks are placed in hundredths of a unit; browsers round boxes to less than this. */
  private static final double PIXEL = 1;

  /** Percent labels hold a space that does not break; the reading script makes it a plain one. */
  private static final String NONE_RIGHT = "0 %";

  private static final String ALL_RIGHT = "100 %";

  private static MethodComparison comparison;
  private static FittedCalibration fit;
  private static Browser browser;
  private static Drawn wide;

  @BeforeAll
  static void draw() throws Exception {
    Optional<Browser> found = Browser.find();
    assumeTrue(found.isPresent(), "No Chromium on the path: drawn marks are not checked");
    browser = found.get();
    comparison = Samples.typical("A2C");
    fit = (FittedCalibration) comparison.firstFitted().orElseThrow().fitted().orElseThrow();
    wide = Drawn.of(browser, report(), 1280, Browser.Scheme.LIGHT);
  }

  private static String report() {
    double temperature = fit.temperature().orElseThrow();
    return FitReport.of(Samples.fit(comparison))
        .withTruth(Samples.truth(comparison.task(), temperature))
        .toHtml("transcal fit A2C --method transcal");
  }

  @Test
  void givenBinAccuracies_thenBarsAndWhiskersReachThem() {
    for (String chart : List.of("reliability-before", "reliability-after")) {
      double temperature = chart.endsWith("before") ? 1 : fit.temperature().orElseThrow();
      List<ReliabilityDiagram.Bin> bins = diagram(temperature).bins();
      double zero = wide.grid(chart, NONE_RIGHT);
      double height = zero - wide.grid(chart, ALL_RIGHT);

      assertThat(height).isGreaterThan(200);
      List<Drawn.Mark> bars = wide.bins(chart, "bar accuracy");
      assertThat(bars).hasSize((int) bins.stream().filter(bin -> bin.count() > 0).count());
      for (Drawn.Mark bar : bars) {
        ReliabilityDiagram.Bin bin = bins.get((int) bar.number(3));
        assertThat(bar.box(4).bottom()).isCloseTo(zero, within(PIXEL));
        assertThat(bar.box(4).height()).isCloseTo(height * bin.accuracy(), within(PIXEL));
      }
      for (Drawn.Mark whisker : wide.bins(chart, "whisker")) {
        ReliabilityDiagram.Bin bin = bins.get((int) whisker.number(3));
        double top = zero - height * bin.accuracyInterval().high();
        double bottom = zero - height * bin.accuracyInterval().low();
        assertThat(whisker.box(4).top()).isCloseTo(top, within(PIXEL));
        assertThat(whisker.box(4).bottom()).isCloseTo(bottom, within(PIXEL));
      }
    }
  }

  @Test
  void givenBinEdgesAndConfidences_thenBarsAndGapsLieBetweenThem() {
    String chart = "reliability-before";
    List<ReliabilityDiagram.Bin> bins = diagram(1).bins();
    double left = wide.tick(chart, NONE_RIGHT);
    double width = wide.tick(chart, ALL_RIGHT) - left;
    double zero = wide.grid(chart, NONE_RIGHT);
    double height = zero - wide.grid(chart, ALL_RIGHT);
    double inset = 1.5;

    for (Drawn.Mark bar : wide.bins(chart, "bar accuracy")) {
      ReliabilityDiagram.Bin bin = bins.get((int) bar.number(3));
      assertThat(bar.box(4).left()).isCloseTo(left + width * bin.low(), within(PIXEL + inset));
      assertThat(bar.box(4).right()).isCloseTo(left + width * bin.high(), within(PIXEL + inset));
    }
    for (Drawn.Mark gap : wide.bins(chart, "gap over")) {
      ReliabilityDiagram.Bin bin = bins.get((int) gap.number(3));
      assertThat(gap.box(4).top()).isCloseTo(zero - height * bin.confidence(), within(PIXEL));
      assertThat(gap.box(4).bottom()).isCloseTo(zero - height * bin.accuracy(), within(PIXEL));
    }
  }

  @Test
  void givenBinCounts_thenTheStripIsAHistogramOnOneScale() {
    for (String chart : List.of("reliability-before", "reliability-after")) {
      double temperature = chart.endsWith("before") ? 1 : fit.temperature().orElseThrow();
      List<ReliabilityDiagram.Bin> bins = diagram(temperature).bins();
      double zero = wide.grid(chart, "0");
      double thousand = zero - wide.grid(chart, "1,000");

      assertThat(thousand).isGreaterThan(10);
      for (Drawn.Mark bar : wide.bins(chart, "bar count")) {
        double rows = bins.get((int) bar.number(3)).count();
        assertThat(bar.box(4).height()).isCloseTo(thousand * rows / 1000, within(PIXEL));
      }
    }
  }

  @Test
  void givenTheLandscape_thenChosenStartAndZerosLieAtTheirTemperatureAndLambda() {
    Landscape landscape = fit.landscape().orElseThrow();
    Drawn.Box chosen = wide.in("landscape-chart", "chosen").get(0).box(2);
    Drawn.Box start = wide.in("landscape-chart", "start").get(0).box(2);
    List<Drawn.Mark> zeros = wide.in("landscape-chart", "point");

    assertThat(chosen.middle()).isCloseTo(x(landscape.chosen().temperature()), within(PIXEL));
    assertThat(chosen.level()).isCloseTo(y(landscape.chosen().lambda()), within(PIXEL));
    assertThat(start.middle()).isCloseTo(x(2.0), within(PIXEL));
    assertThat(start.level()).isCloseTo(y(0.5), within(PIXEL));
    assertThat(zeros).hasSize(landscape.zeros().size());
    for (int i = 0; i < zeros.size(); i++) {
      Landscape.Point zero = landscape.zeros().get(i);
      assertThat(zeros.get(i).number(3)).isCloseTo(x(zero.temperature()), within(PIXEL));
      assertThat(zeros.get(i).number(4)).isCloseTo(y(zero.lambda()), within(PIXEL));
    }
  }

  @Test
  void givenTheLandscape_thenCellsCoverThePlotAndTheirColoursFollowTheKey() {
    List<Drawn.Mark> cells = wide.in("landscape-chart", "cell");
    List<String> colours =
        wide.in("landscape-chart", "swatch").stream().map(mark -> mark.field(6)).toList();
    double largest = cells.stream().mapToDouble(cell -> cell.number(4)).max().orElseThrow();

    assertThat(colours).hasSize(9).doesNotHaveDuplicates();
    double area = 0;
    for (Drawn.Mark cell : cells) {
      Drawn.Box box = cell.box(5);
      area += box.width() * box.height();
      assertThat(x(cell.number(3))).isBetween(box.left() - PIXEL, box.right() + PIXEL);
      assertThat(y(cell.number(2))).isBetween(box.top() - PIXEL, box.bottom() + PIXEL);
      int level = (int) Math.min(8, Math.floor(9 * cell.number(4) / largest));
      assertThat(colours.indexOf(cell.field(9))).isBetween(level - 1, level + 1);
    }
    double plot = (x(8) - x(1)) * (y(0) - y(1));
    assertThat(area).isCloseTo(plot, within(0.01 * plot));
  }

  @Test
  void givenTheTruth_thenItsLineFollowsTheClosedForm() {
    List<Drawn.Mark> points = wide.in("reliability-before", "point");
    KnownTruth.Curve truth = Samples.truth(comparison.task(), 2).before();
    double zero = wide.grid("reliability-before", NONE_RIGHT);
    double height = zero - wide.grid("reliability-before", ALL_RIGHT);

    assertThat(points).hasSize(truth.confidence().size());
    for (int i = 0; i < points.size(); i++) {
      assertThat(points.get(i).number(4))
          .isCloseTo(zero - height * truth.accuracy().get(i), within(PIXEL));
    }
  }

  @Test
  void givenAWideLightWindow_thenEverythingFits() {
    assertLaidOut(wide, 1280);
  }

  @Test
  void givenANarrowDarkWindow_thenEverythingFitsAndIsDark() throws Exception {
    Drawn narrow = Drawn.of(browser, report(), 400, Browser.Scheme.DARK);

    assertLaidOut(narrow, 400);
    assertThat(wide.all("page").get(0).field(4)).isEqualTo("rgb(246, 247, 249)");
    assertThat(narrow.all("page").get(0).field(4)).isEqualTo("rgb(18, 22, 28)");
  }

  @Test
  void givenAMuchWiderFont_thenTheseChecksSeeNoDifference() throws Exception {
    String wider = "<style>* { font-family: monospace; letter-spacing: .3em !important; }</style>";

    Drawn drawn =
        Drawn.of(
            browser, report().replace("</head>", wider + "</head>"), 400, Browser.Scheme.LIGHT);

    assertLaidOut(drawn, 400);
  }

  @Test
  void givenAScriptInThePage_thenThePolicyStopsIt() throws Exception {
    String script = "top.document.body.append('script-has-run'.toUpperCase());";

    String stopped =
        browser.draw(
            Drawn.withScript(report(), script, Drawn.Policy.KEPT), 800, Browser.Scheme.LIGHT);
    String let =
        browser.draw(
            Drawn.withScript(report(), script, Drawn.Policy.OPENED), 800, Browser.Scheme.LIGHT);

    assertThat(stopped).contains("Can this be trusted?").doesNotContain("SCRIPT-HAS-RUN");
    assertThat(let).contains("SCRIPT-HAS-RUN");
  }

  /** Whatever fonts there are: boxes fit, words may break, and labels have room in the drawing. */
  private static void assertLaidOut(Drawn drawn, int width) {
    Drawn.Mark page = drawn.all("page").get(0);
    assertThat(page.number(1)).as("width of the window").isEqualTo(width);
    assertThat(page.number(2)).as("width of the page without text").isLessThanOrEqualTo(width);
    assertThat(page.number(3)).as("resources requested").isZero();
    assertThat(drawn.all("chart")).hasSize(9);
    for (Drawn.Mark chart : drawn.all("chart")) {
      Drawn.Box box = chart.box(2);
      assertThat(box.width()).as(chart.field(1)).isGreaterThan(250);
      assertThat(box.height()).as(chart.field(1)).isGreaterThan(150);
      assertLabels(drawn.in(chart.field(1), "text"), box);
    }
    assertThat(drawn.all("words")).hasSizeGreaterThan(100);
    for (Drawn.Mark words : drawn.all("words")) {
      assertThat(words.field(2)).as(words.field(1)).isIn("normal", "pre-wrap");
      assertThat(words.field(3)).as(words.field(1)).isIn("break-word", "anywhere");
    }
  }

  static void assertLabels(List<Drawn.Mark> labels, Drawn.Box chart) {
    assertThat(labels).isNotEmpty();
    for (Drawn.Mark label : labels) {
      assertThat(label.box(3).left()).as(label.field(2)).isGreaterThanOrEqualTo(chart.left());
      assertThat(label.box(3).right()).as(label.field(2)).isLessThanOrEqualTo(chart.right());
      assertThat(label.box(3).bottom()).as(label.field(2)).isLessThanOrEqualTo(chart.bottom());
      for (Drawn.Mark other : labels) {
        assertThat(label != other && label.box(3).overlaps(other.box(3)))
            .as("%s over %s", label.field(2), other.field(2))
            .isFalse();
      }
    }
  }

  /** Position of a temperature, from the labels 1 and 2 of the logarithmic axis. */
  private static double x(double temperature) {
    double one = wide.tick("landscape-chart", "1");
    double two = wide.tick("landscape-chart", "2");
    return one + (two - one) * Math.log(temperature) / Math.log(2);
  }

  private static double y(double lambda) {
    double zero = wide.grid("landscape-chart", "0");
    return zero + lambda * (wide.grid("landscape-chart", "1") - zero);
  }

  private static ReliabilityDiagram diagram(double temperature) {
    Labels labels = comparison.targetLabels().orElseThrow();
    return ReliabilityDiagram.of(
        LabelledPredictions.of(comparison.task().target().logits().softmax(temperature), labels),
        Samples.BINS);
  }
}
