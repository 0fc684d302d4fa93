package org.transcal.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.slf4j.LoggerFactory;
import org.transcal.Termination;
import org.transcal.calibration.Calibrator;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.calibration.TransCal;
import org.transcal.io.json.Provenance;
import org.transcal.matrix.Matrix;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.model.CalibrationModel;
import org.transcal.model.TemperatureModel;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.ShiftDiagnosis;
import org.transcal.spark.SupportedMethod.Needs;
import org.transcal.spark.confidence.SpreadConfidence;
import org.transcal.spark.rows.Census;
import org.transcal.spark.rows.RowBlock;
import org.transcal.spark.rows.RowPlan;
import org.transcal.spark.rows.Split;
import org.transcal.spark.rows.TaskRows;
import org.transcal.spark.shift.DomainScore;
import org.transcal.spark.shift.SpreadDomainClassifier;
import org.transcal.task.SourceValidation;
import org.transcal.task.TransferTask;

/** One fit: weights and target confidence where the rows are, the rest by {@code core} here. */
final class SpreadFit {
  /** What the estimator was told. */
  record Settings(
      RowPlan.Columns columns,
      RowPlan.SplitValues splits,
      int bins,
      long seed,
      int maxIter,
      double tolerance,
      long maxValidationValues,
      String absentClasses) {}

  /** A model, and how it was found. */
  private record Found(
      CalibrationModel model,
      OptionalDouble lambda,
      double objective,
      Termination termination,
      OptionalDouble accuracy) {}

  private final SupportedMethod method;
  private final TaskRows rows;
  private final Census census;
  private final Settings settings;
  private final ModelText model;
  private final FitSummary summary;
  private int passes = 1;

  SpreadFit(SupportedMethod method, TaskRows rows, Settings settings) {
    this.method = method;
    this.rows = rows;
    this.census = rows.census();
    this.settings = settings;
    requireRows();
    requireClasses();
    boolean classified =
        method.needs() != Needs.SOURCE && settings.columns().importance().isEmpty();
    Optional<SpreadDomainClassifier.Fit> domain =
        classified ? Optional.of(classifier()) : Optional.empty();
    ValidationRows validation = collect(domain.map(SpreadDomainClassifier.Fit::score));
    SourceValidation source = validation.labelled();
    warnOfProbabilities(source);
    Optional<ImportanceWeights> weights = weights(validation, domain);
    Found found = find(source, weights);
    this.model =
        ModelText.of(
            found.model(), new Provenance(method.key(), settings.seed(), Version.get(), Map.of()));
    this.summary = summarize(found, source, weights, domain);
  }

  ModelText modelText() {
    return model;
  }

  FitSummary summary() {
    return summary;
  }

  private void requireRows() {
    List<Split> needed = new ArrayList<>(List.of(Split.SOURCE_VALIDATION));
    if (method.needs() == Needs.TARGET) {
      needed.add(Split.TARGET);
    }
    if (method.needs() != Needs.SOURCE && settings.columns().importance().isEmpty()) {
      needed.addAll(List.of(Split.TARGET, Split.SOURCE_TRAIN));
    }
    for (Split split : needed) {
      if (census.rows(split) == 0) {
        throw new IllegalArgumentException(
            "Column \""
                + settings.columns().split()
                + "\": no row is \""
                + settings.splits().of(split)
                + "\"; method "
                + method.key()
                + " needs some");
      }
    }
    long values = census.rows(Split.SOURCE_VALIDATION) * census.classes();
    if (values > settings.maxValidationValues()) {
      throw new IllegalArgumentException(
          "Column \""
              + settings.columns().logits()
              + "\": "
              + census.rows(Split.SOURCE_VALIDATION)
              + " source validation rows of "
              + census.classes()
              + " logits are "
              + values
              + " numbers, and the driver collects at most "
              + settings.maxValidationValues()
              + "; take a sample of these rows, or set maxValidationValues and give the driver 24"
              + " bytes of memory a number");
    }
  }

  private void requireClasses() {
    int absent = census.absentClass();
    if (absent >= 0 && settings.absentClasses().equals(TransCalEstimator.REFUSE)) {
      throw new IllegalArgumentException(
          "Column \""
              + settings.columns().label()
              + "\": none of the "
              + census.rows(Split.SOURCE_VALIDATION)
              + " rows of split \""
              + settings.splits().sourceValidation()
              + "\" has class "
              + absent
              + " of the "
              + census.classes()
              + " that column \""
              + settings.columns().logits()
              + "\" has logits for; add such rows, or set absentClasses to \""
              + TransCalEstimator.ACCEPT
              + "\"");
    }
  }

