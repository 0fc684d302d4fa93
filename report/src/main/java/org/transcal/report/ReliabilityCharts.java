package org.transcal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.transcal.comparison.MethodResult;
import org.transcal.report.chart.Legend;
import org.transcal.report.chart.Point;
import org.transcal.report.chart.ReliabilityChart;

/** Reliability charts of a fit, on one scale and with the truth if it is known. */
record ReliabilityCharts(FitFindings findings) {
  private String rows() {
    return findings.rows() == FitFindings.Rows.TARGET ? "target rows" : "source validation rows";
  }

  ReliabilityChart before() {
    ReliabilityChart chart =
        ReliabilityChart.of(
            "reliability-before", "Before calibration, " + rows(), findings.before().diagram());
    if (findings.after().isPresent()) {
      chart = chart.comparableTo(findings.after().get().diagram());
    }
    return truthFits() ? chart.withTruth(points(findings.truth().get().before())) : chart;
  }

  ReliabilityChart after(Binned binned) {
    String method = findings.primary().map(MethodResult::method).orElse("");
    ReliabilityChart chart =
        other("reliability-after", method, binned).comparableTo(findings.before().diagram());
    Optional<KnownTruth.Curve> truth = findings.truth().flatMap(KnownTruth::after);
    return truthFits() && truth.isPresent() ? chart.withTruth(points(truth.get())) : chart;
  }

  /** A chart after any method, without the truth. */
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

  /** The truth is about target rows. */
  private boolean truthFits() {
    return findings.rows() == FitFindings.Rows.TARGET && findings.truth().isPresent();
  }

  private static List<Point> points(KnownTruth.Curve curve) {
    return IntStream.range(0, curve.confidence().size())
        .mapToObj(i -> new Point(curve.confidence().get(i), curve.accuracy().get(i)))
        .toList();
  }
}
