package org.transcal.shift;

import java.util.Arrays;
import java.util.Locale;
import org.transcal.task.SourceValidation;
import org.transcal.task.TransferTask;

/**
 * What kind of shift the rows of a task show, as far as that can be seen without target labels.
 *
 * <p>A logistic regression on features and class probabilities tells source validation rows from
 * target rows, first as they are, then with source rows weighted by the {@linkplain
 * PreparedTask#classRatios class ratios}. Both AUCs are cross-fitted, so that without a difference
 * they are 0.5 up to noise of a known size; under label shift the second one is. Decision record
 * 0040 has the rule and how often it is right.
 *
 * @param kind the kind of shift
 * @param domainAuc AUC of the rows as they are; NaN if they are too few
 * @param weightedAuc AUC with source rows weighted by class ratios; NaN if it was not needed or too
 *     few rows have weight
 * @param movedShare share of rows that the class ratios move to another class
 * @param sentence the finding in words
 */
public record ShiftEvidence(
    Kind kind, double domainAuc, double weightedAuc, double movedShare, String sentence) {
  /** Standard errors above 0.5 at which an AUC is more than chance. */
  private static final double SIGNIFICANT = 3;

  /** An AUC above 0.5 by this much must be significant, else there are too few rows. */
  private static final double VISIBLE = 0.15;

  /** Class ratios that move a larger share of rows are more than a side effect of other shifts. */
  private static final double MOVED = 0.2;

  /** Kinds of shift. */
  public enum Kind {
    /** Source validation and target rows look the same. */
    NONE_SEEN("no shift seen"),
    /** They differ, and class frequencies explain it. */
    LABEL("label shift"),
    /** They differ, and class frequencies do not explain it. */
    COVARIATE("covariate shift"),
    /** Too few rows, or class frequencies explain a part of the difference. */
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

  private static ShiftEvidence compute(PreparedTask prepared) {
    TransferTask task = prepared.task();
    if (task.features().isEmpty() && task.classes() > DomainSample.MOST_CLASSES) {
      return unclear("more than " + DomainSample.MOST_CLASSES + " classes and no features");
    }
    DomainSample source = DomainSample.ofValidation(prepared);
    DomainSample target = DomainSample.ofTarget(prepared);
    if (isTooNoisy(source, target)) {
      return unclear(
          String.format(
              Locale.ROOT,
              "%d source validation and %d target rows are too few",
              source.picked().length,
              target.picked().length));
    }
    double auc = DomainSample.crossFittedAuc(source, target);
    if (auc - 0.5 < SIGNIFICANT * DomainSample.standardError(source, target)) {
      return new ShiftEvidence(
          Kind.NONE_SEEN,
          auc,
          Double.NaN,
          0,
          sentence("Target rows look like source validation rows (domain AUC %.2f).", auc)
              + seen(task));
    }
    SourceValidation validation = task.sourceValidation();
    double[] ratios = prepared.classRatios();
    double[] factors = new double[validation.logits().rows()];
    Arrays.setAll(factors, i -> ratios[validation.labels().get(i)]);
    DomainSample weighted = source.times(factors);
    double moved = movedShare(source, weighted, validation);
    String differ =
        sentence("Target rows differ from source validation rows (domain AUC %.2f", auc);
    if (isTooNoisy(weighted, target)) {
      return new ShiftEvidence(
          Kind.UNCLEAR,
          auc,
          Double.NaN,
          moved,
          differ + "); too few validation rows have the classes that the target seems to have.");
    }
    double weightedAuc = DomainSample.crossFittedAuc(weighted, target);
    double noise = 2 * DomainSample.standardError(weighted, target);
    double half = (auc - 0.5) / 2;
    Kind kind =
        weightedAuc - 0.5 + noise <= half
            ? Kind.LABEL
            : weightedAuc - 0.5 - noise >= half && moved < MOVED ? Kind.COVARIATE : Kind.UNCLEAR;
    return new ShiftEvidence(
        kind,
        auc,
        weightedAuc,
        moved,
        differ
            + sentence(", %.2f with equal class frequencies)", weightedAuc)
            + meaning(kind)
            + seen(task));
  }

  /** What was compared, if that is not much. */
  private static String seen(TransferTask task) {
    return task.features().isPresent()
        ? ""
        : " Without features only the model's outputs were compared, which adaptation makes alike.";
  }

  private static String meaning(Kind kind) {
    return switch (kind) {
      case LABEL -> ": class frequencies explain the difference.";
      case COVARIATE ->
          ": class frequencies do not explain it. Whether p(y|x) changed, too, cannot be seen"
              + " without labels.";
      default -> ": class frequencies may explain a part of it.";
    };
  }

  private static boolean isTooNoisy(DomainSample source, DomainSample target) {
    return !(SIGNIFICANT * DomainSample.standardError(source, target) <= VISIBLE);
  }

  /** Total variation between the class frequencies with and without weights. */
  private static double movedShare(
      DomainSample plain, DomainSample weighted, SourceValidation validation) {
    double[] gaps = new double[validation.logits().classes()];
    double before = plain.total();
    double after = Math.max(weighted.total(), Double.MIN_NORMAL);
    for (int i = 0; i < plain.picked().length; i++) {
      gaps[validation.labels().get(plain.picked()[i])] +=
          plain.counts()[i] / before - weighted.counts()[i] / after;
    }
    return Arrays.stream(gaps).map(Math::abs).sum() / 2;
  }

  private static ShiftEvidence unclear(String reason) {
    return new ShiftEvidence(
        Kind.UNCLEAR,
        Double.NaN,
        Double.NaN,
        Double.NaN,
        "The kind of shift cannot be seen: " + reason + ".");
  }

  private static String sentence(String pattern, double value) {
    return String.format(Locale.ROOT, pattern, value);
  }
}
