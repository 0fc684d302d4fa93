package org.transcal.accuracy;

/**
 * Target accuracy if nothing but class frequencies shifted: source accuracy with each class as
 * frequent as it seems to be in the target.
 *
 * @param form how class frequencies are found
 */
public record LabelShiftEstimate(Form form) implements AccuracyEstimator {
  /** More classes than this make a confusion matrix too large to take apart. */
  private static final int MOST_CLASSES = 300;

  /** How class frequencies are found. */
  public enum Form {
    /** From counts of predicted classes ({@link LabelShift#blackBox}). */
    BLACK_BOX,
    /** By maximum likelihood on posteriors. */
    MAXIMUM_LIKELIHOOD
  }

  @Override
  public String key() {
    return form == Form.BLACK_BOX ? "bbse" : "mlls";
  }

  @Override
  public String summary() {
    return form == Form.BLACK_BOX
        ? "source accuracy with class frequencies from predicted classes (label shift)"
        : "source accuracy with class frequencies by maximum likelihood (label shift)";
  }

  @Override
  public double estimate(Evidence evidence) {
    if (form == Form.MAXIMUM_LIKELIHOOD) {
      return MaximumLikelihoodShift.of(evidence.task()).accuracy(evidence);
    }
    if (evidence.task().classes() > MOST_CLASSES) {
      throw new ArithmeticException(
          "bbse takes a confusion matrix of at most "
              + MOST_CLASSES
              + " classes apart; there are "
              + evidence.task().classes());
    }
    return LabelShift.blackBox(evidence.task()).accuracy(evidence);
  }
}
