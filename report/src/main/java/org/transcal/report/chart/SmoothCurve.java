package org.transcal.report.chart;

import java.util.ArrayList;
import java.util.List;
import org.transcal.metric.MetricEvaluation;

/**
 * Accuracy against confidence without bins: the mean correctness near each confidence, weighted by
 * a Gaussian kernel that is reflected at 0 and 1 (Błasiok and Nakkiran 2023).
 *
 * <p>The bandwidth is the smooth ECE, at which smoothing and error are equal, within {@value
 * #NARROWEST} and {@value #WIDEST}. Nothing is drawn where fewer than {@value #FEWEST_ROWS} rows
 * are within a bandwidth.
 *
 * @param pieces from left to right; a gap has too few rows
 */
record SmoothCurve(double bandwidth, List<List<Point>> pieces) {
  private static final double NARROWEST = 0.03;
  private static final double WIDEST = 0.05;
  private static final double FEWEST_ROWS = 20;
  private static final int STEPS = 100;
  private static final String BANDWIDTH_METRIC = "smoothEce";

  static SmoothCurve of(MetricEvaluation evaluation) {
    double error =
        evaluation.scores().stream()
            .filter(score -> score.metric().key().equals(BANDWIDTH_METRIC))
            .mapToDouble(score -> score.estimate().value())
            .findFirst()
            .orElse(NARROWEST);
    double bandwidth = Math.max(NARROWEST, Math.min(WIDEST, error));
    double[] counts = evaluation.fineReliability().counts();
    double[] correct = evaluation.fineReliability().correctSums();
    double[] confidence = evaluation.fineReliability().confidenceSums();
    List<List<Point>> pieces = new ArrayList<>();
    List<Point> piece = new ArrayList<>();
    for (int step = 0; step <= STEPS; step++) {
      double at = (double) step / STEPS;
      double within = 0;
      double near = 0;
      double right = 0;
      for (int b = 0; b < counts.length; b++) {
        if (counts[b] > 0) {
          double centre = confidence[b] / counts[b];
          double kernel = kernel(at, centre, bandwidth);
          within += Math.abs(at - centre) <= bandwidth ? counts[b] : 0;
          near += kernel * counts[b];
          right += kernel * correct[b];
        }
      }
      if (within >= FEWEST_ROWS) {
        piece.add(new Point(at, right / near));
      } else if (!piece.isEmpty()) {
        pieces.add(piece);
        piece = new ArrayList<>();
      }
    }
    if (!piece.isEmpty()) {
      pieces.add(piece);
    }
    return new SmoothCurve(bandwidth, pieces.stream().filter(p -> p.size() > 2).toList());
  }

  /** A Gaussian of height 1. */
  private static double kernel(double at, double centre, double bandwidth) {
    return bell((at - centre) / bandwidth)
        + bell((at + centre) / bandwidth)
        + bell((2 - at - centre) / bandwidth);
  }

  private static double bell(double z) {
    return Math.exp(-z * z / 2);
  }
}
