package org.transcal.bench.quality;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Night;
import org.transcal.monitoring.Reading;
import org.transcal.monitoring.TrackRecord;

/** How often realised accuracy was inside the interval, before and after recalibration. */
final class IntervalRecord {
  static final String HEADER =
      "| days | nights | mean error | bias | inside | width | inside, recalibrated | width |"
          + " nights with an alert |\n|---|---|---|---|---|---|---|---|---|";

  private int nights;
  private int alerts;
  private double error;
  private double bias;
  private final int[] inside = new int[2];
  private final double[] width = new double[2];

  /** The nights as known a number of nights later: the last ones have no labels yet. */
  static List<Night> known(List<Night> labelled, int late) {
    return IntStream.range(0, labelled.size())
        .mapToObj(
            i -> i + late <= labelled.size() ? labelled.get(i) : withoutLabels(labelled.get(i)))
        .toList();
  }

  private static Night withoutLabels(Night night) {
    return new Night(
        night.at(),
        night.segment(),
        night.rows(),
        night.sampledRows(),
        night.readings(),
        night.classes(),
        night.auroc(),
        night.features(),
        Optional.empty(),
        night.intervalFactor(),
        night.alerts());
  }

  /**
   * Adds a night.
   *
   * @param night observed without history, so that its interval is not corrected
   * @param before nights whose labels are known
   * @return the corrected interval
   */
  Interval add(Night night, List<Night> before) {
    Reading reading = night.reading(Metric.ACCURACY).orElseThrow();
    double realised = night.realised().orElseThrow().accuracy().value();
    Interval original = reading.interval().orElseThrow();
    Interval used =
        TrackRecord.of(before).recalibrated(new Estimate(reading.value(), original)).interval();
    nights++;
    alerts += night.alerts().isEmpty() ? 0 : 1;
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
        nights,
        MonitoringStudy.percent(error, nights),
        MonitoringStudy.percent(bias, nights),
        MonitoringStudy.percent(inside[0], nights),
        MonitoringStudy.percent(width[0], nights),
        MonitoringStudy.percent(inside[1], nights),
        MonitoringStudy.percent(width[1], nights),
        MonitoringStudy.percent(alerts, nights));
  }
}
