package org.transcal.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.Landscape;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.TemperatureSweep;
import org.transcal.comparison.WeightHistogram;
import org.transcal.matrix.Frequencies;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.report.chart.Figure;
import org.transcal.report.chart.ReliabilityChart;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Json;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.SourceValidation;
import org.transcal.task.Target;

/**
 * A slider for the temperature, and one for λ, that redraw the reliability diagram in the page.
 *
 * <p>The core computes the diagram at every stop of the slider, so that the page shows exactly what
 * the core would.
 */
final class TemperatureExplorer {
  private static final int MOST_STOPS = 24;
  private static final int MOST_LAMBDAS = 41;

  /** Decimals of shares: precise to a thirtieth of a pixel. */
  private static final int DIGITS = 4;

  /** The zeros of every λ become stops of the slider of T if this many stops are affordable. */
  private static final int ENOUGH_STOPS = 100;

  private static final String BUTTONS = "the buttons jump to the temperatures of the methods.";

  private static final String ON_TARGET =
      "Move the slider until the bars end on the diagonal; " + BUTTONS;

  private static final String ON_SOURCE =
      "Bars on the diagonal would mean that T suits the source; the temperature that suits the"
          + " target is expected to differ, and without target labels no chart can show it. Watch"
          + " the mean target confidence that is given with T; "
          + BUTTONS;

  private final FitFindings findings;
  private final TemperatureSweep sweep;
  private final List<Double> errors;
  private final Optional<Landscape> landscape;
  private final int start;

  TemperatureExplorer(FitFindings findings) {
    this.findings = findings;
    this.landscape =
        findings
            .primaryCalibration()
            .flatMap(FittedCalibration::landscape)
            .map(whole -> whole.thinned(MOST_LAMBDAS, MOST_LAMBDAS));
    int bins = findings.comparison().bins();
    this.sweep = sweep(Math.min(bins, Binned.MOST_BINS));
    TemperatureSweep asked = bins <= Binned.MOST_BINS ? sweep : sweep(bins);
    this.errors =
        asked.diagrams().stream().map(ReliabilityDiagram::expectedCalibrationError).toList();
    double fitted =
        findings
            .primaryCalibration()
            .map(FittedCalibration::temperature)
            .orElse(OptionalDouble.of(1))
            .orElse(1);
    this.start = sweep.nearest(fitted);
  }

  private TemperatureSweep sweep(int bins) {
    double[] special =
        DoubleStream.concat(
                findings.comparison().results().stream()
                    .map(TemperatureExplorer::temperature)
                    .filter(OptionalDouble::isPresent)
                    .mapToDouble(OptionalDouble::getAsDouble),
                zeros())
            .toArray();
    if (findings.rows() == FitFindings.Rows.TARGET) {
      Target target = findings.task().target();
      Labels labels = findings.comparison().targetLabels().orElseThrow();
      return TemperatureSweep.of(target.logits(), labels, target.frequencies(), bins, special);
    }
    SourceValidation source = findings.task().sourceValidation();
    return TemperatureSweep.of(
        source.logits(), source.labels(), source.frequencies(), bins, special);
  }

  private DoubleStream zeros() {
    Logits rows =
        findings.rows() == FitFindings.Rows.TARGET
            ? findings.task().target().logits()
            : findings.task().sourceValidation().logits();
    if (landscape.isEmpty() || TemperatureSweep.affordable(rows) < ENOUGH_STOPS) {
      return DoubleStream.empty();
    }
    double[] lambdas = landscape.get().lambdas();
    return landscape.get().zeros().stream()
        .filter(zero -> Arrays.stream(lambdas).anyMatch(lambda -> lambda == zero.lambda()))
        .mapToDouble(Landscape.Point::temperature);
  }

  private static OptionalDouble temperature(MethodResult result) {
    return result
        .fitted()
        .filter(FittedCalibration.class::isInstance)
        .map(fitted -> ((FittedCalibration) fitted).temperature())
        .orElse(OptionalDouble.empty());
  }

  /** The controls and their chart; empty if there are no rows. */
  Optional<Element> element() {
    if (!(sweep.diagrams().get(0).total() > 0)) {
      return Optional.empty();
    }
    ReliabilityDiagram at = sweep.diagrams().get(start);
    ReliabilityChart chart =
        ReliabilityChart.of(
                "reliability-explorer", "Reliability at a temperature of your choice", at)
            .comparableTo(sweep.diagrams().get(0))
            .comparableTo(sweep.diagrams().get(sweep.diagrams().size() - 1));
    boolean onTarget = findings.rows() == FitFindings.Rows.TARGET;
    Element figure =
        Figure.of(
            "At a temperature of your choice",
            "Drawn from "
                + (onTarget ? "target rows" : "source validation rows, not the target")
                + ", as computed at every stop of the slider",
            chart,
            onTarget ? ON_TARGET : ON_SOURCE);
    return Optional.of(
        Element.of("div")
            .with("id", "explorer")
            .with("hidden", "")
            .add(
                Element.of("h3", "Try another temperature"),
                Blocks.sideBySide(figure, controls())));
  }

