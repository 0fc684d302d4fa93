package org.transcal.calibration;

import org.transcal.kernel.Kernels;
import org.transcal.matrix.Matrix;
import org.transcal.task.Target;

/**
 * Mean confidence of the target rows as a function of temperature: all that {@link TransCal} asks
 * of the target, so that its rows may be on other machines.
 */
public interface TargetConfidence {
  /**
   * Means over all target rows.
   *
   * @param confidence mean of max_k softmax(z / T)_k
   * @param slope its derivative in ln T
   */
  record Mean(double confidence, double slope) {}

  /** Both means at a temperature. */
  Mean at(double temperature);

  /** Both means to about six digits, for a search, if that is faster. */
  default Mean nearly(double temperature) {
    return at(temperature);
  }

  /** Mean confidence at a temperature. */
  default double confidenceAt(double temperature) {
    return at(temperature).confidence();
  }

  /** Of rows in memory. */
  static TargetConfidence of(Target target) {
    return new TargetConfidence() {
      @Override
      public Mean at(double temperature) {
        return mean(Kernels::rowConfidenceWithSlope, temperature);
      }

      @Override
      public Mean nearly(double temperature) {
        return mean(Kernels::searchConfidenceWithSlope, temperature);
      }

      private Mean mean(RowConfidence rows, double temperature) {
        double[] confidence = new double[target.logits().rows()];
        double[] slope = new double[confidence.length];
        rows.compute(target.logits().values(), temperature, confidence, slope);
        return new Mean(target.frequencies().mean(confidence), target.frequencies().mean(slope));
      }

      @Override
      public double confidenceAt(double temperature) {
        return Kernels.meanConfidence(target.logits().values(), temperature, target.frequencies());
      }
    };
  }

  /** A way to compute confidences with slopes. */
  @FunctionalInterface
  interface RowConfidence {
    /** Fills both arrays, one value per row. */
    void compute(Matrix logits, double temperature, double[] confidence, double[] slope);
  }
}
