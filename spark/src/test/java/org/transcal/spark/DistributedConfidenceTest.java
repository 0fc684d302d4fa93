package org.transcal.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.transcal.calibration.TargetConfidence;
import org.transcal.example.KnownShift;
import org.transcal.spark.rows.HandleInvalid;
import org.transcal.spark.rows.RowPlan;
import org.transcal.spark.rows.Split;
import org.transcal.spark.rows.TaskRows;
import org.transcal.task.TransferTask;

/** Distributed means are those of {@code core}, in few passes. */
@ExtendWith(LocalSpark.class)
class DistributedConfidenceTest {
  /** Units of 2⁻⁴⁰, and the cubic of a window. */
  private static final double EXACT = 1e-11;

  /** Slopes are interpolated linearly, and only steer a search. */
  private static final double SLOPE_FACTOR = 1e4;

  private static final TransferTask TASK = KnownShift.sample(50, 50, 2000, 8).task();
  private static final TargetConfidence CORE = TargetConfidence.of(TASK.target());

  private static void withTarget(Consumer<DistributedConfidence> check) {
    RowPlan plan =
        new RowPlan(
            new RowPlan.Columns("split", "features", "logits", "label", ""),
            new RowPlan.SplitValues("source_train", "source_val", "target"),
            RowPlan.Weighting.NONE,
            HandleInvalid.ERROR);
    try (TaskRows rows = TaskRows.read(TaskFrame.of(TASK), plan, StorageLevel.MEMORY_ONLY())) {
      check.accept(new DistributedConfidence(rows.blocks(Split.TARGET), 2000, TASK.classes()));
    }
  }

  private static void assertClose(
      TargetConfidence.Mean actual, TargetConfidence.Mean expected, double error) {
    assertThat(actual.confidence()).isCloseTo(expected.confidence(), within(error));
    assertThat(actual.slope()).isCloseTo(expected.slope(), within(SLOPE_FACTOR * error));
  }

  @Test
  void givenStepsOfARootSearch_thenTheyAreExactAndShareOnePass() {
    withTarget(
        target -> {
          for (double temperature : new double[] {2.5, 2.5001, 2.4999, 2.5005, 2.5}) {
            assertClose(target.at(temperature), CORE.at(temperature), EXACT);
          }

          assertThat(target.passes()).isEqualTo(1);
        });
  }

  @Test
  void givenAnnouncedTemperatures_thenOnePassCoversThemUpToSixteenfold() {
    double[] knots = {1, 1.5, 2, 4, 8, 16, 64, 256, 1e6};
    withTarget(
        target -> {
          for (int k = 0; k < 6; k++) {
            double[] next = Arrays.copyOfRange(knots, k + 1, knots.length);
            assertClose(target.at(knots[k], next), CORE.at(knots[k]), EXACT);
          }
          assertThat(target.passes()).isEqualTo(1);

          assertClose(target.at(64, 256, 1e6), CORE.at(64), EXACT);
          assertClose(target.at(256, 1e6), CORE.at(256), EXACT);
          assertThat(target.passes()).isEqualTo(2);
        });
  }
}
