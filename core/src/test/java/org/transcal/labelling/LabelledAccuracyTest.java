package org.transcal.labelling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.accuracy.TargetEstimator;
import org.transcal.accuracy.Verdict;
import org.transcal.example.KnownShift;
import org.transcal.labelling.LabelledAccuracy.Counts;
import org.transcal.labelling.LabelledRows.Draw;
import org.transcal.labelling.LabelledRows.Row;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.shift.PreparedTask;
import org.transcal.task.MissingPartException;

/** Expected numbers: {@code stratified.py}. */
class LabelledAccuracyTest {
  private static final double ROUNDING = 1e-9;
  private static final KnownShift EXAMPLE = KnownShift.sample(300, 300, 600, 3);
  private static final PreparedTask TASK = PreparedTask.of(EXAMPLE.task());
  private static final double[] CORRECT =
      EXAMPLE.task().target().logits().correctness(EXAMPLE.targetLabels());
  private static final double TRUTH = Arrays.stream(CORRECT).average().orElseThrow();

  private static final Estimate THREE_STRATA =
      new Counts(new double[] {100, 300, 600}, new double[] {20, 20, 20}, new double[] {8, 15, 20})
          .accuracy();

  @Test
  void givenStrata_thenValueAndIntervalOfScipy() {
    assertEstimate(THREE_STRATA, 0.865, 0.8037658081755416, 0.9092828935582146);
  }

  @Test
  void givenFewLabelsPerStratum_thenVarianceAlsoFromNeighbours() {
    Estimate accuracy =
        new Counts(new double[] {100, 300, 600}, new double[] {2, 3, 1}, new double[] {1, 3, 1})
            .accuracy();

    assertEstimate(accuracy, 0.95, 0.3990432045421215, 0.9981640055165142);
  }

  @Test
  void givenMoreThanATenthOfTheRows_thenCorrectedForTheirNumber() {
    Estimate accuracy =
        new Counts(new double[] {50, 60, 70}, new double[] {20, 20, 20}, new double[] {8, 15, 20})
            .accuracy();

    assertEstimate(accuracy, 0.75, 0.6858489420571624, 0.8047798901846105);
  }

  /** One label per stratum, of a plan of 100; the share of 300 has a standard error of 0.013. */
  @Test
  void givenOnlyTheFirstTenRowsLabelled_thenStillValid() {
    double covered = 0;
    for (int seed = 0; seed < 300; seed++) {
      LabelledRows first = new LabelledRows(labelled(seed, 100).rows().subList(0, 10));
      covered +=
          LabelledAccuracy.of(TASK, first).accuracy().interval().contains(TRUTH) ? 1 / 300.0 : 0;
    }

    assertThat(covered).isBetween(0.88, 0.99);
  }

  @Test
  void givenNoErrors_thenNotCertain() {
    Estimate accuracy =
        new Counts(new double[] {500, 500}, new double[] {10, 30}, new double[] {10, 30})
            .accuracy();

    assertEstimate(accuracy, 1, 0.889474102365402, 1);
  }

  @Test
  void givenEstimateWithoutLabels_thenPooledByInverseVariance() {
    LabelledAccuracy labels = new LabelledAccuracy(THREE_STRATA, 60, 0);

    Estimate pooled = labels.pooledWith(new Estimate(0.8, new Interval(0.7, 0.9)));

    assertEstimate(pooled, 0.8473035661402141, 0.7925984936499094, 0.8895894257591459);
  }

  /** The share of 300 plans has a standard error of 0.017. */
  @Test
  void givenManyPlans_thenIntervalsContainTheTruthNineTimesInTen() {
    double covered = 0;
    double width = 0;
    for (int seed = 0; seed < 300; seed++) {
      Interval interval = LabelledAccuracy.of(TASK, labelled(seed, 100)).accuracy().interval();
      covered += interval.contains(TRUTH) ? 1 / 300.0 : 0;
      width += (interval.high() - interval.low()) / 300;
    }

    assertThat(covered).isBetween(0.86, 0.94);
    double wilson = 2 * 1.645 * Math.sqrt(TRUTH * (1 - TRUTH) / 102.7);
    assertThat(width / wilson).isLessThan(0.92);
  }

