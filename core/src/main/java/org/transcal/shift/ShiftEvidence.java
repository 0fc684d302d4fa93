package org.transcal.shift;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.transcal.task.DomainFeatures;
import org.transcal.task.SourceValidation;
import org.transcal.task.TransferTask;

/**
 * What kind of shift the rows of a task show, as far as that can be seen without target labels.
 *
 * <p>A logistic regression tells source validation rows from target rows, first as they are, then
 * with source rows weighted by {@linkplain PreparedTask#classRatios class ratios}. Both AUCs are
 * cross-fitted: without a difference they are 0.5 up to noise of a known size, and so is the second
 * one under label shift. Decision record 0040 has the rule and how often it is right.
 *
 * @param kind the kind of shift
 * @param auc AUC of the rows as they are; NaN if they are too few
 * @param weightedAuc AUC with class ratios; NaN if it was not needed or too few rows have weight
 * @param movedShare share of rows that the class ratios move to another class
 * @param sentence the finding in words
 */
public record ShiftEvidence(
    Kind kind, double auc, double weightedAuc, double movedShare, String sentence) {
  /** Standard errors above 0.5 at which an AUC is more than chance. */
  private static final double SIGNIFICANT = 3;

  /** An AUC above 0.5 by this much must be significant, else there are too few rows. */
  private static final double VISIBLE = 0.15;

  /** Class ratios that move a larger share of rows are more than a side effect of other shifts. */
  private static final double MOVED = 0.2;

  /** With fewer validation rows per class, class ratios can imitate other shifts. */
  private static final double ROWS_PER_CLASS = 30;

  /** Kinds of shift. */
  public enum Kind {
    /** Source validation and target rows look the same. */
    NONE_SEEN("no shift seen"),
    /** They differ, and class frequencies explain it. */
    LABEL("label shift"),
    /** They differ, and class frequencies do not explain it. */
    COVARIATE("covariate shift"),
    /** Too few rows, no features to see more than outputs, or a bit of both. */
    UNCLEAR("cannot tell");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /** In words, as results give it. */
    public String words() {
      return words;
    }
  }

  /** The evidence of a task, computed once for it and its resamples. */
  public static ShiftEvidence of(PreparedTask prepared) {
    return prepared.deriveOnce(ShiftEvidence.class, ShiftEvidence::compute);
  }

  /** Whether the kind is {@link Kind#LABEL}; computes nothing if rows per class are too few. */
  public static boolean isLabelShift(PreparedTask prepared) {
    return hasEnoughRows(prepared.original().task()) && of(prepared).kind == Kind.LABEL;
  }

  private static boolean hasEnoughRows(TransferTask task) {
    return task.sourceValidation().frequencies().total() >= ROWS_PER_CLASS * task.classes();
  }

  private static ShiftEvidence compute(PreparedTask prepared) {
    TransferTask task = prepared.task();
    SourceValidation validation = task.sourceValidation();
    double temperature = prepared.sourceTemperature().temperature();
    Optional<FeatureSpace> features = task.features().map(present -> FeatureSpace.of(prepared));
    DomainSample source =
        DomainSample.of(
            validation.logits(),
            validation.frequencies(),
            temperature,
            features.map(FeatureSpace::sourceValidation),
            task.features().map(DomainFeatures::sourceValidation));
    DomainSample target =
        DomainSample.of(
            task.target().logits(),
            task.target().frequencies(),
            temperature,
            features.map(FeatureSpace::target),
            task.features().map(DomainFeatures::target));
    double error = DomainSample.standardError(source, target);
    boolean few = !(SIGNIFICANT * error <= VISIBLE);
    if (few || features.isEmpty() && task.classes() > DomainSample.MOST_CLASSES) {
      String reason = few ? "too few rows" : "many classes and no features";
      String unseen = "There are " + reason + ": the kind of shift cannot be seen.";
      return new ShiftEvidence(Kind.UNCLEAR, Double.NaN, Double.NaN, Double.NaN, unseen);
    }
    String limits =
        features.isPresent()
            ? ""
            : " Without features only the model's outputs were compared, and adaptation makes those"
                + " alike.";
    double auc = DomainSample.crossFittedAuc(source, target);
    if (auc - 0.5 < SIGNIFICANT * error) {
      Kind kind = features.isPresent() ? Kind.NONE_SEEN : Kind.UNCLEAR;
      String alike = "Target rows look like source validation rows (cross-fitted AUC %.2f).";
      return new ShiftEvidence(kind, auc, Double.NaN, 0, format(alike, auc) + limits);
    }
    double[] ratios = prepared.classRatios();
    double[] weights = new double[validation.logits().rows()];
    Arrays.setAll(weights, i -> ratios[validation.labels().get(i)]);
    double mean = validation.frequencies().mean(weights);
    double moved =
        validation
                .frequencies()
                .mean(Arrays.stream(weights).map(w -> Math.abs(1 - w / mean)).toArray())
            / 2;
    DomainSample weighted = source.weightedBy(weights);
    double noise = 2 * DomainSample.standardError(weighted, target);
    String differ = "Target rows differ from source validation rows (cross-fitted AUC %.2f";
    if (!(SIGNIFICANT * noise / 2 <= VISIBLE)) {
      String rare = "); too few validation rows have the classes that the target seems to have.";
      return new ShiftEvidence(Kind.UNCLEAR, auc, Double.NaN, moved, format(differ, auc) + rare);
    }
    double weightedAuc = DomainSample.crossFittedAuc(weighted, target);
    double half = (auc - 0.5) / 2;
    Kind kind = Kind.UNCLEAR;
    String meaning = ": class frequencies may explain a part of it.";
    if (weightedAuc - 0.5 + noise <= half && hasEnoughRows(task)) {
      kind = Kind.LABEL;
      meaning = ": class frequencies explain the difference.";
    } else if (weightedAuc - 0.5 - noise >= half && moved < MOVED) {
      kind = Kind.COVARIATE;
      meaning =
          ": class frequencies do not explain it. Whether p(y|x) changed, too, cannot be seen"
              + " without labels.";
    }
    String found = format(differ + ", %.2f with equal class frequencies)", auc, weightedAuc);
    return new ShiftEvidence(kind, auc, weightedAuc, moved, found + meaning + limits);
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
