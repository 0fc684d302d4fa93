package org.transcal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.transcal.calibration.Landscape;
import org.transcal.comparison.Score;
import org.transcal.experiment.DiagramSpread;
import org.transcal.experiment.TaskName;
import org.transcal.experiment.TaskPortrait;
import org.transcal.report.chart.Figure;
import org.transcal.report.chart.LandscapeChart;
import org.transcal.report.chart.Legend;
import org.transcal.report.chart.ReliabilityChart;
import org.transcal.report.chart.WeightChart;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Json;
import org.transcal.report.number.Numerals;

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
    TaskName first = tasks.get(0);
    Element section =
        Blocks.section("tasks", "One task at a time")
            .add(Blocks.paragraph(ReliabilitySection.READING), choices());
    if (left > 0) {
      section.add(
          Blocks.paragraph(left + " more tasks are in the tables only, to keep this page small."));
    }
    List<Element> charts = new ArrayList<>();
    reliability(first).ifPresent(charts::add);
    Optional<TaskPortrait.Shift> shift = shift(first);
    shift.ifPresent(found -> charts.addAll(weights(found)));
    shift.flatMap(TaskPortrait.Shift::search).ifPresent(found -> charts.add(landscape(found)));
    section.add(
        Legend.list(findings.trials().repeats() > 1 ? Legend.OF_REPEATS : Legend.OF_RELIABILITY));
    section.add(Blocks.sideBySide(charts).with("id", "browser-charts"));
    return Optional.of(section);
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
    return spread(task, method)
        .map(
            spread -> {
              ReliabilityChart chart =
                  ReliabilityChart.of(
                      "browser-reliability",
                      "Reliability, target rows",
                      spread,
                      findings.error(task, method).orElse(Double.NaN));
              return Figure.of(
                  "Reliability",
                  "",
                  chart,
                  findings.trials().repeats() > 1
                      ? "Bands reach one standard deviation over runs to either side of a bar."
                      : "Bands are exact 95 % intervals.");
            });
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

  private static List<Element> weights(TaskPortrait.Shift shift) {
    List<Element> figures = new ArrayList<>();
    WeightChart plain = new WeightChart("browser-weights", "Weights w", shift.weights());
    figures.add(Figure.of("Weights w", "", plain, WeightSection.READING));
    shift
        .search()
        .ifPresent(
            search -> {
              WeightChart tempered =
                  new WeightChart("browser-tempered", "Weights with λ", search.tempered());
              figures.add(
                  Figure.of(
                      "Weights with λ",
                      "",
                      tempered,
                      "The exponent λ pulls weights towards 1, the largest most of all."));
            });
    return figures;
  }

  private static Element landscape(TaskPortrait.Search search) {
    LandscapeChart chart =
        LandscapeChart.of(
                "browser-landscape", "Objective over temperature and λ", search.landscape())
            .startingAt(search.landscape().start());
    return Figure.of("Objective over T and λ", "", chart, LandscapeSection.READING);
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
    shift(task)
        .ifPresent(
            shift -> {
              json.with("plain", Histograms.json(shift.weights()));
              shift
                  .search()
                  .ifPresent(
                      search ->
                          json.with("tempered", Histograms.json(search.tempered()))
                              .with("land", json(search.landscape())));
            });
    return json;
  }

  private Json json(TaskName task, String method, DiagramSpread spread) {
    double total = spread.bins().stream().mapToDouble(DiagramSpread.Bin::count).sum();
    return new Json()
        .with("name", method)
        .with("ece", findings.error(task, method).orElse(Double.NaN))
        .with("right", findings.trials().meanScore(task, method, Score.ACCURACY).orElse(Double.NaN))
        .with("n", numbers(spread, bin -> bin.count() / total), THOUSANDTHS)
        .with("a", numbers(spread, DiagramSpread.Bin::accuracy), THOUSANDTHS)
        .with("c", numbers(spread, DiagramSpread.Bin::confidence), THOUSANDTHS)
        .with("l", numbers(spread, bin -> bin.band().low()), THOUSANDTHS)
        .with("h", numbers(spread, bin -> bin.band().high()), THOUSANDTHS);
  }

  private static double[] numbers(
      DiagramSpread spread, ToDoubleFunction<DiagramSpread.Bin> number) {
    return spread.bins().stream().mapToDouble(number).toArray();
  }

  private static Json json(Landscape landscape) {
    List<Landscape.Point> zeros = landscape.zeros();
    return new Json()
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
        Numerals.count(portrait.targetRows())
            + " target rows, "
            + Numerals.count(portrait.validationRows())
            + " source validation rows, "
            + portrait.classes()
            + " classes";
    Optional<TaskPortrait.Shift> shift = portrait.shift();
    if (shift.isPresent()) {
      words +=
          "; the validation rows count as "
              + Numerals.count(Math.rint(shift.get().effectiveSampleSize()))
              + " after weighting, domain AUC "
              + Numerals.decimals(shift.get().domainAuc().orElse(Double.NaN), 2);
    }
    return words;
  }
}