  @Test
  void givenOwnRandomSamples_thenIntervalsContainTheTruthNineTimesInTen() {
    double covered = 0;
    for (int seed = 0; seed < 300; seed++) {
      LabelledRows own =
          new LabelledRows(
              new SplittableRandom(seed)
                  .ints(0, 600)
                  .distinct()
                  .limit(100)
                  .mapToObj(LabelledAccuracyTest::own)
                  .toList());
      covered +=
          LabelledAccuracy.of(TASK, own).accuracy().interval().contains(TRUTH) ? 1 / 300.0 : 0;
    }

    assertThat(covered).isBetween(0.86, 0.95);
  }

  @Test
  void givenAllRowsLabelled_thenExact() {
    LabelledRows all =
        new LabelledRows(IntStream.range(0, 600).mapToObj(LabelledAccuracyTest::own).toList());
    TargetEstimate free = TargetEstimator.seeded(0).estimate(TASK);

    LabelledEstimate estimate = LabelledEstimate.of(free, all, 15);

    assertThat(estimate.labels().accuracy().value()).isCloseTo(TRUTH, within(ROUNDING));
    assertThat(width(estimate.labels())).isZero();
    assertThat(estimate.labels().recommendedMore()).isZero();
    assertThat(estimate.labels().pooledWith(free.accuracy()).value())
        .isCloseTo(TRUTH, within(ROUNDING));
    double[] confidence = EXAMPLE.task().target().logits().softmax(1).top().confidences();
    double ece =
        ReliabilityDiagram.of(confidence, CORRECT, EXAMPLE.task().target().frequencies(), 15)
            .expectedCalibrationError();
    assertThat(estimate.after().ece().value()).isCloseTo(ece, within(ROUNDING));
  }

  @Test
  void givenHalfOfThePlanFilledIn_thenStillUnbiasedAndWider() {
    LabelledRows whole = labelled(4, 100);
    LabelledRows half =
        new LabelledRows(
            IntStream.range(0, 100)
                .mapToObj(
                    i ->
                        i < 50
                            ? whole.rows().get(i)
                            : new Row(
                                whole.rows().get(i).row(),
                                OptionalInt.empty(),
                                whole.rows().get(i).draw()))
                .toList());
    LabelledRows cut = new LabelledRows(whole.rows().subList(0, 50));

    LabelledAccuracy fifty = LabelledAccuracy.of(TASK, half);

    assertThat(fifty.used()).isEqualTo(50);
    assertThat(width(fifty)).isGreaterThan(width(LabelledAccuracy.of(TASK, whole)));
    assertThat(LabelledAccuracy.of(TASK, cut)).as("lines deleted").isEqualTo(fifty);
  }

  /** The mean of 600 estimates from three labels has a standard error of 0.012. */
  @Test
  void givenOnlyTheFirstThreeRowsLabelled_thenUnbiased() {
    double mean = 0;
    for (int seed = 0; seed < 600; seed++) {
      List<Row> plan = new LabelSampler(seed).choose(TASK, 100).rows();
      List<Row> rows =
          IntStream.range(0, plan.size())
              .mapToObj(i -> i < 3 ? labelled(plan.get(i)) : plan.get(i))
              .toList();
      mean += LabelledAccuracy.of(TASK, new LabelledRows(rows)).accuracy().value() / 600;
    }

    assertThat(mean).isCloseTo(TRUTH, within(0.03));
  }

