package org.transcal.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.transcal.calibration.CalibrationMethod;
import org.transcal.calibration.FittedModel;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.calibration.SourceCalibrator;
import org.transcal.calibration.TransCal;
import org.transcal.io.json.Provenance;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.ShiftDiagnosis;
import org.transcal.spark.SupportedMethod.Needs;
import org.transcal.spark.rows.RowPlan;
import org.transcal.spark.rows.RowPlan.Weighting;
import org.transcal.spark.rows.RowStatistics;
import org.transcal.spark.rows.Split;
import org.transcal.spark.rows.TaskRows;
import org.transcal.spark.shift.DistributedDomainClassifier;
import org.transcal.spark.shift.DomainScore;
import org.transcal.task.SourceValidation;

/** One fit: sums over rows are distributed, everything else is {@code core} on the driver. */
final class DistributedFit {
  private static final Logger LOG = LoggerFactory.getLogger(TransCalEstimator.class);

  private final TransCalEstimator settings;
  private final SupportedMethod method;
  private final RowPlan plan;
  private final TaskRows rows;
  private final RowStatistics statistics;
  private int passes = 1;

  DistributedFit(TransCalEstimator settings, SupportedMethod method, RowPlan plan, TaskRows rows) {
    this.settings = settings;
    this.method = method;
    this.plan = plan;
    this.rows = rows;
    this.statistics = rows.statistics();
  }

  TransCalModel fit() {
    requireRows();
    requireClasses();
    Optional<DistributedDomainClassifier.Fit> domain =
        needsClassifier() ? Optional.of(classifier()) : Optional.empty();
    ValidationRows validation = collect(domain.map(DistributedDomainClassifier.Fit::score));
    SourceValidation source = validation.labelled();
    warnOfProbabilities(source);
    Optional<ImportanceWeights> weights = weights(validation, domain);
    FittedModel found = find(source, weights);
    Optional<ShiftDiagnosis> diagnosis =
        weights.map(known -> ShiftDiagnosis.of(known, source.frequencies()));
    List<String> concerns = found.concerns(source, diagnosis);
    concerns.forEach(concern -> LOG.warn("{}: {}", method.key(), concern));
    ModelText text =
        ModelText.of(
            found.model(),
            new Provenance(method.key(), seed(), Provenance.currentVersion(), Map.of()));
    ReliabilityDiagram target = TargetBins.of(rows.blocks(Split.TARGET), text, settings.getBins());
    passes++;
    return new TransCalModel(
        settings.uid(),
        text,
        Optional.of(summary(found, source, target, diagnosis, domain)),
        concerns);
  }

  private long seed() {
    return (long) settings.getOrDefault(settings.seed());
  }

  private boolean needsClassifier() {
    return plan.weighting() == Weighting.FEATURES;
  }

