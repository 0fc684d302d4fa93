package org.transcal.report.chart;

import java.util.List;
import org.transcal.report.markup.Element;
import org.transcal.report.number.Numerals;

/**
 * The band of one standard deviation around the diagonal: how far the accuracy of a calibrated bin
 * is from its confidence by chance.
 */
final class DiagonalBand {
  private DiagonalBand() {}

  /** √(c (1 − c) / n), the binomial standard deviation of accuracy; 0 without rows. */
  static double deviation(double confidence, double rows) {
    return rows > 0 ? Math.sqrt(confidence * (1 - confidence) / rows) : 0;
  }

  /** One piece per bin with rows, along the diagonal. */
  static Element draw(List<ReliabilityBin> bins, Scale x, Scale y) {
    StringBuilder path = new StringBuilder();
    for (ReliabilityBin bin : bins) {
      if (bin.count() > 0) {
        corner(path, 'M', x, y, bin.low(), -bin.deviation());
        corner(path, 'L', x, y, bin.high(), -bin.deviation());
        corner(path, 'L', x, y, bin.high(), bin.deviation());
        corner(path, 'L', x, y, bin.low(), bin.deviation());
        path.append('Z');
      }
    }
    return Marks.group("chances").add(Marks.path("chance", path.toString()));
  }

  private static void corner(
      StringBuilder path, char move, Scale x, Scale y, double at, double away) {
    path.append(move)
        .append(Numerals.coordinate(x.at(at)))
        .append(' ')
        .append(Numerals.coordinate(y.at(Math.max(0, Math.min(1, at + away)))));
  }
}
