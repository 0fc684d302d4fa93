package org.transcal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.transcal.calibration.Landscape;
import org.transcal.comparison.Score;
import org.transcal.experiment.TaskName;
import org.transcal.experiment.TaskPortrait;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.report.chart.Figure;
import org.transcal.report.chart.LandscapeChart;
import org.transcal.report.chart.Legend;
import org.transcal.report.chart.ReliabilityChart;
import org.transcal.report.chart.WeightChart;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Json;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;
import org.transcal.report.summary.DiagramSpread;

/**
 * The figures of one task at a time: reliability of any method with its deviation, weights with and
 * without λ, the landscape. A menu in the page redraws them; without a script the first is shown.
 */
final class TaskBrowser {
  /** Limit on embedded numbers; tasks beyond it are left out. */
  private static final int MOST_NUMBERS = 400_000;

  private static final int NUMBERS_PER_BIN = 5;
  private static final int THOUSANDTHS = 3;

  private final ExperimentFindings findings;
  private final List<TaskName> tasks;
  private final int left;
  private final Map<TaskName, TaskPortrait> portraits;

  TaskBrowser(ExperimentFindings findings) {
    this.findings = findings;
    this.portraits =
        findings.portraits().stream()
            .collect(Collectors.toMap(TaskPortrait::task, p -> p, (first, second) -> first));
    List<TaskName> scored = findings.trials().scoredTasks();
    int numbers = 0;
    List<TaskName> kept = new ArrayList<>();
    for (TaskName task : scored) {
      numbers +=
          findings.trials().methods().stream()
                  .mapToInt(method -> spread(task, method).map(s -> s.bins().size()).orElse(0))
                  .sum()
              * NUMBERS_PER_BIN;
      if (numbers <= MOST_NUMBERS) {
        kept.add(task);
      }
    }
    this.tasks = List.copyOf(kept);
    this.left = scored.size() - kept.size();
  }

  private Optional<DiagramSpread> spread(TaskName task, String method) {
    return DiagramSpread.of(findings.trials().of(task, method));
  }

  /** The section; empty if no task is scored. */
  Optional<Element> section() {
    if (tasks.isEmpty()) {
      return Optional.empty();
    }
    Element words = Element.of("div").paragraph(ReliabilitySection.READING).add(choices());
    if (left > 0) {
      words.paragraph(left + " more tasks are in the tables only, to keep this page small.");
    }
    words.add(
        Legend.list(findings.trials().repeats() > 1 ? Legend.OF_REPEATS : Legend.OF_RELIABILITY));
    List<Element> charts = new ArrayList<>();
    reliability(tasks.get(0)).ifPresent(charts::add);
    addFirst(charts, this::search, TaskBrowser::landscape);
    addFirst(charts, this::shift, TaskBrowser::weights);
    addFirst(charts, this::search, TaskBrowser::tempered);
    return Optional.of(
        Blocks.section("tasks", "One task at a time").add(Blocks.explained(words, charts)));
  }

  /** Adds the figure of the first task that has one; it starts hidden if that is a later task. */
  private <T> void addFirst(
      List<Element> charts, Function<TaskName, Optional<T>> find, Function<T, Element> draw) {
    Optional<Element> figure =
        tasks.stream().flatMap(task -> find.apply(task).stream()).findFirst().map(draw);
    boolean later = find.apply(tasks.get(0)).isEmpty();
    figure.map(element -> later ? element.with("hidden", "") : element).ifPresent(charts::add);
  }

  private static Element choices() {
    return Element.of("div")
        .with("id", "browser")
        .with("hidden", "")
        .add(
            Element.of("p")
                .in("choices")
                .add(
                    Element.of("label", "Task ").add(choice("browser-task")),
                    Element.of("label", "Method ").add(choice("browser-method"))),
            Element.of("p")
                .add(Element.of("output").with("id", "browser-output").with("aria-live", "polite")),
            Element.of("p").in("note").with("id", "browser-facts"));
  }

  private static Element choice(String id) {
    return Element.of("select").with("id", id);
  }

  private Optional<Element> reliability(TaskName task) {
    String method = shown(task);
    double error = findings.error(task, method).orElse(Double.NaN);
    String reading =
        findings.trials().repeats() > 1
            ? "Bands reach one standard deviation over runs to either side of a bar."
            : "Whiskers are exact 95 % intervals.";
    return spread(task, method)
        .map(s -> ReliabilityChart.of("browser-reliability", "Reliability, target rows", s, error))
        .map(chart -> Figure.of("Reliability", "", chart, reading));
  }

  /** The subject if it ran on the task, else the first method that did. */
  private String shown(TaskName task) {
    return spread(task, findings.subject()).isPresent()
        ? findings.subject()
        : findings.trials().methods().stream()
            .filter(method -> spread(task, method).isPresent())
            .findFirst()
            .orElse(findings.subject());
  }