  private SpreadDomainClassifier.Fit classifier() {
    SpreadDomainClassifier.Fit fit =
        new SpreadDomainClassifier(settings.tolerance(), settings.maxIter()).fit(rows);
    passes += fit.passes();
    return fit;
  }

  private ValidationRows collect(Optional<DomainScore> found) {
    // Not an Optional in the closure: those do not travel.
    List<DomainScore> score = found.map(List::of).orElse(List.of());
    passes++;
    return new ValidationRows(
        rows.blocks(Split.SOURCE_VALIDATION)
            .flatMap(block -> rowsOf(block, score).iterator())
            .collect());
  }

  private static List<ValidationRows.Row> rowsOf(RowBlock block, List<DomainScore> score) {
    Matrix logits = block.logits();
    double[] odds = score.isEmpty() ? new double[0] : score.get(0).of(block.features());
    List<ValidationRows.Row> list = new ArrayList<>();
    for (int i = 0; i < block.rows(); i++) {
      double[] row = new double[logits.columns()];
      logits.copyRow(i, row);
      double weight = score.isEmpty() ? block.importance()[i] : -odds[i];
      list.add(new ValidationRows.Row(row, block.labels()[i], weight));
    }
    return list;
  }

  private Optional<ImportanceWeights> weights(
      ValidationRows validation, Optional<SpreadDomainClassifier.Fit> domain) {
    if (method.needs() == Needs.SOURCE) {
      return Optional.empty();
    }
    double[] given = validation.weights();
    return Optional.of(
        domain
            .map(fit -> ImportanceWeights.ofLogs(given, "logistic", fit.separation()))
            .orElseGet(() -> ImportanceWeights.of(given)));
  }

  private Found find(SourceValidation source, Optional<ImportanceWeights> weights) {
    MethodSettings named =
        MethodSettings.defaults().withSeed(settings.seed()).withBins(settings.bins());
    if (Methods.named(method.key(), named) instanceof TransCal transCal) {
      SpreadConfidence target =
          new SpreadConfidence(
              rows.blocks(Split.TARGET), census.rows(Split.TARGET), census.classes());
      TransCal.Solution solution = transCal.solve(source, weights.orElseThrow(), target);
      passes += target.passes();
      return new Found(
          new TemperatureModel(census.classes(), solution.temperature()),
          OptionalDouble.of(solution.lambda()),
          solution.gap(),
          solution.termination(),
          OptionalDouble.of(solution.estimatedAccuracy()));
    }
    // The other methods look at source rows and their weights only. The target is not here, so
    // source rows stand where a task must have some.
    TransferTask.Builder task =
        TransferTask.named("spark")
            .sourceValidation(source.logits(), source.labels())
            .target(source.logits());
    weights.ifPresent(known -> task.weights(known.values()));
    FittedCalibration fit = ((Calibrator) Methods.named(method.key(), named)).fit(task.build());
    return new Found(
        fit.model(), fit.lambda(), fit.objective(), fit.termination(), OptionalDouble.empty());
  }

  private FitSummary summarize(
      Found found,
      SourceValidation source,
      Optional<ImportanceWeights> weights,
      Optional<SpreadDomainClassifier.Fit> domain) {
    ReliabilityDiagram target =
        new TargetBins(model, settings.bins()).of(rows.blocks(Split.TARGET));
    passes++;
    boolean estimated = found.accuracy().isPresent() || census.rows(Split.TARGET) == 0;
    return new FitSummary(
        method.key(),
        found.lambda(),
        found.objective(),
        found.termination(),
        estimated ? found.accuracy() : OptionalDouble.of(target.meanConfidence()),
        new FitSummary.Rows(
            census.rows(Split.SOURCE_TRAIN),
            census.rows(Split.SOURCE_VALIDATION),
            census.rows(Split.TARGET)),
        weights.map(known -> ShiftDiagnosis.of(known, source.frequencies())),
        domain.map(SpreadDomainClassifier.Fit::separation),
        TargetBins.list(target),
        ReliabilityDiagram.of(
            LabelledPredictions.of(found.model().calibrate(source.logits()), source.labels()),
            settings.bins()),
        passes);
  }

  private void warnOfProbabilities(SourceValidation source) {
    if (source.logits().looksLikeProbabilities()) {
      LoggerFactory.getLogger(TransCalEstimator.class)
          .warn(
              "Column \"{}\" looks like probabilities: every source validation row is non-negative"
                  + " and sums to 1. Logits are needed; pass the logarithms of probabilities.",
              settings.columns().logits());
    }
  }
}
