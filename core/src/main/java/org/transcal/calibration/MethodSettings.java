package org.transcal.calibration;

import java.util.Optional;
import org.transcal.labelling.LabelledRows;
import org.transcal.prediction.Labels;
import org.transcal.shift.Balance;
import org.transcal.shift.DensityRatioEstimator;
import org.transcal.shift.DomainClassifier;

/**
 * Settings of methods made by name.
 *
 * @param seed random seed
 * @param bins number of ECE bins, at least 1
 * @param balance how domains are balanced
 * @param targetLabels the target labels, if known; only {@code oracle} uses them
 * @param labelledRows target rows labelled for methods to use; only {@code labelled} does
 */
public record MethodSettings(
    long seed,
    int bins,
    Balance balance,
    Optional<Labels> targetLabels,
    Optional<LabelledRows> labelledRows) {
  /** Checks the number of bins. */
  public MethodSettings {
    if (bins < 1) {
      throw new IllegalArgumentException("Number of bins is " + bins + "; it must be at least 1");
    }
  }

  /** Seed 0, 15 bins, balance by reweighting, no target labels. */
  public static MethodSettings defaults() {
    return new MethodSettings(0, 15, Balance.REWEIGHT, Optional.empty(), Optional.empty());
  }

  /** With another seed. */
  public MethodSettings withSeed(long newSeed) {
    return new MethodSettings(newSeed, bins, balance, targetLabels, labelledRows);
  }

  /** With another number of ECE bins. */
  public MethodSettings withBins(int newBins) {
    return new MethodSettings(seed, newBins, balance, targetLabels, labelledRows);
  }

  /** With the domains balanced in another way. */
  public MethodSettings withBalance(Balance newBalance) {
    return new MethodSettings(seed, bins, newBalance, targetLabels, labelledRows);
  }

  /** With target labels. */
  public MethodSettings withTargetLabels(Labels labels) {
    return new MethodSettings(seed, bins, balance, Optional.of(labels), labelledRows);
  }

  /** With target rows labelled for methods to use. */
  public MethodSettings withLabelledRows(LabelledRows rows) {
    return new MethodSettings(seed, bins, balance, targetLabels, Optional.of(rows));
  }

  /** The density ratio of these settings. */
  public DensityRatioEstimator densityRatio() {
    return new DomainClassifier(balance, seed);
  }
}
