package org.transcal.report.chart;

import java.util.Arrays;
import org.transcal.calibration.Landscape;
import org.transcal.report.markup.Element;
import org.transcal.report.number.Numerals;

/** The cells of a heat map. */
final class HeatGrid {
  /** Steps of colour; the style has one class for each. */
  static final int LEVELS = 9;

  private final double[] temperatures;
  private final double[] lambdas;
  private final double[][] objective;
  private final double largest;

  HeatGrid(Landscape landscape) {
    this.temperatures = landscape.temperatures();
    this.lambdas = landscape.lambdas();
    this.objective = landscape.objective();
    this.largest =
        Arrays.stream(objective)
            .flatMapToDouble(Arrays::stream)
            .filter(Double::isFinite)
            .max()
            .orElse(0);
  }

  Scale.Domain temperatures() {
    return Scale.Domain.logarithmic(temperatures[0], temperatures[temperatures.length - 1]);
  }

  Scale.Domain lambdas() {
    return Scale.Domain.linear(lambdas[0], lambdas[lambdas.length - 1]);
  }

  /** One rectangle per grid point, reaching halfway to its neighbours. */
  Element draw(Scale x, Scale y) {
    double[] xEdges = edges(temperatures, x);
    double[] yEdges = edges(lambdas, y);
    Element cells = Marks.group("heat");
    for (int r = 0; r < lambdas.length; r++) {
      Element row = Element.of("g").data("lambda", lambdas[r]);
      for (int c = 0; c < temperatures.length; c++) {
        row.add(
            Marks.box(level(objective[r][c]), xEdges[c], yEdges[r], xEdges[c + 1], yEdges[r + 1])
                .data("temperature", temperatures[c])
                .data("value", objective[r][c]));
      }
      cells.add(row);
    }
    return cells;
  }

  Element key(double left, double top, double width) {
    Element key = Marks.group("key");
    double swatch = 14;
    double from = left + width / 2 - LEVELS * swatch / 2;
    for (int level = 0; level < LEVELS; level++) {
      double at = from + level * swatch;
      key.add(Marks.box("heat-" + level, at, top, at + swatch, top + 10));
    }
    return key.add(
        Marks.text("tick end", from - 6, top + 9, "objective 0"),
        Marks.text("tick", from + LEVELS * swatch + 6, top + 9, Numerals.short3(largest)));
  }

  double largest() {
    return largest;
  }

  /** One digit per cell, row by row; a dash if there is no value. */
  String levels() {
    StringBuilder digits = new StringBuilder();
    for (double[] row : objective) {
      for (double value : row) {
        digits.append(Double.isFinite(value) ? Integer.toString(step(value)) : "-");
      }
    }
    return digits.toString();
  }

  private String level(double value) {
    return Double.isFinite(value) ? "heat-" + step(value) : "heat-none";
  }

  private int step(double value) {
    int level = largest > 0 ? (int) Math.floor(LEVELS * Math.max(0, value) / largest) : 0;
    return Math.min(LEVELS - 1, level);
  }

  private static double[] edges(double[] values, Scale scale) {
    double[] edges = new double[values.length + 1];
    edges[0] = scale.at(values[0]);
    edges[values.length] = scale.at(values[values.length - 1]);
    for (int i = 1; i < values.length; i++) {
      edges[i] = (scale.at(values[i - 1]) + scale.at(values[i])) / 2;
    }
    return edges;
  }
}