  private void requireRows() {
    List<Split> needed = new ArrayList<>(List.of(Split.SOURCE_VALIDATION));
    if (method.needs() == Needs.TARGET || needsClassifier()) {
      needed.add(Split.TARGET);
    }
    if (needsClassifier()) {
      needed.add(Split.SOURCE_TRAIN);
    }
    for (Split split : needed) {
      if (statistics.rows(split) == 0) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "Column \"%s\": no row is \"%s\"; method %s needs some",
                plan.columns().split(),
                plan.splits().of(split),
                method.key()));
      }
    }
    long most = (long) settings.getOrDefault(settings.maxValidationValues());
    long values = statistics.rows(Split.SOURCE_VALIDATION) * statistics.classes();
    if (values > most) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "Column \"%s\": %d source validation rows of %d logits are %d numbers, and the"
                  + " driver collects at most %d; take a sample of these rows, or set"
                  + " maxValidationValues and give the driver 24 bytes of memory per number",
              plan.columns().logits(),
              statistics.rows(Split.SOURCE_VALIDATION),
              statistics.classes(),
              values,
              most));
    }
  }

  private void requireClasses() {
    int absent = statistics.absentClass();
    boolean refused =
        settings.getOrDefault(settings.absentClasses()).equals(TransCalEstimator.REFUSE);
    if (absent >= 0 && refused) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "Column \"%s\": none of the %d rows of split \"%s\" has class %d of the %d that"
                  + " column \"%s\" has logits for; add such rows, or set absentClasses to \"%s\"",
              plan.columns().label(),
              statistics.rows(Split.SOURCE_VALIDATION),
              plan.splits().sourceValidation(),
              absent,
              statistics.classes(),
              plan.columns().logits(),
              TransCalEstimator.ACCEPT));
    }
  }

  private DistributedDomainClassifier.Fit classifier() {
    double tolerance = (double) settings.getOrDefault(settings.tol());
    int evaluations = (int) settings.getOrDefault(settings.maxIter());
    DistributedDomainClassifier.Fit fit =
        new DistributedDomainClassifier(tolerance, evaluations).fit(rows);
    passes += fit.passes();
    return fit;
  }

  private ValidationRows collect(Optional<DomainScore> found) {
    // A list, because an Optional is not serializable.
    List<DomainScore> score = found.map(List::of).orElse(List.of());
    passes++;
    return new ValidationRows(
        rows.blocks(Split.SOURCE_VALIDATION)
            .flatMap(block -> ValidationRows.of(block, score).iterator())
            .collect());
  }

  private Optional<ImportanceWeights> weights(
      ValidationRows validation, Optional<DistributedDomainClassifier.Fit> domain) {
    if (method.needs() == Needs.SOURCE) {
      return Optional.empty();
    }
    double[] given = validation.weights();
    return Optional.of(
        domain
            .map(fit -> ImportanceWeights.ofLogs(given, "logistic", fit.separation()))
            .orElseGet(() -> ImportanceWeights.of(given)));
  }

  private FittedModel find(SourceValidation source, Optional<ImportanceWeights> weights) {
    CalibrationMethod named =
        Methods.named(
            method.key(), MethodSettings.defaults().withSeed(seed()).withBins(settings.getBins()));
    if (named instanceof TransCal transCal) {
      DistributedConfidence target =
          new DistributedConfidence(
              rows.blocks(Split.TARGET), statistics.rows(Split.TARGET), statistics.classes());
      FittedModel found = transCal.fit(source, weights.orElseThrow(), target);
      passes += target.passes();
      return found;
    }
    return ((SourceCalibrator) named).fit(source, weights);
  }

  private FitSummary summary(
      FittedModel found,
      SourceValidation source,
      ReliabilityDiagram target,
      Optional<ShiftDiagnosis> diagnosis,
      Optional<DistributedDomainClassifier.Fit> domain) {
    boolean estimated = found.estimatedAccuracy().isPresent() || statistics.rows(Split.TARGET) == 0;
    return new FitSummary(
        method.key(),
        found.lambda(),
        found.objective(),
        found.termination(),
        estimated ? found.estimatedAccuracy() : OptionalDouble.of(target.meanConfidence()),
        new FitSummary.Rows(
            statistics.rows(Split.SOURCE_TRAIN),
            statistics.rows(Split.SOURCE_VALIDATION),
            statistics.rows(Split.TARGET)),
        diagnosis,
        domain.map(DistributedDomainClassifier.Fit::separation),
        TargetBins.list(target),
        ReliabilityDiagram.of(
            LabelledPredictions.of(found.model().calibrate(source.logits()), source.labels()),
            settings.getBins()),
        passes);
  }

  private void warnOfProbabilities(SourceValidation source) {
    if (source.logits().looksLikeProbabilities()) {
      LOG.warn(
          "Column \"{}\" looks like probabilities: every source validation row is non-negative"
              + " and sums to 1. Logits are needed; pass the logarithms of probabilities.",
          plan.columns().logits());
    }
  }
}
