package org.transcal.report;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.experiment.Trials;
import org.transcal.metric.Bootstrap;
import org.transcal.metric.CalibrationMetric;
import org.transcal.metric.CalibrationMetrics;
import org.transcal.metric.Interval;
import org.transcal.metric.LabelledPredictions;

/** 95 % intervals of the methods' ECE on labelled target rows, by method. */
record EceIntervals(Map<String, Interval> byMethod) {
  private static final int MOST_REPLICATES = 200;
  private static final int FEWEST_REPLICATES = 50;

  /** Rows times replicates that take about a tenth of a second per method. */
  private static final double AFFORDABLE = 1e6;

  static EceIntervals of(MethodComparison comparison) {
    double affordable = AFFORDABLE / comparison.task().target().logits().rows();
    int replicates = (int) Math.max(FEWEST_REPLICATES, Math.min(MOST_REPLICATES, affordable));
    Bootstrap bootstrap = Bootstrap.seeded(comparison.seed()).withReplicates(replicates);
    List<CalibrationMetric> error =
        List.of(CalibrationMetrics.expectedCalibrationError(comparison.bins()));
    Map<String, Interval> byMethod = new HashMap<>();
    for (MethodResult result : comparison.results()) {
      if (result.scores().isPresent()) {
        LabelledPredictions rows =
            LabelledPredictions.of(
                    result.fitted().orElseThrow().targetProbabilities(),
                    comparison.targetLabels().orElseThrow())
                .countedBy(comparison.task().target().frequencies());
        byMethod.put(result.method(), bootstrap.intervals(rows, error).get(0));
      }
    }
    return new EceIntervals(byMethod);
  }

  /** Whether at least two methods that see no target labels can be compared. */
  boolean isContest() {
    return byMethod.keySet().stream().filter(method -> !Trials.isYardstick(method)).count() > 1;
  }

  /** Whether a method's interval lies below those of all others that see no target labels. */
  boolean isBest(String method) {
    double high = byMethod.getOrDefault(method, new Interval(1, 1)).high();
    return isContest()
        && !Trials.isYardstick(method)
        && byMethod.entrySet().stream()
            .filter(other -> !Trials.isYardstick(other.getKey()) && !other.getKey().equals(method))
            .allMatch(other -> high < other.getValue().low());
  }
}
