package org.transcal.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.transcal.example.KnownShift;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.prediction.Logits;
import org.transcal.shift.PreparedTask;
import org.transcal.task.Target;
import org.transcal.task.TransferTask;

class TargetEstimatorTest {
  @Test
  void givenSameSeedTwice_thenSameNumbers() {
    TransferTask task = KnownShift.sample(200, 150, 200, 5).task();

    TargetEstimate first = TargetEstimator.seeded(1).estimate(task);
    TargetEstimate second = TargetEstimator.seeded(1).estimate(task);

    assertThat(second.accuracy()).isEqualTo(first.accuracy());
    assertThat(second.ece()).isEqualTo(first.ece());
    assertThat(second.temperature()).isEqualTo(first.temperature());
    assertThat(second.lambda()).isEqualTo(first.lambda());
    assertThat(second.reasons()).isEqualTo(first.reasons());
  }

  @Test
  void givenOtherSeedsAndBinsOnOnePreparedTask_thenEachGetsItsOwn() {
    TransferTask task = KnownShift.sample(200, 150, 200, 5).task();
    TargetEstimator few = TargetEstimator.seeded(1).withBins(3);
    TargetEstimator many = TargetEstimator.seeded(2).withBins(40);

    PreparedTask fewFirst = PreparedTask.of(task);
    PreparedTask manyFirst = PreparedTask.of(task);

    assertThat(few.estimate(fewFirst).ece()).isEqualTo(few.estimate(task).ece());
    assertThat(many.estimate(fewFirst).ece()).isEqualTo(many.estimate(task).ece());
    assertThat(many.estimate(manyFirst).accuracy()).isEqualTo(many.estimate(task).accuracy());
    assertThat(few.estimate(manyFirst).accuracy()).isEqualTo(few.estimate(task).accuracy());
    assertThat(few.estimate(fewFirst)).isSameAs(few.estimate(fewFirst));
  }

  @Test
  void givenEstimate_thenValuesLieInTheirIntervals() {
    TargetEstimate estimate =
        TargetEstimator.seeded(1).estimate(KnownShift.sample(200, 150, 200, 5).task());

    assertThat(estimate.accuracy().interval().contains(estimate.accuracy().value())).isTrue();
    assertThat(estimate.ece().interval().contains(estimate.ece().value())).isTrue();
    assertThat(estimate.temperature().interval().contains(estimate.temperature().value())).isTrue();
    assertThat(estimate.estimators()).containsKeys("ac", "doc", "atc", "iw", "dr", "dis2");
  }

  @Test
  void givenNoFeatures_thenDoubtfulAndSaysWhy() {
    TransferTask whole = KnownShift.sample(200, 150, 200, 5).task();
    TransferTask bare =
        TransferTask.named("bare")
            .sourceValidation(whole.sourceValidation().logits(), whole.sourceValidation().labels())
            .target(whole.target().logits())
            .build();

    TargetEstimate estimate = TargetEstimator.seeded(1).estimate(bare);

    assertThat(estimate.verdict()).isEqualTo(Verdict.DOUBTFUL);
    assertThat(estimate.reasons().get(0)).contains("no features");
    assertThat(estimate.lambda()).isEmpty();
  }

  @Test
  void givenTheSourceItselfAsTarget_thenNoRowIsItsOwnNeighbour() {
    TransferTask known = KnownShift.sample(200, 150, 200, 5).task();
    Matrix train = known.features().orElseThrow().sourceTrain();
    Matrix home = known.features().orElseThrow().sourceValidation();
    Logits logits = known.sourceValidation().logits();
    TransferTask same =
        TransferTask.named("home")
            .sourceValidation(logits, known.sourceValidation().labels())
            .target(logits)
            .features(train, home, home)
            .build();

    PreparedTask prepared = PreparedTask.of(same);

    assertThat(AccuracyEstimator.NEIGHBOURS.estimate(prepared))
        .isCloseTo(Neighbourhoods.of(prepared).agreementAtHome(), within(1e-12));
  }

  @Test
  void givenPartOfTheRows_thenItsAccuracyHasTheVerdictOfAll() {
    PreparedTask prepared = PreparedTask.of(KnownShift.sample(200, 150, 200, 5).task());
    double[] counts = new double[200];
    Arrays.fill(counts, 0, 50, 1);
    PreparedTask part =
        prepared.countedBy(
            prepared.task().sourceValidation().frequencies(), Frequencies.copyOf(counts));
    CombinedAccuracy combined = CombinedAccuracy.of(part);

    assertThat(TargetEstimator.accuracy(part))
        .isEqualTo(
            new Estimate(
                combined.accuracy(),
                TargetEstimator.chunkInterval(
                    combined,
                    TargetEstimator.seeded(0).estimate(prepared).verdict(),
                    Frequencies.copyOf(counts))));
  }

  @Test
  void givenLabelBudget_thenClosedForm() {
    Interval wide = new Interval(0.4, 0.8);

    // 1.6448536² · ¼ / 0.03² = 751.5, of 1,000 rows 751.5 / (1 + 750.5/1000) = 429.3.
    assertThat(TargetEstimator.labelsNeeded(wide, 1e12)).isEqualTo(752);
    assertThat(TargetEstimator.labelsNeeded(wide, 1000)).isEqualTo(430);
    assertThat(TargetEstimator.labelsNeeded(new Interval(0.80, 0.85), 1000)).isZero();
    assertThat(TargetEstimator.labelsNeeded(wide, 10)).isLessThanOrEqualTo(10);
  }