  private Element controls() {
    Element controls =
        Element.of("div")
            .in("controls")
            .add(
                Element.of("label", "Temperature T").with("for", "explorer-temperature"),
                slider("explorer-temperature"),
                Element.of("output").with("id", "explorer-output").with("aria-live", "polite"),
                stops());
    if (lambdas().isPresent()) {
      controls.add(
          Element.of("label", "Exponent λ: moves T to the solution of the equation")
              .with("for", "explorer-lambda"),
          slider("explorer-lambda"),
          Element.of("output").with("id", "explorer-lambda-output").with("aria-live", "polite"));
    }
    return controls;
  }

  private static Element slider(String id) {
    return Element.of("input")
        .with("type", "range")
        .with("id", id)
        .with("min", "0")
        .with("step", "1")
        .with("value", "0");
  }

  /** Buttons that move the slider to the methods' temperatures. */
  private Element stops() {
    Element stops = Element.of("div").in("stops");
    findings.comparison().results().stream()
        .filter(result -> temperature(result).isPresent())
        .limit(MOST_STOPS)
        .forEach(
            result ->
                stops.add(
                    Element.of("button", result.method())
                        .with("type", "button")
                        .with(
                            "data-index",
                            Integer.toString(sweep.nearest(temperature(result).getAsDouble())))));
    return stops;
  }

  /** The data for the script. */
  Optional<Json> data() {
    if (!(sweep.diagrams().get(0).total() > 0)) {
      return Optional.empty();
    }
    Json json =
        new Json()
            .with("start", start)
            .with("t", sweep.temperatures().stream().mapToDouble(t -> t).toArray())
            .with("ece", errors.stream().mapToDouble(e -> e).toArray())
            .with("mean", numbers(ReliabilityDiagram::meanConfidence))
            .with("right", numbers(ReliabilityDiagram::accuracy))
            .withRows("n", rows(ReliabilityDiagram.Bin::count), DIGITS)
            .withRows("a", rows(ReliabilityDiagram.Bin::accuracy), DIGITS)
            .withRows("c", rows(ReliabilityDiagram.Bin::confidence), DIGITS)
            .withRows("l", rows(bin -> bin.accuracyInterval().low()), DIGITS)
            .withRows("h", rows(bin -> bin.accuracyInterval().high()), DIGITS);
    if (findings.rows() == FitFindings.Rows.SOURCE_VALIDATION) {
      Target target = findings.task().target();
      json.with("target", sweep.meanConfidences(target.logits(), target.frequencies()));
    }
    lambdas()
        .ifPresent(
            found -> {
              json.with("lambdas", found);
              json.with("lambdaStart", nearestLambda());
            });
    return Optional.of(json);
  }

  private double[] numbers(Function<ReliabilityDiagram, Double> number) {
    return sweep.diagrams().stream().mapToDouble(number::apply).toArray();
  }

  private List<double[]> rows(Function<ReliabilityDiagram.Bin, Double> number) {
    return sweep.diagrams().stream()
        .map(
            diagram ->
                diagram.bins().stream()
                    // An empty bin has no number, and none is drawn.
                    .mapToDouble(bin -> bin.count() > 0 ? number.apply(bin) : 0)
                    .toArray())
        .toList();
  }

  /** For each λ the temperature that solves the equation, and the histogram of weights. */
  private Optional<List<Json>> lambdas() {
    Optional<ImportanceWeights> weights = findings.weights();
    if (landscape.isEmpty() || weights.isEmpty() || landscape.get().zeros().isEmpty()) {
      return Optional.empty();
    }
    Frequencies frequencies = findings.task().sourceValidation().frequencies();
    WeightHistogram.Range range = WeightHistogram.Range.of(weights.get().values(), frequencies);
    List<Json> steps = new ArrayList<>();
    for (double lambda : landscape.get().lambdas()) {
      OptionalDouble zero =
          landscape.get().zeros().stream()
              .filter(point -> point.lambda() == lambda)
              .mapToDouble(Landscape.Point::temperature)
              .findFirst();
      WeightHistogram histogram =
          WeightHistogram.of(weights.get().temperedBy(lambda), frequencies, range);
      steps.add(
          new Json()
              .with("lambda", lambda)
              .with("index", zero.isPresent() ? sweep.nearest(zero.getAsDouble()) : Double.NaN)
              .with("weights", Histograms.json(histogram)));
    }
    return Optional.of(steps);
  }

  private int nearestLambda() {
    double[] lambdas = landscape.orElseThrow().lambdas();
    int best = 0;
    for (int i = 0; i < lambdas.length; i++) {
      double chosen = landscape.orElseThrow().chosen().lambda();
      best = Math.abs(lambdas[i] - chosen) < Math.abs(lambdas[best] - chosen) ? i : best;
    }
    return best;
  }
}