  @Test
  void givenFewerLabelsThanStrata_thenThoseWithoutAreSplitBetweenTheNearest() {
    int right = IntStream.range(0, 600).filter(i -> CORRECT[i] == 1).findFirst().orElseThrow();
    int wrong = IntStream.range(0, 600).filter(i -> CORRECT[i] == 0).findFirst().orElseThrow();
    int[] others = IntStream.range(0, 600).filter(i -> i != right && i != wrong).toArray();
    int[] strata = {others[0], right, others[1], others[2], wrong};
    List<Row> rows =
        IntStream.range(0, 5)
            .mapToObj(
                h -> {
                  Draw draw = new Draw(h, 100 + h, 0.01, 1);
                  Row row = new Row(strata[h], OptionalInt.empty(), Optional.of(draw));
                  return h == 1 || h == 4 ? labelled(row) : row;
                })
            .toList();

    double accuracy = LabelledAccuracy.of(TASK, new LabelledRows(rows)).accuracy().value();

    assertThat(accuracy).isCloseTo((100 + 101 + (102 + 103) / 2.0) / 510, within(ROUNDING));
  }

  @Test
  void givenStrataWithoutLabels_thenStillAnEstimate() {
    LabelledRows plan = labelled(4, 100);
    LabelledRows some =
        new LabelledRows(
            plan.rows().stream()
                .filter(row -> row.draw().orElseThrow().stratum() % 3 == 1)
                .toList());

    LabelledAccuracy accuracy = LabelledAccuracy.of(TASK, some);

    assertThat(accuracy.used()).isEqualTo(30);
    assertThat(accuracy.accuracy().value()).isBetween(0.3, 0.9);
  }

  @Test
  void givenRecommendedMore_thenThatManyReachTheHalfWidth() {
    LabelledAccuracy few = LabelledAccuracy.of(TASK, labelled(2, 60));
    int more = (int) few.recommendedMore();

    LabelledAccuracy enough = LabelledAccuracy.of(TASK, labelled(2, 60 + more));

    assertThat(more).isPositive();
    assertThat(width(enough) / 2).isCloseTo(LabelledAccuracy.HALF_WIDTH, within(0.01));
  }

  @Test
  void givenLabels_thenVerdictFollowsTheHalfWidthAndReasonsNameBoth() {
    TargetEstimate free = TargetEstimator.seeded(0).estimate(TASK);

    LabelledEstimate hundred = LabelledEstimate.of(free, labelled(1, 100), 15);
    LabelledEstimate three = LabelledEstimate.of(free, labelled(1, 3), 15);

    assertThat(hundred.after().verdict()).isEqualTo(Verdict.TRUSTWORTHY);
    assertThat(three.after().verdict()).isEqualTo(Verdict.UNTRUSTWORTHY);
    assertThat(hundred.after().reasons().get(0)).contains("Measured on 100 labelled target rows");
    assertThat(hundred.after().reasons().get(1)).contains("Without labels the estimate was");
    assertThat(three.after().judgement().reasonsAgainst().get(0)).contains("The interval is wide");
    assertThat(hundred.after().labelsNeeded()).isEqualTo(hundred.labels().recommendedMore());
  }

  @Test
  void givenNoLabel_thenRefuses() {
    LabelledRows plan = new LabelSampler(1).choose(TASK, 10);

    assertThatThrownBy(() -> LabelledAccuracy.of(TASK, plan))
        .isInstanceOf(MissingPartException.class)
        .hasMessageContaining("none of the 10 rows has one");
  }

  private static Row own(int row) {
    return Row.of(row, EXAMPLE.targetLabels().get(row));
  }

  private static LabelledRows labelled(long seed, int budget) {
    List<Row> plan = new LabelSampler(seed).choose(TASK, budget).rows();
    return new LabelledRows(plan.stream().map(LabelledAccuracyTest::labelled).toList());
  }

  private static Row labelled(Row row) {
    return row.labelled(EXAMPLE.targetLabels().get(row.row()));
  }

  private static double width(LabelledAccuracy accuracy) {
    Interval interval = accuracy.accuracy().interval();
    return interval.high() - interval.low();
  }

  private static void assertEstimate(Estimate actual, double value, double low, double high) {
    assertThat(actual.value()).isCloseTo(value, within(ROUNDING));
    assertThat(actual.interval().low()).isCloseTo(low, within(ROUNDING));
    assertThat(actual.interval().high()).isCloseTo(high, within(ROUNDING));
  }
}
