package org.transcal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.transcal.Termination;
import org.transcal.calibration.Fits;
import org.transcal.calibration.FittedMethod;
import org.transcal.calibration.Landscape;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.TargetScores;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Probabilities;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.TransferTask;

class OddInputsTest {
  private static final Samples.Rows ROWS = Samples.target(300, 3);
  private static final Optional<Labels> LABELS = Optional.of(ROWS.labels());

  @Test
  void givenAnInfiniteLikelihood_thenItIsWrittenAndNeverBest() throws Exception {
    TransferTask task = Samples.task("t", 100, ROWS);
    MethodResult infinite =
        new MethodResult(
            "histogram",
            0,
            Optional.of(Fits.temperature("histogram", task, 2)),
            Optional.of(new TargetScores(0.7, 0.1, Double.POSITIVE_INFINITY, 0.5)),
            Optional.empty());
    MethodResult finite = Samples.fitted(Fits.temperature("temperature", task, 2), LABELS);

    String html = html(task, LABELS, infinite, finite);

    assertThat(html).contains("<td data-value=\"∞\">∞</td>");
  }

  @Test
  void givenNoWeights_thenNoSectionOrGlossaryEntryOnThem() throws Exception {
    TransferTask task = withoutWeights();

    String html =
        html(task, LABELS, Samples.fitted(Fits.temperature("temperature", task, 2), LABELS));

    assertThat(html)
        .contains("<dt>Reliability diagram</dt>", "<dt>Temperature T</dt>")
        .doesNotContain("id=\"weights\"", "<dt>Importance weights</dt>", "<dt>Tail index</dt>")
        .doesNotContain("id=\"why\"", "<dt>Objective over T and λ</dt>", "<dt>Exponent λ</dt>");
  }

  @Test
  void givenWeightsButNoExponent_thenOneHistogram() throws Exception {
    TransferTask task = Samples.task("t", 100, ROWS);

    FittedMethod cpcs =
        Fits.temperature("cpcs", task, 2).withWeights(Samples.weights(100, 0.9, 0.86));

    String html = html(task, LABELS, Samples.fitted(cpcs, LABELS));

    assertThat(html).contains("id=\"weights-plain\"").doesNotContain("id=\"weights-tempered\"");
    // Beside the chart there is no room for the table.
    assertThat(html.indexOf("Diagnostics of the weights"))
        .isGreaterThan(html.indexOf("id=\"weights-plain\""));
  }

  @Test
  void givenProbabilitiesWithoutAModelAndNoLabels_thenThereIsNoDiagramAfter() throws Exception {
    TransferTask task = Samples.task("t", 100, ROWS);
    FittedMethod ensemble = probabilities(task.target().logits().softmax(3));

    String html = html(task, Optional.empty(), Samples.fitted(ensemble, Optional.empty()));

    assertThat(html)
        .contains("no method gives probabilities for these rows")
        .contains("Confidence after</dt>")
        .doesNotContain("id=\"reliability-after\"");
  }

  @Test
  void givenProbabilitiesWithoutAModelAndLabels_thenTheDiagramIsDrawn() throws Exception {
    TransferTask task = Samples.task("t", 100, ROWS);
    FittedMethod ensemble = probabilities(task.target().logits().softmax(3));

    assertThat(html(task, LABELS, Samples.fitted(ensemble, LABELS)))
        .contains("id=\"reliability-after\"");
  }

  @Test
  void givenOneTargetRow_thenEmptyBinsAreLeftOut() throws Exception {
    Samples.Rows one = Samples.target(1, 2);
    TransferTask task = Samples.task("t", 20, one);
    Optional<Labels> labels = Optional.of(one.labels());

    String html =
        html(task, labels, Samples.fitted(Fits.temperature("temperature", task, 2), labels));

    // Before, after, and at a temperature of the reader's choice.
    assertThat(html.split("class=\"bar accuracy\"[^>]* data-bin", -1)).hasSize(4);
  }

