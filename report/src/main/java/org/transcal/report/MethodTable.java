package org.transcal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.FittedMethod;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.Score;
import org.transcal.comparison.TargetScores;
import org.transcal.experiment.Trials;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Table;
import org.transcal.report.number.Numerals;

/**
 * The section with all methods side by side.
 *
 * <p>Seconds are left out: they differ between runs, and a report of the same input must not.
 */
record MethodTable(FitFindings findings) {
  private static final List<Score> SCORES =
      List.of(Score.ACCURACY, Score.ECE, Score.NLL, Score.BRIER);

  Element section() {
    Table table =
        Table.captioned(
            scored() ? "In the order given, measured on the target labels" : "In the order given");
    List<String> columns =
        new ArrayList<>(List.of("method", "temperature T", "exponent λ", "estimated accuracy"));
    if (scored()) {
      SCORES.forEach(score -> columns.add(score.title()));
    }
    table.columns(columns.toArray(String[]::new)).sortable();
    results().forEach(result -> table.row(name(result), cells(result, columns.size() - 1)));
    return Blocks.section("methods", "Methods").add(table.toElement(), reading());
  }

  private Element name(MethodResult result) {
    Element name = Element.of("th").add(Element.of("code", result.method()));
    if (findings.primary().filter(result::equals).isPresent()) {
      name.add(Element.of("span", "this report").in("tag"));
    }
    return name;
  }

  private List<Element> cells(MethodResult result, int width) {
    if (result.fitted().isEmpty()) {
      String why =
          result.failure().map(MethodResult.Failure::message).orElse("no reason was given");
      return List.of(
          Element.of("td", "did not run: " + Blocks.shortened(why))
              .in("failure")
              .with("colspan", Integer.toString(width)));
    }
    FittedMethod method = result.fitted().get();
    OptionalDouble temperature = FitFindings.temperature(result);
    OptionalDouble lambda =
        FitFindings.calibration(result)
            .map(FittedCalibration::lambda)
            .orElse(OptionalDouble.empty());
    List<Element> cells = new ArrayList<>();
    cells.add(sorted(Numerals.short3(temperature.orElse(Double.NaN)), temperature));
    cells.add(sorted(Numerals.decimals(lambda.orElse(Double.NaN), 2), lambda));
    double estimate = method.estimatedTargetAccuracy();
    cells.add(sorted(Numerals.percent(estimate, 1), OptionalDouble.of(estimate)));
    if (scored()) {
      SCORES.forEach(score -> cells.add(cell(result, score)));
    }
    return cells;
  }

  private static Element sorted(String text, OptionalDouble value) {
    Element cell = Element.of("td", text);
    return value.isPresent() ? cell.data("value", value.getAsDouble()) : cell;
  }

  private Element cell(MethodResult result, Score score) {
    Element cell =
        Element.of("td", result.scores().map(scores -> write(score, scores)).orElse(Numerals.NONE));
    result.scores().ifPresent(scores -> cell.data("value", score.of(scores)));
    if (isBest(result, score)) {
      cell.in("best").add(Element.of("span", "best").in("unseen"));
    }
    return cell;
  }

  /** Best among methods that see no target labels, if the shown values differ at all. */
  private boolean isBest(MethodResult result, Score score) {
    List<TargetScores> rivals =
        results().stream()
            .filter(other -> !Trials.isYardstick(other.method()))
            .flatMap(other -> other.scores().stream())
            .toList();
    if (result.scores().isEmpty() || Trials.isYardstick(result.method())) {
      return false;
    }
    double best =
        rivals.stream().mapToDouble(scores -> loss(score, scores)).min().orElse(Double.NaN);
    boolean differ = rivals.stream().map(scores -> write(score, scores)).distinct().count() > 1;
    return differ && loss(score, result.scores().get()) == best;
  }

  private static double loss(Score score, TargetScores scores) {
    return score.loss(score.of(scores));
  }

  private static String write(Score score, TargetScores scores) {
    double value = score.of(scores);
    return score.isShare() ? Numerals.percent(value, 1) : Numerals.decimals(value, 3);
  }

  private Element reading() {
    String words =
        "Estimated accuracy is the method's own estimate of target accuracy, made without target"
            + " labels.";
    if (scored()) {
      words +=
          " ECE (over "
              + findings.comparison().bins()
              + " equal-width bins), NLL and Brier score are measured on the target labels; smaller"
              + " is better and ★ is best. Only oracle sees those labels: it shows what is possible.";
    }
    return Element.of("p", words).in("reading");
  }

  private List<MethodResult> results() {
    return findings.comparison().results();
  }

  private boolean scored() {
    return findings.rows() == FitFindings.Rows.TARGET;
  }
}
