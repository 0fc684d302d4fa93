package org.transcal.calibration;

import java.util.Optional;
import org.transcal.prediction.Labels;
import org.transcal.shift.Balance;
import org.transcal.shift.DensityRatioEstimator;
import org.transcal.shift.DomainClassifier;

/** What methods made by name are given: seed, bins, how domains are balanced, oracle's labels. */
public final class MethodSettings {
  private final long seed;
  private final int bins;
  private final Balance balance;
  private final Optional<Labels> targetLabels;

  private MethodSettings(long seed, int bins, Balance balance, Optional<Labels> targetLabels) {
    if (bins < 1) {
      throw new IllegalArgumentException("Number of bins is " + bins + "; it must be at least 1");
    }
    this.seed = seed;
    this.bins = bins;
    this.balance = balance;
    this.targetLabels = targetLabels;
  }

  /** Seed 0, 15 bins, balance by reweighting, no target labels. */
  public static MethodSettings defaults() {
    return new MethodSettings(0, 15, Balance.REWEIGHT, Optional.empty());
  }

  /** With another seed. */
  public MethodSettings withSeed(long newSeed) {
    return new MethodSettings(newSeed, bins, balance, targetLabels);
  }

  /** With another number of ECE bins. */
  public MethodSettings withBins(int newBins) {
    return new MethodSettings(seed, newBins, balance, targetLabels);
  }

  /** With the domains balanced in another way. */
  public MethodSettings withBalance(Balance newBalance) {
    return new MethodSettings(seed, bins, newBalance, targetLabels);
  }

  /** With target labels, which only {@code oracle} is given. */
  public MethodSettings withTargetLabels(Labels labels) {
    return new MethodSettings(seed, bins, balance, Optional.of(labels));
  }

  /** The seed. */
  public long seed() {
    return seed;
  }

  /** The number of ECE bins. */
  public int bins() {
    return bins;
  }

  /** How domains are balanced. */
  public Balance balance() {
    return balance;
  }

  /** The target labels, where known. */
  public Optional<Labels> targetLabels() {
    return targetLabels;
  }

  /** The density ratio these settings ask for. */
  public DensityRatioEstimator densityRatio() {
    return new DomainClassifier(balance, seed);
  }
}
