package org.transcal.shift;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.transcal.Termination;
import org.transcal.matrix.Frequencies;

/**
 * Whether importance weights can carry an estimate, in numbers and in words.
 *
 * @param rows source validation rows, by frequency
 * @param mean mean weight
 * @param max largest weight
 * @param effectiveSampleSize (Σw)² / Σw²
 * @param tailIndex shape of the weights' tail, if it can be fitted
 * @param concerns one sentence for each reason not to trust the weights; empty if there is none
 */
public record ShiftDiagnosis(
    double rows,
    double mean,
    double max,
    double effectiveSampleSize,
    OptionalDouble tailIndex,
    List<String> concerns) {
  private static final double SMALL_SAMPLE = 50;
  private static final double SMALL_SHARE = 0.1;
  private static final double HEAVY_TAIL = 0.7;
  private static final double NO_OVERLAP = 0.95;

  /** Diagnoses the weights of source validation rows. */
  public static ShiftDiagnosis of(ImportanceWeights weights, Frequencies frequencies) {
    double rows = frequencies.total();
    double mean = weights.mean(frequencies);
    double effective = weights.effectiveSampleSize(frequencies);
    OptionalDouble tail = weights.tailIndex(frequencies);
    List<String> concerns = new ArrayList<>();
    if (effective < SMALL_SAMPLE || effective < SMALL_SHARE * rows) {
      concerns.add(
          format(
              "Few source rows carry most of the weight: the %.0f validation rows count as %.0f"
                  + " (effective sample size), so the estimate is noisy.",
              rows, effective));
    }
    if (tail.isPresent() && tail.getAsDouble() > HEAVY_TAIL) {
      concerns.add(
          format(
              "The largest weights have a heavy tail (index %.2f, above 0.7): their mean may not"
                  + " settle however many rows there are.",
              tail.getAsDouble()));
    }
    if (!(mean >= 0.5 && mean <= 2)) {
      concerns.add(
          format(
              "The mean importance weight is %.3g; a correct density ratio has a mean near 1. Weights"
                  + " learned from training rows do not fit the validation rows.",
              mean));
    }
    weights
        .separation()
        .ifPresent(
            separation -> {
              if (separation.domainAuc() > NO_OVERLAP) {
                concerns.add(
                    format(
                        "Source and target hardly overlap: a simple classifier tells them apart"
                            + " almost perfectly (AUC %.2f), so source rows say little about the"
                            + " target.",
                        separation.domainAuc()));
              }
              if (separation.termination() != Termination.CONVERGED) {
                concerns.add("The domain classifier did not converge.");
              }
            });
    return new ShiftDiagnosis(
        rows, mean, weights.max(frequencies), effective, tail, List.copyOf(concerns));
  }

  /**
   * d₂ = n / effective sample size, which estimates the Rényi divergence of order 2 between target
   * and source, as exp D₂ = E[w²]; 1 without a shift.
   *
   * <p>Paper: {@code eq:variance_bound} with α = 1. The printed bound fails for α &lt; 1.
   */
  public double renyi2() {
    return rows / effectiveSampleSize;
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
