package org.transcal.spark.shift;

import org.apache.spark.api.java.JavaRDD;
import org.transcal.optim.LimitedMemoryBfgs;
import org.transcal.optim.VectorMinimum;
import org.transcal.shift.DomainSeparation;
import org.transcal.spark.rows.RowBlock;
import org.transcal.spark.rows.Split;
import org.transcal.spark.rows.TaskRows;

/**
 * The logistic regression that tells source training rows from target rows, fitted by {@code
 * core}'s L-BFGS without moving the rows.
 *
 * @param tolerance preconditioned gradient norm to reach, relative to the start
 * @param maxEvaluations evaluations of the loss after which the search gives up
 */
public record DistributedDomainClassifier(double tolerance, int maxEvaluations) {
  /** As in {@code core}. */
  private static final int MEMORY = 10;

  /** A fitted classifier, and how well it separates the domains. */
  public record Fit(DomainScore score, DomainSeparation separation, int passes) {}

  /** Fits to cached rows. */
  public Fit fit(TaskRows rows) {
    JavaRDD<RowBlock> blocks =
        rows.blocks().filter(block -> block.split() != Split.SOURCE_VALIDATION);
    DistributedDomainLoss loss = new DistributedDomainLoss(blocks, rows.statistics());
    VectorMinimum minimum =
        new LimitedMemoryBfgs(tolerance, maxEvaluations, MEMORY)
            .minimize(loss, new double[loss.features().variables()], loss.gradientRounding());
    DomainScore score = new DomainScore(loss.features(), minimum.at());
    DomainSeparation separation =
        new DomainSeparation(minimum.value(), areaUnderCurve(blocks, score), minimum.termination());
    return new Fit(score, separation, loss.passes() + 1);
  }

  private static double areaUnderCurve(JavaRDD<RowBlock> blocks, DomainScore score) {
    return blocks
        .treeAggregate(
            new ScoreHistogram(),
            (histogram, block) -> histogram.add(DomainBatch.domain(block), score.of(block)),
            ScoreHistogram::merge)
        .areaUnderCurve();
  }
}
