package org.transcal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.transcal.comparison.MethodResult;
import org.transcal.report.chart.Legend;
import org.transcal.report.chart.ReliabilityChart;

/** Reliability charts of a fit, on one scale and with the truth if it is known. */
record ReliabilityCharts(FitNumbers numbers) {
  private String rows() {
    return numbers.onTarget() ? "target rows" : "source validation rows";
  }

  ReliabilityChart before() {
    ReliabilityChart chart =
        ReliabilityChart.of(
            "reliability-before", "Before calibration, " + rows(), numbers.before().diagram());
    if (numbers.after().isPresent()) {
      chart = chart.comparableTo(numbers.after().get().diagram());
    }
    return truthFits() ? withTruth(chart, numbers.truth().get().before()) : chart;
  }

  ReliabilityChart after(Binned binned) {
    String method = numbers.primary().map(MethodResult::method).orElse("");
    ReliabilityChart chart =
        other("reliability-after", method, binned).comparableTo(numbers.before().diagram());
    Optional<KnownTruth.Curve> truth = numbers.truth().flatMap(KnownTruth::after);
    return truthFits() && truth.isPresent() ? withTruth(chart, truth.get()) : chart;
  }

  /** A chart after calibration by any method, without the truth. */
  ReliabilityChart other(String id, String method, Binned binned) {
    return ReliabilityChart.of(id, "After " + method + ", " + rows(), binned.diagram());
  }

  List<Legend> legend() {
    List<Legend> legend = new ArrayList<>(Legend.OF_RELIABILITY);
    if (truthFits()) {
      legend.add(Legend.TRUTH);
    }
    return legend;
  }

  /** Whether the truth, which is about target rows, applies to the labelled rows. */
  private boolean truthFits() {
    return numbers.onTarget() && numbers.truth().isPresent();
  }

  private static ReliabilityChart withTruth(ReliabilityChart chart, KnownTruth.Curve curve) {
    return chart.withTruth(curve.confidence(), curve.accuracy());
  }
}
