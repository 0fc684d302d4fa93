package org.transcal.report;

import java.util.Arrays;
import org.transcal.comparison.WeightHistogram;
import org.transcal.report.markup.Json;

/** Histograms of weights for the script of a page. */
final class Histograms {
  private Histograms() {}

  static Json json(WeightHistogram histogram) {
    double[] rows = new double[WeightHistogram.BARS];
    Arrays.setAll(rows, histogram::rows);
    return new Json()
        .with("low", histogram.range().low())
        .with("high", histogram.range().high())
        .with("rows", rows)
        .with("mean", histogram.mean());
  }
}
