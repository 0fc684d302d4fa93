package org.transcal.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.Landscape;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.WeightHistogram;
import org.transcal.matrix.Frequencies;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.prediction.Logits;
import org.transcal.report.chart.Figure;
import org.transcal.report.chart.ReliabilityChart;
import org.transcal.report.chart.WeightChart;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Json;
import org.transcal.shift.ImportanceWeights;
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

  /** The zeros of every λ become stops of the T slider if this many stops are affordable. */
  private static final int ENOUGH_STOPS = 100;

  private static final String BUTTONS = "the buttons jump to the temperatures of the methods.";

  private static final String ON_TARGET =
      "Move the slider until the bars end on the diagonal; " + BUTTONS;

  private static final String ON_SOURCE =
      "Bars on the diagonal would mean that T suits the source; the temperature that suits the"
          + " target is expected to differ, and without target labels no chart can show it. Watch"
          + " the mean target confidence that is given with T; "
          + BUTTONS;

  private final FitNumbers numbers;
  private final TemperatureSweep sweep;
  private final Optional<Landscape> landscape;
  private final int start;
  private final List<Json> lambdas;
  private final double[] targetConfidence;

  TemperatureExplorer(FitNumbers numbers) {
    this.numbers = numbers;
    this.landscape =
        numbers
            .primaryCalibration()
            .flatMap(FittedCalibration::landscape)
            .map(whole -> whole.thinned(MOST_LAMBDAS, MOST_LAMBDAS));
    this.sweep = sweep();
    OptionalDouble fitted =
        numbers.primary().map(FitNumbers::temperature).orElse(OptionalDouble.empty());
    this.start = sweep.nearest(fitted.orElse(1));
    this.lambdas = lambdas();
    Target target = numbers.task().target();
    this.targetConfidence =
        numbers.onTarget()
            ? numbers(Binned::confidence)
            : sweep.meanConfidences(target.logits(), target.frequencies());
  }

  List<Double> temperatures() {
    return sweep.temperatures();
  }

  /** Mean confidence of the target rows at each temperature. */
  List<Double> targetConfidence() {
    return Arrays.stream(targetConfidence).boxed().toList();
  }

  private TemperatureSweep sweep() {
    int bins = numbers.comparison().bins();
    FitNumbers.Labelled rows = numbers.labelled();
    DoubleStream fitted =
        numbers.comparison().results().stream()
            .map(FitNumbers::temperature)
            .flatMapToDouble(OptionalDouble::stream);
    double[] special = DoubleStream.concat(fitted, zeros(rows.logits())).toArray();
    return TemperatureSweep.of(rows.logits(), rows.labels(), rows.frequencies(), bins, special);
  }

  private DoubleStream zeros(Logits rows) {
    if (landscape.isEmpty() || TemperatureSweep.affordable(rows) < ENOUGH_STOPS) {
      return DoubleStream.empty();
    }
    double[] steps = landscape.get().lambdas();
    return landscape.get().zeros().stream()
        .filter(zero -> Arrays.stream(steps).anyMatch(lambda -> lambda == zero.lambda()))
        .mapToDouble(Landscape.Point::temperature);
  }

  private boolean hasRows() {
    return sweep.stops().get(0).diagram().total() > 0;
  }

  /** The controls and their chart; empty if there are no rows. */
  Optional<Element> element() {
    if (!hasRows()) {
      return Optional.empty();
    }
    List<Binned> stops = sweep.stops();
    ReliabilityChart chart =
        ReliabilityChart.of(
                "reliability-explorer",
                "Reliability at a temperature of your choice",
                stops.get(start).diagram())
            .comparableTo(stops.get(0).diagram())
            .comparableTo(stops.get(stops.size() - 1).diagram());
    boolean onTarget = numbers.onTarget();
    Element figure =
        Figure.of(
            "At a temperature of your choice",
            "Drawn from "
                + (onTarget ? "target rows" : "source validation rows, not the target")
                + ", as computed at every stop of the slider",
            chart,
            onTarget ? ON_TARGET : ON_SOURCE);
    Element panel =
        Element.of("div")
            .with("id", "explorer")
            .with("hidden", "")
            .add(Blocks.sideBySide(figure, controls()));
    // Source rows cannot show which temperature suits the target.
    return Optional.of(
        onTarget
            ? Element.of("div")
                .in("explore")
                .add(Element.of("h3", "Try another temperature"), panel)
            : Blocks.details("more", "Try another temperature on source rows", panel));
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
    if (!lambdas.isEmpty()) {
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
    numbers.comparison().results().stream()
        .filter(result -> FitNumbers.temperature(result).isPresent())
        .limit(MOST_STOPS)
        .forEach(result -> stops.add(button(result)));
    return stops;
  }

  private Element button(MethodResult result) {
    int index = sweep.nearest(FitNumbers.temperature(result).getAsDouble());
    return Element.of("button", result.method())
        .with("type", "button")
        .with("data-index", Integer.toString(index));
  }

  Optional<Json> data() {
    if (!hasRows()) {
      return Optional.empty();
    }
    Json json =
        new Json()
            .with("start", start)
            .with("t", sweep.temperatures().stream().mapToDouble(t -> t).toArray())
            .with("ece", numbers(Binned::ece))
            .with("mean", numbers(Binned::confidence))
            .with("right", numbers(Binned::accuracy))
            .withRows("n", rows(ReliabilityDiagram.Bin::count), DIGITS)
            .withRows("a", rows(ReliabilityDiagram.Bin::accuracy), DIGITS)
            .withRows("c", rows(ReliabilityDiagram.Bin::confidence), DIGITS)
            .withRows("l", rows(bin -> bin.accuracyInterval().low()), DIGITS)
            .withRows("h", rows(bin -> bin.accuracyInterval().high()), DIGITS);
    if (!numbers.onTarget()) {
      json.with("target", targetConfidence);
    }
    if (!lambdas.isEmpty()) {
      json.with("lambdas", lambdas).with("lambdaStart", nearestLambda());
    }
    return Optional.of(json);
  }

  private double[] numbers(ToDoubleFunction<Binned> number) {
    return sweep.stops().stream().mapToDouble(number).toArray();
  }

  private List<double[]> rows(ToDoubleFunction<ReliabilityDiagram.Bin> number) {
    return sweep.stops().stream()
        .map(
            stop ->
                stop.diagram().bins().stream()
                    // An empty bin has no number, and none is drawn.
                    .mapToDouble(bin -> bin.count() > 0 ? number.applyAsDouble(bin) : 0)
                    .toArray())
        .toList();
  }

  /** For each λ the temperature that solves the equation, and the histogram of weights. */
  private List<Json> lambdas() {
    Optional<ImportanceWeights> weights = numbers.weights();
    if (landscape.isEmpty() || weights.isEmpty() || landscape.get().zeros().isEmpty()) {
      return List.of();
    }
    Frequencies frequencies = numbers.task().sourceValidation().frequencies();
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
              .with("weights", WeightChart.json(histogram)));
    }
    return steps;
  }

  private int nearestLambda() {
    double[] steps = landscape.orElseThrow().lambdas();
    double chosen = landscape.orElseThrow().chosen().lambda();
    return IntStream.range(0, steps.length)
        .boxed()
        .min(Comparator.comparingDouble(i -> Math.abs(steps[i] - chosen)))
        .orElse(0);
  }
}
