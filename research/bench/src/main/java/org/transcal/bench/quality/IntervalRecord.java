package org.transcal.bench.quality;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Reading;
import org.transcal.monitoring.TrackRecord;

/** How often realised accuracy was inside the interval, before and after recalibration. */
final class IntervalRecord {
  static final String HEADER =
      "| days | nights | mean error | bias | inside | width | inside, recalibrated | width |"
          + " nights with an alert |\n|---|---|---|---|---|---|---|---|---|";

  private int batches;
  private int alerts;
  private double error;
  private double bias;
  private final int[] inside = new int[2];
  private final double[] width = new double[2];

  /** The batches as known a number of batches later: the last ones have no labels yet. */
  static List<BatchResult> known(List<BatchResult> labelled, int late) {
    return IntStream.range(0, labelled.size())
        .mapToObj(
            i -> i + late <= labelled.size() ? labelled.get(i) : withoutLabels(labelled.get(i)))
        .toList();
  }

  private static BatchResult withoutLabels(BatchResult batch) {
    return new BatchResult(
        batch.at(),
        batch.segment(),
        batch.rows(),
        batch.sampledRows(),
        batch.readings(),
        batch.classes(),
        batch.auroc(),
        batch.features(),
        Optional.empty(),
        batch.intervalFactor(),
        batch.alerts());
  }

  /**
   * Adds a batch.
   *
   * @param batch observed without history, so that its interval is not corrected
   * @param before batches whose labels are known
   * @return the corrected interval
   */
  Interval add(BatchResult batch, List<BatchResult> before) {
    Reading reading = batch.reading(Metric.ACCURACY).orElseThrow();
    double realised = batch.realised().orElseThrow().accuracy().value();
    Interval original = reading.interval().orElseThrow();
    Interval used =
        TrackRecord.of(before).recalibrated(new Estimate(reading.value(), original)).interval();
    batches++;
    alerts += batch.alerts().isEmpty() ? 0 : 1;
    error += Math.abs(reading.value() - realised);
    bias += reading.value() - realised;
    List<Interval> both = List.of(original, used);
    for (int i = 0; i < 2; i++) {
      inside[i] += both.get(i).contains(realised) ? 1 : 0;
      width[i] += both.get(i).high() - both.get(i).low();
    }
    return used;
  }

  String row(String name) {
    return String.format(
        Locale.ROOT,
        "| %s | %d | %s | %s | %s | %s | %s | %s | %s |",
        name,
        batches,
        MonitoringStudy.percent(error, batches),
        MonitoringStudy.percent(bias, batches),
        MonitoringStudy.percent(inside[0], batches),
        MonitoringStudy.percent(width[0], batches),
        MonitoringStudy.percent(inside[1], batches),
        MonitoringStudy.percent(width[1], batches),
        MonitoringStudy.percent(alerts, batches));
  }
}
