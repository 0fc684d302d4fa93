package org.transcal.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.Score;
import org.transcal.experiment.Trials;
import org.transcal.metric.Interval;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Table;
import org.transcal.report.number.Numerals;

/**
 * The section with all methods side by side: by ECE if target labels are known, else in the order
 * given; ablations and methods without a result are folded away.
 *
 * <p>Seconds are left out: they differ between runs, and a report of the same input must not.
 */
record MethodTable(FitNumbers numbers, EceIntervals errors) {
  MethodTable(FitNumbers numbers) {
    this(numbers, EceIntervals.of(numbers.comparison()));
  }

  private static final String TIED =
      " No interval lies below all others: the difference is within noise.";

  private static final List<Score> OTHERS = List.of(Score.ACCURACY, Score.NLL, Score.BRIER);

  /** The section; empty if the head of the report already says everything. */
  Optional<Element> section() {
    List<MethodResult> all = numbers.comparison().results();
    List<MethodResult> ran =
        all.stream()
            .filter(result -> result.fitted().isPresent())
            // Without scores the sort keeps the order.
            .sorted(Comparator.comparingDouble(r -> r.scores().map(Score.ECE::of).orElse(0.0)))
            .toList();
    if (all.size() == 1 && ran.size() == 1 && !numbers.onTarget()) {
      return Optional.empty();
    }
    List<MethodResult> main = ran.stream().filter(result -> !isAblation(result)).toList();
    List<MethodResult> ablations = ran.stream().filter(this::isAblation).toList();
    List<String> without =
        all.stream()
            .flatMap(r -> r.withoutResult().map(why -> "`" + r.method() + "`: " + why).stream())
            .toList();
    Element section = Blocks.section("methods", "Methods");
    if (!main.isEmpty()) {
      section.add(table("Methods", main), reading());
    }
    fold(section, "Ablations and variants", ablations.size(), () -> table("Ablations", ablations));
    fold(section, "Methods without a result", without.size(), () -> Blocks.bullets(without));
    return Optional.of(section);
  }

  /** Adds folded content unless it is empty; it starts open if there is nothing else. */
  private void fold(Element section, String name, int size, Supplier<Element> content) {
    if (size > 0) {
      Element details = Blocks.details("more", name + " (" + size + ")", content.get());
      section.add(numbers.primary().isEmpty() ? details.with("open", "") : details);
    }
  }

  private boolean isAblation(MethodResult result) {
    String name = result.method();
    boolean variant = name.startsWith("transcal-") || name.equals("cpcs-original");
    return variant && !isSubject(result);
  }

  private boolean isSubject(MethodResult result) {
    return numbers.primary().filter(result::equals).isPresent();
  }

  private Element table(String caption, List<MethodResult> results) {
    List<String> columns = new ArrayList<>(List.of("method", "T", "estimated accuracy"));
    if (numbers.onTarget()) {
      columns.add(1, "ECE, 95 % interval");
      OTHERS.forEach(score -> columns.add(score.title()));
    }
    Table table =
        Table.captioned(caption + (numbers.onTarget() ? ", by ECE on the target labels" : ""))
            .columns(columns.toArray(String[]::new))
            .sortable();
    results.forEach(result -> table.row(name(result), cells(result)));
    return table.toElement();
  }

  private List<Element> cells(MethodResult result) {
    OptionalDouble temperature = FitNumbers.temperature(result);
    Element stated = Element.of("td", Numerals.short3(temperature.orElse(Double.NaN)));
    temperature.ifPresent(value -> stated.data("value", value));
    double accuracy = result.fitted().orElseThrow().estimatedTargetAccuracy();
    Element estimate = Element.of("td", Numerals.percent(accuracy, 1)).data("value", accuracy);
    if (isSubject(result)) {
      numbers.estimate().ifPresent(e -> around(estimate, e.accuracy().interval()));
    }
    List<Element> cells = new ArrayList<>(List.of(stated, estimate));
    if (numbers.onTarget()) {
      cells.add(0, error(result));
      OTHERS.forEach(score -> cells.add(cell(result, score)));
    }
    return cells;
  }

  private Element name(MethodResult result) {
    Element name = Element.of("th").add(Element.of("code", result.method()));
    if (isSubject(result)) {
      name.add(Element.of("span", "this report").in("tag"));
    } else if (Trials.isYardstick(result.method())) {
      name.add(Element.of("span", "sees labels").in("tag"));
    }
    return name;
  }

  private static void around(Element cell, Interval interval) {
    String range = Numerals.range(interval.low(), interval.high(), 1);
    cell.add(Element.of("span", range).in("around"));
  }

  private Element error(MethodResult result) {
    Element cell = cell(result, Score.ECE);
    if (errors.isBest(result.method())) {
      cell.in("best").add(Element.of("span", "best").in("unseen"));
    }
    result.scores().ifPresent(s -> around(cell, errors.byMethod().get(result.method())));
    return cell;
  }

  private static Element cell(MethodResult result, Score score) {
    double value = result.scores().map(score::of).orElse(Double.NaN);
    String text = score.isShare() ? Numerals.percent(value, 1) : Numerals.decimals(value, 3);
    Element cell = Element.of("td", text);
    return result.scores().isPresent() ? cell.data("value", value) : cell;
  }

  private Element reading() {
    String words =
        "Estimated accuracy is the method's own estimate of target accuracy, made without target"
            + " labels.";
    if (numbers.onTarget()) {
      boolean won = errors.byMethod().keySet().stream().anyMatch(errors::isBest);
      words +=
          " ECE (over "
              + numbers.comparison().bins()
              + " equal-width bins), NLL and Brier score are measured on the target labels; smaller"
              + " is better."
              + (won ? " ★: its interval lies below all others." : errors.isContest() ? TIED : "")
              + " Only `oracle` sees those labels: it shows what is possible.";
    }
    return Element.of("p").prose(words).in("reading");
  }
}
