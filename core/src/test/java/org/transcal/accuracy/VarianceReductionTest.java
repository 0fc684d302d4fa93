package org.transcal.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.transcal.Termination;
import org.transcal.matrix.Frequencies;
import org.transcal.shift.DomainSeparation;
import org.transcal.shift.ImportanceWeights;
import org.transcal.testing.Cases;

/**
 * Each control variate is a least-squares residual, so no step can make the terms more variable.
 */
class VarianceReductionTest {
  private static final int ROWS = 12;

  /** Terms are rounded relative to the largest of them, and their variance twice as much. */
  private static final double ROUNDING = 1e-12;

  @Test
  void givenAnyErrors_thenSampleVarianceNeverGrows() {
    Cases.of(500, 16)
        .check(
            draw -> {
              double[] logs = draw.reals(ROWS, -6, 6);
              int[] correctness = draw.integers(ROWS, 0, 1);
              int[] counts = draw.integers(ROWS, 0, 3);
              double exponent = draw.real(0, 1);
              double confidence = draw.real(0, 1);

              double[] correct = Arrays.stream(correctness).mapToDouble(r -> r).toArray();
              double[] loss = Arrays.stream(correct).map(r -> 1 - r).toArray();

              draw.assume(Arrays.stream(counts).sum() >= 2);

              assertVariancesFall(logs, correct, loss, counts, exponent, confidence);
            });
  }

  @Test
  void givenAnyLoss_thenSampleVarianceNeverGrows() {
    Cases.of(500, 17)
        .check(
            draw -> {
              double[] logs = draw.reals(ROWS, -6, 6);
              int[] correctness = draw.integers(ROWS, 0, 1);
              double[] loss = draw.reals(ROWS, -1, 1);
              int[] counts = draw.integers(ROWS, 0, 3);
              double exponent = draw.real(0, 1);

              double[] correct = Arrays.stream(correctness).mapToDouble(r -> r).toArray();

              draw.assume(Arrays.stream(counts).sum() >= 2);

              assertVariancesFall(logs, correct, loss, counts, exponent, 0.6);
            });
  }

  private static void assertVariancesFall(
      double[] logs,
      double[] correct,
      double[] loss,
      int[] counts,
      double exponent,
      double confidence) {
    Frequencies frequencies =
        Frequencies.copyOf(Arrays.stream(counts).mapToDouble(c -> c).toArray());
    ImportanceWeights weights =
        ImportanceWeights.ofLogs(
            logs, "logistic", new DomainSeparation(0, 0.5, Termination.CONVERGED));
    double[] variance = new double[ControlVariates.values().length];
    double largest = 0;
    for (ControlVariates variates : ControlVariates.values()) {
      double[] terms =
          new WeightedError(weights, correct, confidence, frequencies, variates)
              .terms(loss, exponent);
      variance[variates.ordinal()] = frequencies.variance(terms);
      for (int i = 0; i < terms.length; i++) {
        largest = counts[i] > 0 ? Math.max(largest, Math.abs(terms[i])) : largest;
      }
    }
    double slack = ROUNDING * largest * largest;

    double none = variance[ControlVariates.NONE.ordinal()];
    double weight = variance[ControlVariates.WEIGHT.ordinal()];
    double right = variance[ControlVariates.CORRECTNESS.ordinal()];
    double serial = variance[ControlVariates.SERIAL.ordinal()];
    double parallel = variance[ControlVariates.PARALLEL.ordinal()];
    assertThat(weight).isLessThanOrEqualTo(none + slack);
    assertThat(serial).isLessThanOrEqualTo(weight + slack);
    assertThat(right).isLessThanOrEqualTo(none + slack);
    assertThat(parallel).isLessThanOrEqualTo(Math.min(weight, right) + slack);
    assertThat(parallel).isLessThanOrEqualTo(serial + slack);
  }
}
