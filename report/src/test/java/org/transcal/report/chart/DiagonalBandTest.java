package org.transcal.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.transcal.metric.Interval;

class DiagonalBandTest {
  private static final Frame PLOT = new Frame(0, 0, 100, 100);
  private static final Interval ANY = new Interval(0, 1);

  private static ReliabilityBin bin(double low, double high, double rows, double confidence) {
    double deviation = DiagonalBand.deviation(confidence, rows);
    return new ReliabilityBin(low, high, rows, confidence, confidence, ANY, deviation);
  }

  private static double[] corners(List<ReliabilityBin> bins) {
    Scale x = PLOT.across(Scale.Domain.linear(0, 1));
    Scale y = PLOT.up(Scale.Domain.linear(0, 1));
    String svg = DiagonalBand.draw(bins, x, y).write();
    String path = svg.substring(svg.indexOf("d=\"") + 3).replaceAll("\".*", "");
    return Arrays.stream(path.replaceAll("[MLZ]", " ").strip().split(" +"))
        .filter(text -> !text.isEmpty())
        .mapToDouble(Double::parseDouble)
        .toArray();
  }

  @Test
  void givenABin_thenItsPieceReachesOneBinomialDeviationToEitherSide() {
    // √(0.5 · 0.5 / 25) = 0.1.
    double[] corners = corners(List.of(bin(0.4, 0.6, 25, 0.5)));

    assertThat(corners)
        .containsExactly(new double[] {40, 70, 60, 50, 60, 30, 40, 50}, within(0.01));
  }

  @Test
  void givenCertainOrEmptyBins_thenNoWidthOrNoPiece() {
    double[] corners = corners(List.of(bin(0, 0.5, 0, Double.NaN), bin(0.5, 1, 9, 1)));

    assertThat(corners)
        .containsExactly(new double[] {50, 50, 100, 0, 100, 0, 50, 50}, within(0.01));
  }

  @Test
  void givenFewRowsAtTheEdge_thenTheBandStaysInThePlot() {
    // √(0.9 · 0.1 / 1) = 0.3.
    double[] corners = corners(List.of(bin(0.8, 1, 1, 0.9)));

    assertThat(corners)
        .containsExactly(new double[] {80, 50, 100, 30, 100, 0, 80, 0}, within(0.01));
  }
}
