package org.transcal.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.transcal.example.KnownShift;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.task.MissingPartException;
import org.transcal.task.TransferTask;

class PreparedTaskTest {
  private static final TransferTask TASK = KnownShift.sample(60, 50, 40, 3).task();

  @Test
  void givenSeveralWhoAsk_thenEachValueIsComputedOnce() {
    Counting ratio = new Counting();
    PreparedTask prepared = PreparedTask.of(TASK, ratio);
    assertThat(ratio.calls).hasValue(0);

    ImportanceWeights first = prepared.weights();
    prepared.diagnosis();
    prepared.weights(ratio);

    assertThat(prepared.weights()).isSameAs(first);
    assertThat(ratio.calls).hasValue(1);
    assertThat(prepared.sourceTemperature()).isSameAs(prepared.sourceTemperature());
  }

  @Test
  void givenWeightsOfTheUser_thenNoEstimatorIsAsked() {
    Counting ratio = new Counting();
    double[] own = new double[50];
    Arrays.fill(own, 2);

    ImportanceWeights weights = PreparedTask.of(TASK.withWeights(own), ratio).weights();

    assertThat(weights.estimator()).isEqualTo("given");
    assertThat(ratio.calls).hasValue(0);
  }

  @Test
  void givenNeitherWeightsNorFeatures_thenSaysWhatIsMissing() {
    PreparedTask bare =
        PreparedTask.of(
            TransferTask.named("bare")
                .sourceValidation(
                    TASK.sourceValidation().logits(), TASK.sourceValidation().labels())
                .target(TASK.target().logits())
                .build());

    assertThat(bare.hasWeights()).isFalse();
    assertThatThrownBy(bare::weights)
        .isInstanceOf(MissingPartException.class)
        .hasMessageContaining("source_train_features");
  }

  @Test
  void givenAResample_thenWeightsAndFeaturesAreSharedAndTheTemperatureIsNot() {
    PreparedTask prepared = PreparedTask.of(TASK);
    double[] counts = new double[50];
    Arrays.setAll(counts, i -> i % 3);

    PreparedTask resample =
        prepared.countedBy(Frequencies.copyOf(counts), TASK.target().frequencies());

    assertThat(resample.weights()).isSameAs(prepared.weights());
    assertThat(FeatureSpace.of(resample)).isSameAs(FeatureSpace.of(prepared));
    assertThat(resample.sourceTemperature().temperature())
        .isNotEqualTo(prepared.sourceTemperature().temperature());
    assertThat(resample.original()).isSameAs(prepared);
  }

  @Test
  void givenRowsRedrawn_thenTheOverlapIsComputedAnewAndSharedByItsParts() {
    PreparedTask prepared = PreparedTask.of(KnownShift.sample(60, 50, 40, 3).task());
    Frequencies source = prepared.task().sourceValidation().frequencies();
    double[] counts = new double[40];
    Arrays.fill(counts, 0, 20, 2);
    double[] part = new double[40];
    Arrays.fill(part, 10, 15, 1);

    PreparedTask counted = prepared.countedBy(source, Frequencies.copyOf(counts));
    PreparedTask redrawn = prepared.redrawn(Frequencies.copyOf(counts));

    assertThat(counted.domainAuc()).isEqualTo(prepared.domainAuc());
    assertThat(redrawn.domainAuc()).isNotEqualTo(prepared.domainAuc());
    assertThat(redrawn.countedBy(source, Frequencies.copyOf(part)).domainAuc())
        .isEqualTo(redrawn.domainAuc());
    assertThat(redrawn.original()).isSameAs(prepared);
  }

  @Test
  void givenTwoSetsOfRows_thenDomainAucIsThatOfATask() {
    Matrix train = TASK.features().orElseThrow().sourceTrain();
    Matrix target = TASK.features().orElseThrow().target();

    assertThat(PreparedTask.domainAuc(train, target)).isEqualTo(PreparedTask.of(TASK).domainAuc());
  }

  @Test
  void givenTheSameSourceCounts_thenTheSourceTemperatureIsSharedToo() {
    PreparedTask prepared = PreparedTask.of(TASK);

    PreparedTask chunk =
        prepared.countedBy(TASK.sourceValidation().frequencies(), Frequencies.ones(40));

    assertThat(chunk.sourceTemperature()).isSameAs(prepared.sourceTemperature());
  }

  /** Counts how often it is asked. */
  private static final class Counting implements DensityRatioEstimator {
    private final AtomicInteger calls = new AtomicInteger();

    @Override
    public String name() {
      return "counting";
    }

    @Override
    public ImportanceWeights estimate(TransferTask task) {
      calls.incrementAndGet();
      return ImportanceWeights.ofLogs(new double[task.sourceValidation().logits().rows()], name());
    }
  }
}
