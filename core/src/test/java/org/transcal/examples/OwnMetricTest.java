package org.transcal.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.transcal.example.KnownShift;
import org.transcal.metric.Bootstrap;
import org.transcal.metric.CalibrationMetric;
import org.transcal.metric.CalibrationMetrics;
import org.transcal.metric.ConfidenceLevels;
import org.transcal.metric.ConfidenceMetric;
import org.transcal.metric.Estimate;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.MetricEvaluation;
import org.transcal.metric.StreamingEvaluation;

/** Metrics of your own in evaluations. */
class OwnMetricTest {
  /** Mean probability of the true class; needs all rows at once. */
  static class TrueClassProbability implements CalibrationMetric {
    @Override
    public String key() {
      return "trueClass";
    }

    @Override
    public String title() {
      return "Mean probability of the true class";
    }

    @Override
    public Better better() {
      return Better.HIGHER;
    }

    @Override
    public double measure(LabelledPredictions predictions) {
      double[] p = new double[predictions.rows()];
      for (int i = 0; i < p.length; i++) {
        p[i] = predictions.probabilities().get(i, predictions.labels().get(i));
      }
      return predictions.frequencies().mean(p);
    }
  }

  /** Share of rows of high confidence that are wrong; works on streams. */
  static class ConfidentlyWrong implements ConfidenceMetric {
    @Override
    public String key() {
      return "confidentlyWrong";
    }

    @Override
    public String title() {
      return "Wrong rows of confidence above 0.9";
    }

    @Override
    public double measure(ConfidenceLevels levels) {
      double wrong = 0;
      for (int i = 0; i < levels.end(); i = levels.next(i)) {
        wrong += levels.confidence(i) > 0.9 ? levels.count(i) - levels.correct(i) : 0;
      }
      return wrong / levels.total();
    }
  }

  private static final Bootstrap BOOTSTRAP = Bootstrap.seeded(1).withReplicates(50);

  private final KnownShift shift = KnownShift.sample(20, 20, 300, 3);
  private final LabelledPredictions predictions =
      LabelledPredictions.of(shift.task().target().logits().softmax(1), shift.targetLabels());

  @Test
  void givenOwnMetrics_thenTheEvaluationHasTheirNamesAndIntervals() {
    List<CalibrationMetric> metrics = new ArrayList<>(CalibrationMetrics.all(15));
    metrics.add(new TrueClassProbability());
    metrics.add(new ConfidentlyWrong());

    MetricEvaluation evaluation = MetricEvaluation.of(predictions, metrics, 15, BOOTSTRAP);

    assertThat(evaluation.scores()).hasSameSizeAs(metrics);
    assertThat(evaluation.scores().stream().map(score -> score.metric().title()))
        .endsWith("Mean probability of the true class", "Wrong rows of confidence above 0.9");
    Estimate estimate = evaluation.estimate("trueClass");
    assertThat(estimate.value()).isEqualTo(new TrueClassProbability().measure(predictions));
    assertThat(estimate.interval().low()).isLessThan(estimate.value());
    assertThat(estimate.interval().high()).isGreaterThan(estimate.value());
    assertThat(evaluation.estimate("confidentlyWrong").value())
        .isCloseTo(new ConfidentlyWrong().measure(predictions), within(1e-15));
  }

  @Test
  void givenOwnMetrics_thenBuiltInOnesAreUnchanged() {
    List<CalibrationMetric> metrics = new ArrayList<>(CalibrationMetrics.all(15));
    metrics.add(0, new TrueClassProbability());
    metrics.add(1, new ConfidentlyWrong());

    MetricEvaluation with = MetricEvaluation.of(predictions, metrics, 15, BOOTSTRAP);
    MetricEvaluation without = MetricEvaluation.of(predictions, 15, BOOTSTRAP);

    assertThat(with.scores().subList(2, metrics.size())).isEqualTo(without.scores());
    assertThat(with.reliability()).isEqualTo(without.reliability());
  }

  @Test
  void givenSeveralBlocks_thenAMetricOfAllRowsIsRefusedByName() {
    StreamingEvaluation stream =
        new StreamingEvaluation(
            predictions.classes(), List.of(new TrueClassProbability()), 15, BOOTSTRAP);
    stream.add(predictions);

    assertThatThrownBy(() -> stream.add(predictions))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("\"trueClass\" needs all rows in one block");
  }

  @Test
  void givenSeveralBlocks_thenAConfidenceMetricIsThatOfAllRows() {
    StreamingEvaluation stream =
        new StreamingEvaluation(
            predictions.classes(), List.of(new ConfidentlyWrong()), 15, BOOTSTRAP);
    stream.add(predictions);
    stream.add(predictions);

    assertThat(stream.result().estimate("confidentlyWrong").value())
        .isCloseTo(new ConfidentlyWrong().measure(predictions), within(1e-15));
  }

  @Test
  void givenSameKeyTwiceOrNaN_thenRefusedByName() {
    List<CalibrationMetric> twice =
        List.of(CalibrationMetrics.expectedCalibrationError(10), CalibrationMetrics.all(15).get(1));
    CalibrationMetric broken =
        new TrueClassProbability() {
          @Override
          public double measure(LabelledPredictions rows) {
            return Double.NaN;
          }
        };

    assertThatThrownBy(() -> MetricEvaluation.of(predictions, twice, 15, BOOTSTRAP))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Two metrics have the key \"ece\"; keys must differ");
    assertThatThrownBy(() -> MetricEvaluation.of(predictions, List.of(broken), 15, BOOTSTRAP))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Metric \"trueClass\" is NaN; it must be a number");
  }
}
