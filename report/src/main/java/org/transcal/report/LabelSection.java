package org.transcal.report;

import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.labelling.LabelledEstimate;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Table;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;

/** The section on what labelled target rows improved: before, after, and whether to label more. */
final class LabelSection {
  private LabelSection() {}

  static Element of(LabelledEstimate labelled) {
    double before = halfWidth(labelled.before().accuracy());
    double after = halfWidth(labelled.labels().accuracy());
    Table table =
        Table.captioned("Estimates with 90 % intervals")
            .columns("quantity", "without labels", "with labels");
    DoubleFunction<String> share = value -> Numerals.percent(value, 1);
    row(table, "target accuracy", labelled, TargetEstimate::accuracy, share);
    row(table, "ECE of the uncalibrated model", labelled, TargetEstimate::ece, share);
    row(table, "temperature", labelled, TargetEstimate::temperature, v -> Numerals.decimals(v, 2));
    long more = labelled.labels().recommendedMore();
    return Blocks.section("labels", "What the labels bought")
        .paragraph(
            Text.of(
                "%s labelled target rows: the accuracy is now known to ± %s points instead of"
                    + " ± %s. %s",
                Numerals.count(labelled.labels().used()),
                Numerals.decimals(100 * after, 1),
                Numerals.decimals(100 * before, 1),
                more == 0
                    ? "More labels are not needed for ± 5 points."
                    : Numerals.count(more) + " more would make it ± 5 points."))
        .add(table.toElement())
        .paragraph(
            "Accuracy and ECE with labels come from the labelled rows, each counted for the rows"
                + " it represents; the temperature also uses the estimate without labels.");
  }

  private static void row(
      Table table,
      String name,
      LabelledEstimate labelled,
      Function<TargetEstimate, Estimate> quantity,
      DoubleFunction<String> write) {
    table.row(
        name,
        write(quantity.apply(labelled.before()), write),
        write(quantity.apply(labelled.after()), write));
  }

  private static String write(Estimate estimate, DoubleFunction<String> write) {
    Interval range = estimate.interval();
    return write.apply(estimate.value())
        + " ("
        + write.apply(range.low())
        + " – "
        + write.apply(range.high())
        + ")";
  }

  private static double halfWidth(Estimate estimate) {
    return (estimate.interval().high() - estimate.interval().low()) / 2;
  }
}