  @Test
  void givenAccuracy_thenMeanConfidenceAtItsTemperatureIsThatAccuracy() {
    Target target = KnownShift.sample(200, 150, 200, 5).task().target();

    Estimate temperature =
        TargetEstimator.temperature(target, new Estimate(0.7, new Interval(0.6, 0.8)));

    assertThat(meanConfidence(target, temperature.value())).isCloseTo(0.7, within(1e-6));
    assertThat(meanConfidence(target, temperature.interval().low())).isCloseTo(0.8, within(1e-6));
    assertThat(meanConfidence(target, temperature.interval().high())).isCloseTo(0.6, within(1e-6));
  }

  @Test
  void givenOwnMeanConfidenceWithinTheAccuracies_thenErrorMayBeZero() {
    Target target = KnownShift.sample(200, 150, 200, 5).task().target();
    double own = meanConfidence(target, 1);
    TargetEstimator estimator = TargetEstimator.seeded(1);

    Estimate around =
        estimator.calibrationError(
            target, new Estimate(own, new Interval(own - 0.05, Math.min(1, own + 0.05))));
    Estimate below =
        estimator.calibrationError(
            target, new Estimate(own - 0.2, new Interval(own - 0.3, own - 0.1)));

    assertThat(around.interval().low()).isZero();
    assertThat(around.value()).isCloseTo(0, within(1e-6));
    assertThat(below.value()).isCloseTo(0.2, within(1e-6));
    assertThat(below.interval().low()).isCloseTo(0.1, within(1e-6));
    assertThat(below.interval().high()).isCloseTo(0.3, within(1e-6));
  }

  @Test
  void givenConfidenceThatNoTemperatureLowersEnough_thenTheErrorIsStillItsExcess() {
    Target target = KnownShift.sample(200, 150, 200, 5).task().target();
    Matrix logits = target.logits().values();
    double[] huge = new double[logits.rows() * logits.columns()];
    Arrays.setAll(huge, i -> 1e6 * logits.get(i / logits.columns(), i % logits.columns()));
    Target certain =
        new Target(
            Logits.of(Matrix.wrap(huge, logits.rows(), logits.columns())), target.frequencies());

    Estimate error =
        TargetEstimator.seeded(1)
            .calibrationError(certain, new Estimate(0.8, new Interval(0.7, 0.9)));

    // Confidence is 1 whatever the temperature.
    assertThat(error.value()).isCloseTo(0.2, within(1e-6));
    assertThat(error.interval().low()).isCloseTo(0.1, within(1e-6));
    assertThat(error.interval().high()).isCloseTo(0.3, within(1e-6));
  }

  @Test
  void givenMoreRowsOrTrust_thenIntervalIsNarrower() {
    CombinedAccuracy combined =
        CombinedAccuracy.of(PreparedTask.of(KnownShift.sample(200, 150, 200, 5).task()));
    Interval few = chunk(combined, Verdict.DOUBTFUL, 10);
    Interval many = chunk(combined, Verdict.DOUBTFUL, 100_000);
    Interval trusted = chunk(combined, Verdict.TRUSTWORTHY, 100_000);

    assertThat(few.low()).isLessThan(many.low());
    assertThat(few.high()).isGreaterThanOrEqualTo(many.high());
    assertThat(many.low()).isLessThan(trusted.low());
    assertThat(trusted.low()).isLessThan(combined.accuracy());
    assertThat(many.high()).isEqualTo(trusted.high()).isGreaterThan(combined.accuracy());
  }

  @Test
  void givenExponent_thenRestOfTheEstimateStays() {
    TransferTask task = KnownShift.sample(60, 60, 60, 5).task();
    TargetEstimate estimate = TargetEstimator.seeded(1).estimate(task);
    Estimate exponent = new Estimate(0.5, new Interval(0.4, 0.6));

    TargetEstimate with = estimate.withLambda(Optional.of(exponent));

    assertThat(with.lambda()).contains(exponent);
    assertThat(with.withLambda(Optional.empty())).isEqualTo(estimate);
    assertThat(with.task()).isSameAs(task);
  }

  @Test
  void givenResamples_thenStatisticsAreSortedAndVary() {
    PreparedTask prepared = PreparedTask.of(KnownShift.sample(60, 60, 60, 5).task());

    double[] rows = Replicates.sorted(prepared, 8, 1, p -> p.task().target().frequencies().get(0));

    assertThat(rows).hasSize(8).isSorted();
    assertThat(rows[7]).isGreaterThan(rows[0]);
  }

  @Test
  void givenVerdict_thenItsWordAndTrackRecordSayWhatItMeant() {
    assertThat(Verdict.DOUBTFUL.word()).isEqualTo("doubtful");
    for (Verdict verdict : Verdict.values()) {
      assertThat(verdict.tasks()).isPositive();
      assertThat(verdict.points()).isPositive();
      assertThat(verdict.trackRecord())
          .contains(verdict.tasks() + " real tasks", "within " + verdict.points() + " points");
    }
    assertThat(Verdict.TRUSTWORTHY.trackRecord()).contains("28 real tasks", "all of one data set");
    assertThat(Verdict.TRUSTWORTHY.points()).isLessThan(Verdict.DOUBTFUL.points());
  }

  private static Interval chunk(CombinedAccuracy combined, Verdict verdict, int rows) {
    return TargetEstimator.chunkInterval(
        combined, verdict, Frequencies.copyOf(new double[] {rows}));
  }

  private static double meanConfidence(Target target, double temperature) {
    return target.frequencies().mean(Kernels.rowConfidence(target.logits().values(), temperature));
  }
}
