package org.transcal.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.transcal.comparison.WeightHistogram;
import org.transcal.matrix.Frequencies;

class WeightChartTest {
  @Test
  void givenWeights_thenBarsCountEveryRowOnce() {
    double[] weights = {0.1, 0.5, 1, 1, 2, 40};
    Frequencies frequencies = Frequencies.copyOf(1, 1, 1, 2, 1, 1);

    double drawn = drawnRows(chart(weights, frequencies));

    assertThat(drawn).isEqualTo(7);
  }

  @Test
  void givenEqualWeights_thenTheAxisStillHasAWidth() {
    double[] weights = {1, 1, 1};

    WeightHistogram.Range range = WeightHistogram.Range.of(weights, Frequencies.ones(3));

    assertThat(range.high() / range.low()).isCloseTo(20, within(1e-9));
    assertThat(drawnRows(chart(weights, Frequencies.ones(3)))).isEqualTo(3);
  }

  @Test
  void givenWeightsBeyondTheAxis_thenTheyAreDrawnAtItsEndsWithANote() {
    double[] weights = {1e-130, 1e-9, 1, 1e30};

    WeightChart chart = chart(weights, Frequencies.ones(4));

    assertThat(drawnRows(chart)).isEqualTo(4);
    assertThat(chart.beyond()).startsWith("2 rows below and 1 above");
  }

  @Test
  void givenARowThatDoesNotCount_thenItDoesNotStretchTheAxis() {
    WeightHistogram.Range range =
        WeightHistogram.Range.of(new double[] {0.5, 8, 5000}, Frequencies.copyOf(1, 1, 0));

    assertThat(range.high()).isLessThan(10);
  }

  private static WeightChart chart(double[] weights, Frequencies frequencies) {
    WeightHistogram.Range range = WeightHistogram.Range.of(weights, frequencies);
    return new WeightChart("id", "title", WeightHistogram.of(weights, frequencies, range));
  }

  private static double drawnRows(WeightChart chart) {
    return Pattern.compile("class=\"bar weight\"[^>]* data-value=\"([0-9.]+)\"")
        .matcher(chart.draw().write())
        .results()
        .mapToDouble(found -> Double.parseDouble(found.group(1)))
        .sum();
  }
}
