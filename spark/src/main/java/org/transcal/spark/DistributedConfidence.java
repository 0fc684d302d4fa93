package org.transcal.spark;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.apache.spark.api.java.JavaRDD;
import org.transcal.calibration.TargetConfidence;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Matrix;
import org.transcal.spark.rows.RowBlock;
import org.transcal.spark.rows.TaskRows;
import org.transcal.spark.sum.ExactSums;

/**
 * Mean confidence of target rows on many machines.
 *
 * <p>A pass costs more than another temperature, so each pass computes several: those announced as
 * next, or else a narrow window around the requested temperature. A cubic within a window is exact
 * to rounding, so the steps of a root search share one pass.
 */
final class DistributedConfidence implements TargetConfidence {
  /** The first pass takes the knots up to this multiple of the first; few fits need others. */
  private static final double REACH = 16.1;

  /** Half the width of a window in ln T: a cubic over it errs by about width⁴/384 < 1e-13. */
  private static final double WINDOW = 1e-3;

  private final JavaRDD<RowBlock> target;
  private final long rows;
  private final int classes;

  /** Means by ln T. */
  private final TreeMap<Double, Mean> known = new TreeMap<>();

  private int passes;

  DistributedConfidence(JavaRDD<RowBlock> target, long rows, int classes) {
    this.target = target;
    this.rows = rows;
    this.classes = classes;
  }

  int passes() {
    return passes;
  }

  @Override
  public Mean at(double temperature, double... next) {
    double logT = Math.log(temperature);
    if (known(logT).isEmpty()) {
      pass(
          next.length == 0
              ? new double[] {
                temperature * Math.exp(-WINDOW), temperature, temperature * Math.exp(WINDOW)
              }
              : DoubleStream.concat(DoubleStream.of(temperature), Arrays.stream(next))
                  .filter(knot -> knot < REACH * temperature)
                  .toArray());
    }
    return known(logT).orElseThrow();
  }

  /** The cubic between the two nearest known temperatures, unless they are too far apart. */
  private Optional<Mean> known(double logT) {
    Map.Entry<Double, Mean> left = known.floorEntry(logT);
    Map.Entry<Double, Mean> right = known.ceilingEntry(logT);
    if (left == null || right == null || right.getKey() - left.getKey() > 1.01 * WINDOW) {
      return Optional.empty();
    }
    double width = right.getKey() - left.getKey();
    return Optional.of(
        width == 0
            ? left.getValue()
            : Mean.between(
                left.getValue(), right.getValue(), (logT - left.getKey()) / width, width));
  }

  private void pass(double... temperatures) {
    passes++;
    int count = temperatures.length;
    double[] bounds = new double[2 * count];
    Arrays.fill(bounds, 0, count, 1);
    // A slope is largest where all other classes are equal, below ln(K)/4 + 1.
    Arrays.fill(bounds, count, 2 * count, Math.log(classes) / 4 + 1);
    ExactSums sums =
        TaskRows.sum(
            target,
            bounds,
            (blocks, part) ->
                blocks.forEachRemaining(block -> add(block.logits(), temperatures, part)));
    for (int t = 0; t < count; t++) {
      known.put(
          Math.log(temperatures[t]), new Mean(sums.value(t) / rows, sums.value(count + t) / rows));
    }
  }

  private static void add(Matrix logits, double[] temperatures, ExactSums sums) {
    double[] confidence = new double[logits.rows()];
    double[] slope = new double[logits.rows()];
    for (int t = 0; t < temperatures.length; t++) {
      Kernels.rowConfidenceWithSlope(logits, temperatures[t], confidence, slope);
      sums.addAll(t, confidence, confidence.length);
      sums.addAll(temperatures.length + t, slope, slope.length);
    }
  }
}
