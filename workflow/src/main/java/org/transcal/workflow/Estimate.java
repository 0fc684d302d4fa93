package org.transcal.workflow;

import java.util.Optional;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.accuracy.TargetEstimator;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.TransCal;
import org.transcal.labelling.LabelledEstimate;
import org.transcal.shift.PreparedTask;

/** Estimates accuracy on the target without labels, or with a few. */
public final class Estimate {
  private Estimate() {}

  /**
   * How to estimate.
   *
   * @param seed random seed
   * @param bins number of equal-width bins of the calibration error
   */
  public record Options(long seed, int bins) {
    /** Seed 0, 15 bins. */
    public static Options defaults() {
      return new Options(0, MethodSettings.defaults().bins());
    }

    /** The same with another seed. */
    public Options withSeed(long newSeed) {
      return new Options(newSeed, bins);
    }

    /** The same with another number of bins. */
    public Options withBins(int newBins) {
      return new Options(seed, newBins);
    }
  }

  /**
   * What was found.
   *
   * @param input the task
   * @param withoutLabels the estimate without labels
   * @param labelled what labelled rows add to it, if there are any
   * @param findings what the result means, in sentences
   */
  public record Result(
      TaskInput input,
      TargetEstimate withoutLabels,
      Optional<LabelledEstimate> labelled,
      Findings findings) {
    /** An estimate, with labels if the input has any. */
    public static Result of(TaskInput input, TargetEstimate withoutLabels, int bins) {
      Optional<LabelledEstimate> labelled =
          input.labels().map(rows -> LabelledEstimate.of(withoutLabels, rows, bins));
      TargetEstimate best = labelled.map(LabelledEstimate::after).orElse(withoutLabels);
      return new Result(input, withoutLabels, labelled, EstimateFindings.of(input, best));
    }

    /** The estimate to use: with labels if there are any. */
    public TargetEstimate best() {
      return labelled.map(LabelledEstimate::after).orElse(withoutLabels);
    }
  }

  /** Estimates. */
  public static Result run(TaskInput input, Options options, Listener listener) {
    try (Progress progress = Listener.interruptible(listener, "estimating", 1)) {
      PreparedTask prepared = PreparedTask.of(input.task());
      TargetEstimate estimate =
          TargetEstimator.seeded(options.seed())
              .withBins(options.bins())
              .estimate(prepared)
              .withLambda(TransCal.released().lambdaInterval(prepared, options.seed()));
      progress.advance(1);
      return Result.of(input, estimate, options.bins());
    }
  }
}
