package org.transcal.report.chart;

import org.transcal.metric.Interval;
import org.transcal.metric.ReliabilityDiagram;

/**
 * A bar of a reliability chart.
 *
 * @param count number or share of rows
 * @param around interval of the accuracy
 * @param deviation standard deviation of the accuracy if the bin were calibrated
 */
record ReliabilityBin(
    double low,
    double high,
    double count,
    double accuracy,
    double confidence,
    Interval around,
    double deviation) {
  /** A bin whose count is given as a share of a total. */
  static ReliabilityBin of(ReliabilityDiagram.Bin bin, double total) {
    return new ReliabilityBin(
        bin.low(),
        bin.high(),
        bin.count() / total,
        bin.accuracy(),
        bin.confidence(),
        bin.accuracyInterval(),
        DiagonalBand.deviation(bin.confidence(), bin.count()));
  }
}
