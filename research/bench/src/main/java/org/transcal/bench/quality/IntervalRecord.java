package org.transcal.bench.quality;

import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Reading;
import org.transcal.monitoring.TrackRecord;

/** How often realised accuracy was inside the interval, before and after recalibration. */
final class IntervalRecord {
  private int batches;
  private int alerts;
  private double error;
  private double bias;
  private final int[] inside = new int[2];
  private final double[] width = new double[2];

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

  /** A table of records by name. */
  static void addTable(Page page, Map<String, IntervalRecord> records) {
    page.head(
        "days | nights | mean error | bias | inside | width | inside, recalibrated | width"
            + " | nights with an alert");
    records.forEach(
        (name, record) -> {
          page.add("| %s | %d |", name, record.batches);
          DoubleStream.of(
                  record.error,
                  record.bias,
                  record.inside[0],
                  record.width[0],
                  record.inside[1],
                  record.width[1],
                  record.alerts)
              .forEach(sum -> page.add(" %s |", Page.percent(sum, record.batches)));
          page.add("\n");
        });
  }
}
