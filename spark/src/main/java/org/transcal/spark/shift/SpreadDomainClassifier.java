package org.transcal.spark.shift;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.transcal.Termination;
import org.transcal.matrix.Matrix;
import org.transcal.optim.LimitedMemoryBfgs;
import org.transcal.optim.Preconditioner;
import org.transcal.optim.VectorMinimum;
import org.transcal.shift.DomainSeparation;
import org.transcal.spark.rows.Census;
import org.transcal.spark.rows.RowBlock;
import org.transcal.spark.rows.Split;
import org.transcal.spark.rows.TaskRows;
import org.transcal.spark.sum.ExactSums;

/**
 * The logistic regression that tells source training rows from target rows, fitted where the rows
 * are: Σ log losses + ½‖β‖², the smaller domain counted n_larger / n_smaller times.
 *
 * <p>Sums are {@link ExactSums}, so the coefficients have the same bits whatever the partitioning
 * and the order of rows. The search is L-BFGS in variables made round by the curvature of a sample;
 * where it has not converged after some passes, the curvature is taken anew at that point.
 *
 * <p>Cost: a pass over cached rows an evaluation, usually ten to thirty; 3(d + 3) numbers for each
 * domain come back from a partition, and once or twice 3(d + 1)(d + 2)/2.
 *
 * @param tolerance gradient norm to reach, relative to that at 0, in round variables
 * @param maxEvaluations passes after which the search gives up
 */
public record SpreadDomainClassifier(double tolerance, int maxEvaluations) {
  /** With more columns than this, products of columns would cost more than they save. */
  private static final int MOST_PAIRED_COLUMNS = 512;

  private static final int MEMORY = 20;
  private static final int EVALUATIONS_PER_ROUND = 25;

  /** Root of twice the share of the value that may be left to gain. */
  private static final double GAIN_TOLERANCE = 1e-6;

  /** A fitted classifier, and how well it tells the domains apart. */
  public record Fit(DomainScore score, DomainSeparation separation, int passes) {}

  /** A sum over the rows of a partition. */
  @FunctionalInterface
  private interface Part extends Serializable {
    ExactSums sum(Iterator<RowBlock> blocks, ExactSums empty);
  }

  /** Fits to cached rows. */
  public Fit fit(TaskRows rows) {
    return new Search(rows).run();
  }

  private final class Search {
    private final JavaRDD<RowBlock> blocks;
    private final Census census;
    private int passes;
    private double[] lastPoint = {};
    private double[] lastGradient = {};
    private double lastValue;

    Search(TaskRows rows) {
      this.blocks = rows.blocks();
      this.census = rows.census();
    }

    private ExactSums pass(ExactSums empty, Part part) {
      passes++;
      return blocks
          .mapPartitions(iterator -> List.of(part.sum(iterator, empty)).iterator())
          .treeAggregate(empty, ExactSums::merge, ExactSums::merge);
    }

    private DomainFrame frame(double[] center) {
      return DomainFrame.around(
          center,
          census.low(),
          census.high(),
          census.rows(Split.SOURCE_TRAIN),
          census.rows(Split.TARGET));
    }

    Fit run() {
      double[] low = census.low();
      double[] high = census.high();
      double[] middle = new double[low.length];
      Arrays.setAll(middle, j -> low[j] / 2 + high[j] / 2);
      DomainFrame wide = frame(middle);
      MomentPass moments = new MomentPass(wide);
      ExactSums sums = pass(moments.empty(), moments::sum);
      double[] mean = moments.means(sums);
      double[] squares = moments.squares(sums);
      double[] center = new double[mean.length];
      Arrays.setAll(center, j -> middle[j] + mean[j]);
      DomainFrame frame = frame(center);
      double[] scales = new double[center.length + 1];
      for (int j = 0; j < center.length; j++) {
        double variance = Math.max(0, squares[j] - mean[j] * mean[j]);
        scales[j] = Math.sqrt(frame.total() * variance / 4 + 1);
      }
      scales[center.length] = Math.sqrt(frame.total() / 4);
      return fit(frame, Preconditioner.diagonal(scales), rounding(frame, scales));
    }

    /** How large a gradient, in round variables, the rounding of terms can make. */
    private double rounding(DomainFrame frame, double[] scales) {
      double squared = 0;
      for (int j = 0; j < frame.columns(); j++) {
        double column = frame.reach(j) * Math.sqrt(frame.total()) / scales[j];
        squared += column * column;
      }
      return 0x1p-40 * Math.sqrt(squared + 4);
    }

    private Fit fit(DomainFrame frame, Preconditioner plain, double rounding) {
      double[] start = new double[frame.columns() + 1];
      double[] startSlope = new double[start.length];
      double startValue = evaluate(frame, start, startSlope);
      boolean paired = frame.columns() <= MOST_PAIRED_COLUMNS;
      double[] at = start;
      double value = startValue;
      VectorMinimum minimum;
      int evaluations = 1;
      do {
        Preconditioner round = paired ? curvature(frame, at) : plain;
        double goal =
            Math.min(
                tolerance * norm(round.solveLower(startSlope)), GAIN_TOLERANCE * Math.sqrt(value));
        int left = Math.max(1, maxEvaluations - evaluations);
        int budget = paired ? Math.min(EVALUATIONS_PER_ROUND, left) : left;
        minimum = search(frame, round, at, budget, Math.max(rounding, goal));
        evaluations += minimum.evaluations();
        at = round.solveUpper(minimum.at());
        value = minimum.value();
      } while (paired
          && minimum.termination() == Termination.EVALUATION_LIMIT
          && evaluations < maxEvaluations);
      DomainScore score = new DomainScore(frame, at);
      return new Fit(
          score, new DomainSeparation(value, areaUnderCurve(score), minimum.termination()), passes);
    }

    private Preconditioner curvature(DomainFrame frame, double[] at) {
      CurvaturePass curvature = new CurvaturePass(frame, at);
      return curvature.finish(pass(curvature.empty(), curvature::sum));
    }

    private VectorMinimum search(
        DomainFrame frame, Preconditioner round, double[] from, int budget, double goal) {
      return new LimitedMemoryBfgs(tolerance, budget, MEMORY)
          .minimize(
              (point, gradient) -> {
                double[] slope = new double[point.length];
                double value = evaluate(frame, round.solveUpper(point), slope);
                System.arraycopy(round.solveLower(slope), 0, gradient, 0, gradient.length);
                return value;
              },
              round.multiplyUpper(from),
              goal);
    }

    private double evaluate(DomainFrame frame, double[] point, double[] gradient) {
      if (!Arrays.equals(point, lastPoint)) {
        // A search starts where the one before ended: that pass need not be made twice.
        LossPass loss = new LossPass(frame, point);
        lastGradient = new double[point.length];
        lastValue = loss.finish(pass(loss.empty(), loss::sum), lastGradient);
        lastPoint = point.clone();
      }
      System.arraycopy(lastGradient, 0, gradient, 0, gradient.length);
      return lastValue;
    }

    private double areaUnderCurve(DomainScore score) {
      passes++;
      return blocks
          .filter(block -> block.split() != Split.SOURCE_VALIDATION)
          .treeAggregate(
              new ScoreHistogram(),
              (histogram, block) -> {
                Matrix features = block.features();
                for (double value : score.of(features)) {
                  histogram.add(DomainFrame.domain(block.split()), value);
                }
                return histogram;
              },
              ScoreHistogram::merge)
          .areaUnderCurve();
    }
  }

  private static double norm(double[] x) {
    return Math.sqrt(Arrays.stream(x).map(value -> value * value).sum());
  }
}
