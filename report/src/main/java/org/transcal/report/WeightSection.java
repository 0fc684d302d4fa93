package org.transcal.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;
import org.transcal.calibration.FittedCalibration;
import org.transcal.comparison.WeightHistogram;
import org.transcal.matrix.Frequencies;
import org.transcal.report.chart.Figure;
import org.transcal.report.chart.WeightChart;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Table;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;
import org.transcal.shift.DomainSeparation;
import org.transcal.shift.ImportanceWeights;

/** The section with the importance weights before and after the exponent λ. */
record WeightSection(FitNumbers numbers) {
  static final String READING =
      "A source row of weight 1 (dashed) is equally common in both domains; a larger weight means"
          + " that it represents many target rows. The fewer rows hold the large weights, the"
          + " noisier the estimate.";

  /** The section; empty if no method used weights. */
  Optional<Element> section() {
    return numbers.weights().map(this::section);
  }

  private Element section(ImportanceWeights weights) {
    Element section = Blocks.section("weights", "How far is the target from the source?");
    OptionalDouble lambda =
        numbers.primaryCalibration().map(FittedCalibration::lambda).orElse(OptionalDouble.empty());
    Element words = Element.of("div").paragraph(introduction(weights) + " " + READING);
    WeightHistogram.Range range = WeightHistogram.Range.of(weights.values(), frequencies());
    Element plain = figure("weights-plain", "Weights w", weights.values(), range);
    if (lambda.isEmpty()) {
      return section.add(Blocks.explained(words, List.of(plain))).add(health(weights).toElement());
    }
    double[] tempered = weights.temperedBy(lambda.getAsDouble());
    String title =
        "Weights after the exponent, w^λ with λ = " + Numerals.decimals(lambda.getAsDouble(), 2);
    return section
        .add(
            Blocks.explained(
                words, List.of(plain, figure("weights-tempered", title, tempered, range))))
        .add(health(weights, ImportanceWeights.of(tempered)).toElement());
  }

  private String introduction(ImportanceWeights weights) {
    double auc = weights.separation().map(DomainSeparation::domainAuc).orElse(Double.NaN);
    String separation =
        " A classifier separates the two domains with an AUC of %s (0.5: no shift, 1: no overlap).";
    return Text.of(
        "An importance weight says how much more common a source row is in the target (estimator:"
            + " %s).%s",
        weights.estimator(),
        Double.isNaN(auc) ? "" : Text.of(separation, Numerals.decimals(auc, 2)));
  }

  private Element figure(String id, String title, double[] weights, WeightHistogram.Range range) {
    WeightChart chart =
        new WeightChart(id, title, WeightHistogram.of(weights, frequencies(), range));
    return Figure.of(title, chart.beyond(), chart, "");
  }

  private Table health(ImportanceWeights... all) {
    String[] columns = {"", "w", "w^λ", "healthy w"};
    return Table.captioned("Diagnostics of the weights")
        .columns(all.length == 2 ? columns : new String[] {"", "w", "healthy w"})
        .row("mean", cells(all, w -> Numerals.short3(w.mean(frequencies())), "about 1"))
        .row("largest", cells(all, w -> Numerals.short3(w.max(frequencies())), Numerals.NONE))
        .row("effective sample size", cells(all, this::size, "over 50 and over a tenth"))
        .row("d₂ (Rényi), rows / effective sample size", cells(all, this::divergence, "below 10"))
        .row("tail index", cells(all, this::tail, "below 0.7"));
  }

  private String size(ImportanceWeights weights) {
    String size = Numerals.count(Math.rint(weights.effectiveSampleSize(frequencies())));
    return size + " of " + Numerals.count(frequencies().total());
  }

  private String divergence(ImportanceWeights weights) {
    return Numerals.short3(frequencies().total() / weights.effectiveSampleSize(frequencies()));
  }

  private String tail(ImportanceWeights weights) {
    return Numerals.decimals(weights.tailIndex(frequencies()).orElse(Double.NaN), 2);
  }

  private static String[] cells(
      ImportanceWeights[] all, Function<ImportanceWeights, String> write, String healthy) {
    return Stream.concat(Stream.of(all).map(write), Stream.of(healthy)).toArray(String[]::new);
  }

  private Frequencies frequencies() {
    return numbers.task().sourceValidation().frequencies();
  }
}
