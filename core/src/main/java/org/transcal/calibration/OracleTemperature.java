package org.transcal.calibration;

import java.util.Optional;
import java.util.Set;
import org.transcal.Termination;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Order;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.shift.FittedTemperature;
import org.transcal.shift.PreparedTask;
import org.transcal.task.MissingPartException;
import org.transcal.task.Target;
import org.transcal.task.TransferTask;

/**
 * The temperature with the least target ECE: the best any temperature could do.
 *
 * <p>The only method that sees target labels, and it must be handed them: a task has none. ECE
 * jumps in T, so the search is a grid of 4,001 temperatures, then finer exact grids around its best
 * points. Deviation: the paper's oracle is temperature scaling on target labels.
 *
 * @param targetLabels the labels; without them it refuses to fit
 * @param bins number of equal-width bins of the ECE
 */
record OracleTemperature(Optional<Labels> targetLabels, int bins) implements Calibrator {
  /** The name by which commands and results know it. */
  static final String NAME = "oracle";

  private static final double LOWEST = Math.exp(-2);
  private static final double HIGHEST = Math.exp(3.5);

  private static final int GRID = 4001;

  /** Steps from one exact evaluation to the next; cubics in ln T are good to 1e-8 in between. */
  private static final int STEPS_PER_KNOT = 20;

  private static final int REFINED = 8;
  private static final int FINER = 41;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String summary() {
    return "the temperature of least target ECE, found with target labels";
  }

  @Override
  public Set<Need> needs() {
    return Set.of(Need.TARGET_LABELS);
  }

  @Override
  public FittedCalibration fit(PreparedTask prepared) {
    TransferTask task = prepared.task();
    Logits logits = task.target().logits();
    Labels labels =
        targetLabels.orElseThrow(() -> new MissingPartException("oracle needs target_labels"));
    Target target =
        labels
            .requireRows(logits.rows(), "Target")
            .countKnown(task.target().frequencies())
            .map(known -> new Target(logits, known))
            .orElseThrow(() -> new MissingPartException("oracle needs target_labels"));
    double[] correctness = target.logits().correctness(labels);
    double[] grid = Temperatures.logSpaced(LOWEST, HIGHEST, GRID);
    double[] errors = new double[GRID];
    ConfidenceSpan span = ConfidenceSpan.of(target.logits().values(), LOWEST, grid[STEPS_PER_KNOT]);
    for (int i = 0; i < GRID; i++) {
      if (grid[i] > span.high()) {
        span = span.next(grid[i - 1 + STEPS_PER_KNOT]);
      }
      errors[i] = error(target, correctness, span.at(grid[i]));
    }
    int[] order = Order.ascending(errors);
    double best = grid[order[0]];
    double least = exactError(target, correctness, best);
    for (int candidate = 0; candidate < REFINED; candidate++) {
      int at = order[candidate];
      double low = grid[Math.max(0, at - 1)];
      double high = grid[Math.min(GRID - 1, at + 1)];
      for (double temperature : Temperatures.logSpaced(low, high, FINER)) {
        double error = exactError(target, correctness, temperature);
        if (error < least) {
          least = error;
          best = temperature;
        }
      }
    }
    boolean atEnd = best == grid[0] || best == grid[GRID - 1];
    FittedTemperature fitted =
        new FittedTemperature(best, least, atEnd ? Termination.AT_BOUND : Termination.CONVERGED);
    return FittedCalibration.of(name(), task, fitted)
        .withEstimatedAccuracy(target.frequencies().mean(correctness));
  }

  private double exactError(Target target, double[] correctness, double temperature) {
    return error(target, correctness, Kernels.rowConfidence(target.logits().values(), temperature));
  }

  private double error(Target target, double[] correctness, double[] confidence) {
    return ReliabilityDiagram.of(confidence, correctness, target.frequencies(), bins)
        .expectedCalibrationError();
  }
}
