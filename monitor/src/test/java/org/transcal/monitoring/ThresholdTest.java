package org.transcal.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.transcal.example.KnownShift;
import org.transcal.model.IdentityModel;

class ThresholdTest {
  private static final KnownShift EXAMPLE = KnownShift.sample(300, 400, 500, 1);

  private static final Monitor MONITOR =
      Monitor.against(
          Reference.learn(
              EXAMPLE.task(),
              new IdentityModel(EXAMPLE.task().classes()),
              List.of(),
              List.of(),
              List.of(),
              0));

  @Test
  void givenMoreRows_thenTheThresholdIsNearerToWhatIsUsual() {
    double few = MONITOR.threshold(Metric.ACCURACY, 100);
    double many = MONITOR.threshold(Metric.ACCURACY, 10_000);

    assertThat(few).isBetween(0.0, many);
    assertThat(many).isLessThan(1);
    assertThat(MONITOR.threshold(Metric.ECE, 100))
        .isGreaterThan(MONITOR.threshold(Metric.ECE, 10_000));
  }

  @Test
  void givenANight_thenItsThresholdIsTheOneToldBefore() {
    Batch batch =
        new Batch(
            EXAMPLE.task().target().logits(),
            EXAMPLE.task().features().map(f -> f.target()),
            Optional.empty(),
            Map.of());

    BatchResult night = MONITOR.observe(BatchTime.parse("1"), batch).get(0);

    for (Metric metric : Metric.withoutLabels()) {
      assertThat(night.reading(metric).orElseThrow().threshold())
          .isEqualTo(MONITOR.threshold(metric, night.rows()));
    }
  }

  @Test
  void givenAFixedThreshold_thenItIsThatOne() {
    AlertPolicy policy =
        new AlertPolicy(0.01, Set.of(Metric.ACCURACY), Map.of(Metric.ACCURACY, 0.7), 1);

    assertThat(MONITOR.withPolicy(policy).threshold(Metric.ACCURACY, 10)).isEqualTo(0.7);
    assertThat(Metric.named("domainAuc")).contains(Metric.DOMAIN_AUC);
    assertThat(Metric.named("speed")).isEmpty();
  }
}
