package org.transcal.spark.confidence;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaRDD;
import org.transcal.calibration.TargetConfidence;
import org.transcal.kernel.Kernels;
import org.transcal.spark.rows.RowBlock;
import org.transcal.spark.sum.ExactSums;

/**
 * Mean confidence of target rows that are spread over machines.
 *
 * <p>A pass over the rows is dear and a temperature more is not, so each pass takes several: the
 * first all the knots that TransCal interpolates between, a later one a narrow window around the
 * temperature asked for. Within a window a cubic through exact values and slopes is exact to
 * rounding, so the steps of a root search cost one pass together.
 */
public final class SpreadConfidence implements TargetConfidence {
  /** The knots of TransCal's curve: eight an octave from 1 to 64, and the highest temperature. */
  private static final int OCTAVES = 6;

  private static final int STEPS = 8;
  private static final double HIGHEST = 1e6;

  /** Beyond the ladder: the sparse knots, which few fits need. */
  private static final int FAR_KNOTS = 15;

  /** Temperatures closer than this in ln T are the same but for rounding. */
  private static final double SAME = 1e-9;

  /** Half the width of a window in ln T: a cubic over it errs by about width⁴/384 < 1e-13. */
  private static final double WINDOW = 1e-3;

  /** Three neighbouring temperatures around one that was asked for. */
  private record Window(double center) {
    boolean holds(double logT) {
      return Math.abs(logT - center) <= WINDOW;
    }
  }

  private final JavaRDD<RowBlock> target;
  private final long rows;
  private final int classes;
  private final TreeMap<Double, Mean> known = new TreeMap<>();
  private final List<Window> windows = new ArrayList<>();
  private int passes;

  /**
   * The confidence of cached blocks.
   *
   * @param rows how many rows they have in all, at least one
   */
  public SpreadConfidence(JavaRDD<RowBlock> target, long rows, int classes) {
    this.target = target;
    this.rows = rows;
    this.classes = classes;
  }

  /** How often the rows were gone through. */
  public int passes() {
    return passes;
  }

  @Override
  public Mean at(double temperature) {
    double logT = Math.log(temperature);
    if (known.isEmpty()) {
      pass(TemperatureChains.ladder(OCTAVES, STEPS, HIGHEST));
    }
    Optional<Mean> exact = exact(logT);
    if (exact.isPresent()) {
      return exact.get();
    }
    for (Window window : windows) {
      if (window.holds(logT)) {
        return between(logT);
      }
    }
    if (temperature > Math.scalb(1.0, OCTAVES) && isFarKnot(logT)) {
      pass(TemperatureChains.of(farKnots()));
      return exact(logT).orElseThrow();
    }
    windows.add(new Window(logT));
    pass(TemperatureChains.of(Math.exp(logT - WINDOW), temperature, Math.exp(logT + WINDOW)));
    return exact(logT).orElseThrow();
  }

  private static double[] farKnots() {
    double[] knots = new double[FAR_KNOTS - 1];
    double step = Math.log(HIGHEST / Math.scalb(1.0, OCTAVES)) / FAR_KNOTS;
    for (int i = 0; i < knots.length; i++) {
      knots[i] = Math.scalb(1.0, OCTAVES) * Math.exp((i + 1) * step);
    }
    return knots;
  }

  private static boolean isFarKnot(double logT) {
    for (double knot : farKnots()) {
      if (Math.abs(Math.log(knot) - logT) <= SAME) {
        return true;
      }
    }
    return false;
  }

  /** The mean at a temperature that was looked at. */
  private Optional<Mean> exact(double logT) {
    for (Map.Entry<Double, Mean> near : known.subMap(logT - SAME, logT + SAME).entrySet()) {
      Mean mean = near.getValue();
      double moved = mean.confidence() + (logT - near.getKey()) * mean.slope();
      return Optional.of(new Mean(moved, mean.slope()));
    }
    return Optional.empty();
  }

  private Mean between(double logT) {
    Map.Entry<Double, Mean> left = known.floorEntry(logT);
    Map.Entry<Double, Mean> right = known.ceilingEntry(logT);
    double width = right.getKey() - left.getKey();
    double share = (logT - left.getKey()) / width;
    double confidence =
        Kernels.hermite(
            share,
            width,
            left.getValue().confidence(),
            left.getValue().slope(),
            right.getValue().confidence(),
            right.getValue().slope());
    double slope = (1 - share) * left.getValue().slope() + share * right.getValue().slope();
    return new Mean(confidence, slope);
  }

  private void pass(TemperatureChains chains) {
    passes++;
    double[] temperatures = chains.temperatures();
    int numberOfClasses = classes;
    ExactSums empty = ExactSums.bounded(ConfidenceKernel.bounds(chains, classes));
    ExactSums sums =
        target
            .mapPartitions(
                blocks -> {
                  ExactSums part = empty.fresh();
                  ConfidenceKernel kernel = new ConfidenceKernel(chains, numberOfClasses, part);
                  blocks.forEachRemaining(block -> kernel.add(block.logits()));
                  return List.of(part).iterator();
                })
            .treeAggregate(empty, ExactSums::merge, ExactSums::merge);
    for (int i = 0; i < temperatures.length; i++) {
      known.put(
          Math.log(temperatures[i]),
          new Mean(sums.value(i) / rows, sums.value(temperatures.length + i) / rows));
    }
  }
}
