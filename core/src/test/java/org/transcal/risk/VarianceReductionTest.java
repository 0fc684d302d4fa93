package org.transcal.risk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import net.jqwik.api.constraints.Size;
import org.transcal.matrix.Frequencies;
import org.transcal.optim.Termination;
import org.transcal.shift.DomainSeparation;
import org.transcal.shift.ImportanceWeights;

/**
 * Each control variate is a least-squares residual, so no step can make the terms more variable.
 */
class VarianceReductionTest {
  private static final int ROWS = 12;

  /** Terms are rounded relative to the largest of them, and their variance twice as much. */
  private static final double ROUNDING = 1e-12;

  @Property(tries = 500, seed = "16")
  void givenAnyErrors_thenSampleVarianceNeverGrows(
      @ForAll @Size(ROWS) List<@DoubleRange(min = -6, max = 6) @Scale(6) Double> logs,
      @ForAll @Size(ROWS) List<@IntRange(max = 1) Integer> correctness,
      @ForAll @Size(ROWS) List<@IntRange(max = 3) Integer> counts,
      @ForAll @DoubleRange(min = 0, max = 1) @Scale(6) double exponent,
      @ForAll @DoubleRange(min = 0, max = 1) @Scale(6) double confidence) {
    double[] correct = correctness.stream().mapToDouble(r -> r).toArray();
    double[] loss = Arrays.stream(correct).map(r -> 1 - r).toArray();

    assertVariancesFall(logs, correct, loss, counts, exponent, confidence);
  }

  @Property(tries = 500, seed = "17")
  void givenAnyLoss_thenSampleVarianceNeverGrows(
      @ForAll @Size(ROWS) List<@DoubleRange(min = -6, max = 6) @Scale(6) Double> logs,
      @ForAll @Size(ROWS) List<@IntRange(max = 1) Integer> correctness,
      @ForAll @Size(ROWS) List<@DoubleRange(min = -1, max = 1) @Scale(6) Double> losses,
      @ForAll @Size(ROWS) List<@IntRange(max = 3) Integer> counts,
      @ForAll @DoubleRange(min = 0, max = 1) @Scale(6) double exponent) {
    double[] correct = correctness.stream().mapToDouble(r -> r).toArray();
    double[] loss = losses.stream().mapToDouble(l -> l).toArray();

    assertVariancesFall(logs, correct, loss, counts, exponent, 0.6);
  }

  private static void assertVariancesFall(
      List<Double> logs,
      double[] correct,
      double[] loss,
      List<Integer> counts,
      double exponent,
      double confidence) {
    Assume.that(counts.stream().mapToInt(c -> c).sum() >= 2);
    Frequencies frequencies = Frequencies.copyOf(counts.stream().mapToDouble(c -> c).toArray());
    ImportanceWeights weights =
        ImportanceWeights.ofLogs(
            logs.stream().mapToDouble(l -> l).toArray(),
            "logistic",
            new DomainSeparation(0, 0.5, Termination.CONVERGED));
    double[] variance = new double[ControlVariates.values().length];
    double largest = 0;
    for (ControlVariates variates : ControlVariates.values()) {
      double[] terms =
          new WeightedError(weights, correct, confidence, frequencies, variates)
              .terms(loss, exponent);
      variance[variates.ordinal()] = frequencies.variance(terms);
      for (int i = 0; i < terms.length; i++) {
        largest = counts.get(i) > 0 ? Math.max(largest, Math.abs(terms[i])) : largest;
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