  private Optional<TaskPortrait.Shift> shift(TaskName task) {
    return Optional.ofNullable(portraits.get(task)).flatMap(TaskPortrait::shift);
  }

  /** The search over T and λ, if its method has a result on the task. */
  private Optional<TaskPortrait.Search> search(TaskName task) {
    return shift(task)
        .flatMap(TaskPortrait.Shift::search)
        .filter(
            found ->
                findings.trials().of(task, found.method()).stream()
                    .anyMatch(trial -> trial.fitted().isPresent()));
  }

  private static Element weights(TaskPortrait.Shift shift) {
    WeightChart chart = new WeightChart("browser-weights", "Weights w", shift.weights());
    return Figure.of("Weights w", "", chart, WeightSection.READING);
  }

  private static Element tempered(TaskPortrait.Search search) {
    WeightChart chart = new WeightChart("browser-tempered", "Weights with λ", search.tempered());
    String reading = "The exponent λ pulls weights towards 1, the largest most of all.";
    return Figure.of("Weights with λ", "", chart, reading);
  }

  private static Element landscape(TaskPortrait.Search search) {
    LandscapeChart chart =
        LandscapeChart.of(
                "browser-landscape", "Objective over temperature and λ", search.landscape())
            .startingAt(search.landscape().start());
    String title = "Objective of `" + search.method() + "` over T and λ";
    return Figure.of(title, "", chart, TemperatureSection.READING);
  }

  /** The data for the script, one entry per task. */
  List<Json> data() {
    return tasks.stream().map(this::json).toList();
  }

  private Json json(TaskName task) {
    List<Json> methods = new ArrayList<>();
    for (String method : findings.trials().methods()) {
      spread(task, method).ifPresent(spread -> methods.add(json(task, method, spread)));
    }
    Json json =
        new Json()
            .with("name", task.full())
            .with("first", shown(task))
            .with("facts", facts(task))
            .with("methods", methods);
    Optional<TaskPortrait.Shift> shift = shift(task);
    shift.ifPresent(found -> json.with("plain", WeightChart.json(found.weights())));
    Optional<TaskPortrait.Search> search = search(task);
    search.ifPresent(found -> json.with("tempered", WeightChart.json(found.tempered())));
    search.ifPresent(found -> json.with("land", json(found)));
    return json;
  }

  private Json json(TaskName task, String method, DiagramSpread spread) {
    return new Json()
        .with("name", method)
        .with("ece", findings.error(task, method).orElse(Double.NaN))
        .with("right", findings.trials().meanScore(task, method, Score.ACCURACY).orElse(Double.NaN))
        .with("n", numbers(spread, ReliabilityDiagram.Bin::count), THOUSANDTHS)
        .with("a", numbers(spread, ReliabilityDiagram.Bin::accuracy), THOUSANDTHS)
        .with("c", numbers(spread, ReliabilityDiagram.Bin::confidence), THOUSANDTHS)
        .with("l", numbers(spread, bin -> bin.accuracyInterval().low()), THOUSANDTHS)
        .with("h", numbers(spread, bin -> bin.accuracyInterval().high()), THOUSANDTHS);
  }

  private static double[] numbers(
      DiagramSpread spread, ToDoubleFunction<ReliabilityDiagram.Bin> number) {
    return spread.bins().stream().mapToDouble(number).toArray();
  }

  private static Json json(TaskPortrait.Search search) {
    Landscape landscape = search.landscape();
    List<Landscape.Point> zeros = landscape.zeros();
    return new Json()
        .with("method", search.method())
        .with("t", landscape.temperatures())
        .with("l", landscape.lambdas(), THOUSANDTHS)
        .with("v", LandscapeChart.levels(landscape))
        .with("max", LandscapeChart.largest(landscape))
        .with("zt", zeros.stream().mapToDouble(Landscape.Point::temperature).toArray())
        .with("zl", zeros.stream().mapToDouble(Landscape.Point::lambda).toArray(), THOUSANDTHS)
        .with(
            "chosen", new double[] {landscape.chosen().temperature(), landscape.chosen().lambda()})
        .with("start", new double[] {landscape.start().temperature(), landscape.start().lambda()});
  }

  private String facts(TaskName task) {
    TaskPortrait portrait = portraits.get(task);
    if (portrait == null) {
      return "";
    }
    String words =
        Text.of(
            "%s target rows, %s source validation rows, %s classes",
            Numerals.count(portrait.targetRows()),
            Numerals.count(portrait.validationRows()),
            portrait.classes());
    return portrait.shift().map(shift -> words + facts(shift)).orElse(words);
  }

  private static String facts(TaskPortrait.Shift shift) {
    return Text.of(
        "; the validation rows count as %s after weighting, domain AUC %s",
        Numerals.count(Math.rint(shift.effectiveSampleSize())),
        Numerals.decimals(shift.domainAuc().orElse(Double.NaN), 2));
  }
}
