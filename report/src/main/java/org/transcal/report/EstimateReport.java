package org.transcal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.transcal.accuracy.AccuracyEstimator;
import org.transcal.accuracy.Judgement;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.accuracy.Verdict;
import org.transcal.labelling.LabelledEstimate;
import org.transcal.metric.Interval;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Page;
import org.transcal.report.markup.Table;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;
import org.transcal.shift.SourceCheck;
import org.transcal.task.TransferTask;

/** The report of {@code transcal estimate}: estimates with few target labels or none. */
public final class EstimateReport extends HtmlReport<EstimateReport> {
  private final TargetEstimate estimate;
  private final Optional<LabelledEstimate> labelled;

  private EstimateReport(
      TargetEstimate estimate, Optional<LabelledEstimate> labelled, Origin origin) {
    super(origin);
    this.estimate = estimate;
    this.labelled = labelled;
  }

  /** A report on an estimate. */
  public static EstimateReport of(TargetEstimate estimate) {
    return new EstimateReport(estimate, Optional.empty(), Origin.NOT_STATED);
  }

  /** A report on an estimate with labels, and on what they improved. */
  public static EstimateReport of(LabelledEstimate labelled) {
    return new EstimateReport(labelled.after(), Optional.of(labelled), Origin.NOT_STATED);
  }

  @Override
  EstimateReport with(Origin changed) {
    return new EstimateReport(estimate, labelled, changed);
  }

  @Override
  public String toHtml() {
    Page page = Page.titled("Estimate of " + estimate.task().name());
    page.add(header());
    addWarnings(page, "About the input");
    labelled.ifPresent(some -> page.add(LabelSection.of(some)));
    page.add(evidenceSection());
    page.add(estimatorSection());
    page.add(reproduction("How to make and read this report").add(Glossary.of(page.content())));
    return page.write();
  }

  private Element header() {
    Interval range = estimate.accuracy().interval();
    Interval errors = estimate.ece().interval();
    Interval temperatures = estimate.temperature().interval();
    return Blocks.header(
        labelled.isPresent()
            ? "Target accuracy with a few target labels"
            : "Target accuracy without target labels",
        estimate.task().name(),
        Text.of(
            "About %s right (%s)",
            Numerals.percent(estimate.accuracy().value()),
            Numerals.range(range.low(), range.high(), 0)),
        labelled
            .map(some -> "measured on " + some.labels().used() + " labelled target rows")
            .map(how -> "of the target predictions, " + how + "; the range is a 90 % interval.")
            .orElse(
                "of the target predictions, estimated without labels; the range is a 90 % interval."),
        FitVerdict.verdict(estimate, estimate.judgement().reasonsAgainst().size()),
        Blocks.tile(
            "Source accuracy",
            Numerals.percent(SourceCheck.of(estimate.task()).accuracy(), 1),
            "measured on validation rows"),
        Blocks.tile(
            "Calibration error",
            Numerals.percent(estimate.ece().value(), 1),
            Numerals.range(errors.low(), errors.high(), 1) + " (90 %)"),
        Blocks.tile(
            "Temperature",
            Numerals.short3(estimate.temperature().value()),
            Numerals.short3(temperatures.low()) + " to " + Numerals.short3(temperatures.high())));
  }

  private Element evidenceSection() {
    Judgement judgement = estimate.judgement();
    Element verdict =
        Element.of("div")
            .in(judgement.verdict() == Verdict.TRUSTWORTHY ? "trust" : "trust concerned")
            .add(
                Element.of("h3", "Verdict: " + judgement.verdict().word()),
                Trust.reasons(judgement.reasonsAgainst(), judgement));
    return Blocks.section("evidence", "Where this number comes from")
        .add(
            Blocks.sideBySide(
                TemperatureSection.evidence(estimate),
                Element.of("div").add(verdict, nextSection())));
  }

  private Element nextSection() {
    List<String> steps = new ArrayList<>();
    long labels = estimate.labelsNeeded();
    if (labelled.isPresent()) {
      steps.add(
          labels > 0
              ? "Label "
                  + Numerals.count(labels)
                  + " more rows for a narrower interval: `transcal label TASK --labels rows.csv"
                  + " --budget N --out more.csv` chooses them."
              : "More labels are not worth it: the interval is narrow enough.");
    } else if (labels > 0) {
      steps.add(
          Text.of(
              "Label some target rows: `transcal label TASK --budget %s --out rows.csv` chooses"
                  + " them, and `transcal estimate TASK --labels rows.csv` uses them. %s random"
                  + " labels would give the accuracy to within 3 points.",
              Math.min(labels, 200), Numerals.count(labels)));
    } else if (estimate.verdict() == Verdict.TRUSTWORTHY) {
      steps.add("No target labels are needed: they would not narrow the interval.");
    }
    List<String> missing = missing(estimate.task());
    if (!missing.isEmpty()) {
      steps.add("Add evidence to the task: " + String.join("; ", missing) + ".");
    }
    steps.add(
        estimate.verdict() == Verdict.UNTRUSTWORTHY
            ? "Do not quote the estimate, and calibrate only after labelling some target rows."
            : "Calibrate: `transcal fit TASK` matches confidence to this estimate, with a"
                + " temperature of about "
                + Numerals.decimals(estimate.temperature().value(), 2)
                + ".");
    return Blocks.section("next", "What to do next").add(Blocks.bullets(steps).in("steps"));
  }

  /** Optional arrays that the task lacks, and what each would add. */
  private static List<String> missing(TransferTask task) {
    List<String> missing = new ArrayList<>();
    if (task.features().isEmpty()) {
      missing.add("features of both domains, so that confidence can be checked against neighbours");
    }
    if (task.mixup().isEmpty()) {
      missing.add("`mixup_logits` and `mixup_partner`, for evidence from mixed inputs");
    }
    if (task.secondModel().isEmpty()) {
      missing.add("`second_source_val_logits` and `second_target_logits`, another model's outputs");
    }
    return missing;
  }

  private Element estimatorSection() {
    Table table =
        Table.captioned("Single estimates of target accuracy")
            .columns("estimate", "accuracy", "what it uses")
            .wordsLast();
    for (AccuracyEstimator estimator : AccuracyEstimator.values()) {
      Optional.ofNullable(estimate.estimators().get(estimator.key()))
          .map(value -> Numerals.percent(value, 1))
          .ifPresent(value -> table.row(estimator.title(), value, estimator.summary()));
    }
    return Blocks.section("estimates", "The estimates one by one").add(table.toElement());
  }
}