  @Test
  void givenExtremeWeightsAndNoExponentLeft_thenBothHistogramsAreDrawn() throws Exception {
    double[] weights = new double[100];
    weights[0] = 1e300;
    ImportanceWeights extreme = ImportanceWeights.of(weights);
    TransferTask task = Samples.task("t", 100, ROWS).withWeights(weights);
    Landscape landscape =
        Fits.landscape(
            new double[] {1, 10},
            new double[] {0, 1},
            new double[][] {{Double.NaN, Double.POSITIVE_INFINITY}, {Double.NaN, Double.NaN}},
            List.of(),
            new Landscape.Point(1e6, 0));
    FittedMethod fit = Fits.transcal(task, extreme, landscape, 0.5, Termination.AT_BOUND);

    String html = html(task, LABELS, Samples.fitted(fit, LABELS));

    assertThat(html)
        .contains("99 rows below and 1 above the axis")
        .contains("id=\"weights-tempered\"")
        .contains("class=\"heat-none\"")
        .contains("T\u00a0=\u00a01.0×10⁶, λ\u00a0=\u00a00.00");
  }

  @Test
  void givenALandscapeOfOneTemperature_thenWordsInPlaceOfAMap() throws Exception {
    TransferTask task = Samples.task("t", 100, ROWS);
    Landscape line =
        Fits.landscape(
            new double[] {2},
            new double[] {0, 1},
            new double[][] {{0.1}, {0.2}},
            List.of(),
            new Landscape.Point(2, 0));
    FittedMethod fit =
        Fits.transcal(task, Samples.weights(100, 0.9, 0.86), line, 0.5, Termination.AT_BOUND);

    String html = html(task, LABELS, Samples.fitted(fit, LABELS));

    assertThat(html)
        .contains("one equation in two unknowns")
        .doesNotContain("id=\"landscape-chart\"");
  }

  @Test
  void givenALandscapeWithAHoleInItsCurve_thenTheCurveIsCut() throws Exception {
    TransferTask task = Samples.task("t", 100, ROWS);
    List<Landscape.Point> zeros = new ArrayList<>();
    for (double lambda : new double[] {0, 0.1, 0.2, 0.8, 0.9, 1}) {
      zeros.add(new Landscape.Point(1 + lambda, lambda));
    }
    Landscape landscape =
        Fits.landscape(
            new double[] {1, 2, 4},
            new double[] {0, 0.5, 1},
            new double[3][3],
            zeros,
            zeros.get(2));
    FittedMethod fit =
        Fits.transcal(task, Samples.weights(100, 0.9, 0.86), landscape, 0.5, Termination.CONVERGED);

    String html = html(task, LABELS, Samples.fitted(fit, LABELS));

    assertThat(html.split("class=\"zero\" points=[^>]* data-points=\"3\"", -1)).hasSize(3);
  }

  /** The page, after a check that its body is well formed and shows no raw number of Java. */
  private static String html(TransferTask task, Optional<Labels> labels, MethodResult... results)
      throws Exception {
    String html =
        FitReport.of(
                Samples.fit(Samples.comparison(task, labels, 0, Samples.BINS, List.of(results))))
            .toHtml();
    String main = html.substring(html.indexOf("<main>"), html.indexOf("</main>") + 7);
    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(main.getBytes(StandardCharsets.UTF_8)));
    assertThat(main).doesNotContain("NaN").doesNotContain("Infinity").doesNotContain("Optional");
    return html;
  }

  private static FittedMethod probabilities(Probabilities given) {
    return new FittedMethod() {
      @Override
      public String method() {
        return "ensemble";
      }

      @Override
      public Probabilities targetProbabilities() {
        return given;
      }

      @Override
      public double estimatedTargetAccuracy() {
        return 0.5;
      }
    };
  }

  private static TransferTask withoutWeights() {
    Samples.Rows source = Samples.Rows.drawn(60, 3, 1.3, 5, 2, 1);
    return TransferTask.named("t")
        .sourceValidation(source.logits(), source.labels())
        .target(ROWS.logits())
        .build();
  }
}
