package org.transcal.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.transcal.testing.Cases;

/** What is left of many rows, and how far the metrics of it are from the exact ones. */
class ConfidenceCellsTest {
  /**
   * Relative to the number of terms: a sum of n terms of at most 1 is off by at most n² · 2⁻⁵³, so
   * two orders of n ≤ 2000 rows differ by less than n · 5e-13. Metrics are such sums divided by n.
   */
  private static final double ROUNDING = 1e-12;

  private static final List<ConfidenceMetric> METRICS =
      CalibrationMetrics.all(15).stream()
          .filter(ConfidenceMetric.class::isInstance)
          .map(ConfidenceMetric.class::cast)
          .toList();

  @Test
  void givenCells_thenEveryMetricIsWithinItsBound() {
    Cases.of(200, 21)
        .check(
            draw -> {
              Crowd crowd = draw.oneOf(Crowd.values());
              int rows = draw.integer(1, 1500);
              int cellBits = draw.integer(2, 10);
              long seed = draw.seed();

              double[] signed = crowd.rows(rows, seed);
              ConfidenceLevels exact = Crowd.exact(signed);

              ConfidenceCells cells = Crowd.table(signed, 1 << cellBits).cells();

              for (ConfidenceMetric metric : METRICS) {
                assertThat(metric.measure(cells))
                    .as(metric.title() + " of " + crowd)
                    .isCloseTo(metric.measure(exact), within(metric.errorBound(cells) + ROUNDING));
              }
            });
  }

  @Test
  void givenSecondLookAtUnresolvedCells_thenExact() {
    Cases.of(150, 22)
        .check(
            draw -> {
              Crowd crowd = draw.oneOf(Crowd.values());
              int rows = draw.integer(1, 1500);
              int cellBits = draw.integer(4, 10);
              long seed = draw.seed();

              double[] signed = crowd.rows(rows, seed);
              ConfidenceLevels exact = Crowd.exact(signed);
              ConfidenceCells cells = Crowd.table(signed, 1 << cellBits).cells();

              for (ConfidenceMetric metric : METRICS) {
                BitSet unresolved = metric.unresolved(cells);
                SecondLook look = new SecondLook(cells, unresolved, 2 * rows + 2);
                for (double row : signed) {
                  look.add(Math.abs(row), Outcomes.isCorrect(row) ? 1 : 0, 1);
                }
                ConfidenceCells refined = look.cells();

                assertThat(refined.total()).isEqualTo(rows);
                if (!(metric instanceof SmoothCalibrationError)) {
                  assertThat(metric.errorBound(refined)).as(metric.title()).isLessThan(ROUNDING);
                  assertThat(metric.measure(refined))
                      .as(metric.title() + " of " + crowd)
                      .isCloseTo(metric.measure(exact), within(ROUNDING));
                }
              }
            });
  }

  @Test
  void givenAsManyCellsAsValues_thenNothingIsLost() {
    Cases.of(100, 23)
        .check(
            draw -> {
              Crowd crowd = draw.oneOf(Crowd.values());
              int rows = draw.integer(1, 1000);
              long seed = draw.seed();

              double[] signed = crowd.rows(rows, seed);
              ConfidenceLevels exact = Crowd.exact(signed);

              ConfidenceCells cells = Crowd.table(signed, 2000).cells();

              assertThat(cells.looseShare()).isZero();
              for (ConfidenceMetric metric : METRICS) {
                assertThat(metric.errorBound(cells)).as(metric.title()).isZero();
                assertThat(metric.measure(cells))
                    .as(metric.title())
                    .isEqualTo(metric.measure(exact));
              }
            });
  }

  @Test
  void givenRowsInAnotherOrder_thenSameCells() {
    Cases.of(100, 24)
        .check(
            draw -> {
              Crowd crowd = draw.oneOf(Crowd.values());
              int rows = draw.integer(1, 2000);
              int cellBits = draw.integer(2, 9);
              long seed = draw.seed();

              double[] signed = crowd.rows(rows, seed);
              double[] shuffled = signed.clone();
              SplittableRandom random = new SplittableRandom(seed);
              for (int i = rows - 1; i > 0; i--) {
                int j = random.nextInt(i + 1);
                double swapped = shuffled[i];
                shuffled[i] = shuffled[j];
                shuffled[j] = swapped;
              }

              CellTable table = Crowd.table(signed, 1 << cellBits);
              ConfidenceCells a = table.cells();
              CellTable other = Crowd.table(shuffled, 1 << cellBits);
              ConfidenceCells b = other.cells();

              assertThat(other.droppedBits()).isEqualTo(table.droppedBits());
              assertThat(b.size()).isEqualTo(a.size());
              for (int i = 0; i < a.size(); i++) {
                assertThat(b.low(i)).isEqualTo(a.low(i));
                assertThat(b.high(i)).isEqualTo(a.high(i));
                assertThat(b.wrong(i)).isEqualTo(a.wrong(i));
                assertThat(b.right(i)).isEqualTo(a.right(i));
                assertThat(b.over(i)).isCloseTo(a.over(i), within(ROUNDING * a.wrong(i)));
                assertThat(b.under(i)).isCloseTo(a.under(i), within(ROUNDING * a.right(i)));
              }
            });
  }

  @Test
  void givenOneBitMore_thenThereWouldBeTooManyCells() {
    Cases.of(100, 25)
        .check(
            draw -> {
              Crowd crowd = draw.oneOf(Crowd.values());
              int rows = draw.integer(1, 2000);
              int cellBits = draw.integer(2, 9);
              long seed = draw.seed();

              double[] signed = crowd.rows(rows, seed);

              int dropped = Crowd.table(signed, 1 << cellBits).droppedBits();

              assertThat(cells(signed, dropped)).isLessThanOrEqualTo(1 << cellBits);
              if (dropped > 0) {
                assertThat(cells(signed, dropped - 1)).isGreaterThan(1 << cellBits);
              }
            });
  }

  private static int cells(double[] signed, int dropped) {
    TreeSet<Long> cells = new TreeSet<>();
    for (double row : signed) {
      cells.add(
          CellTable.number(Math.abs(row)) >>> dropped << 1 | (Outcomes.isCorrect(row) ? 1 : 0));
    }
    return cells.size();
  }

  @Test
  void givenConfidences_thenTheirNumbersHaveTheirOrder() {
    double[] ascending = {
      0,
      1e-9,
      0.1,
      0.25,
      Math.nextDown(0.5),
      0.5,
      Math.nextUp(0.5),
      0.75,
      0.999,
      1 - 1e-12,
      Math.nextDown(1.0),
      1
    };

    for (int i = 1; i < ascending.length; i++) {
      assertThat(CellTable.number(ascending[i]))
          .as("%s", ascending[i])
          .isGreaterThan(CellTable.number(ascending[i - 1]));
    }
    // The right rows' bit must still fit.
    assertThat(CellTable.number(0)).isNotNegative();
    assertThat(CellTable.number(1)).isLessThan(1L << 62);
  }

  @Test
  void givenManyRowsOfARealisticKind_thenBoundsAreFarBelowIntervals() {
    double[] signed = Crowd.EVEN.rows(300_000, 1);

    ConfidenceCells cells = Crowd.table(signed, 1 << 15).cells();

    for (ConfidenceMetric metric : METRICS) {
      // 300,000 rows know a mean of correctness to 2 · 0.5 / √300,000 = 0.0018.
      assertThat(metric.errorBound(cells)).as(metric.title()).isLessThan(1e-3);
    }
  }

  @Test
  void givenResamples_thenCountsHaveMeanAndVarianceOfPoisson() {
    double[] signed = Crowd.FEW_VALUES.rows(40_000, 2);
    ConfidenceCells cells = Crowd.table(signed, 1 << 10).cells();
    int replicates = 400;
    double[] mean = new double[cells.size()];
    double[] square = new double[cells.size()];

    var random = RandomSource.XO_SHI_RO_256_PP.create(3);
    for (int r = 0; r < replicates; r++) {
      ConfidenceCells resample = cells.resampled(random);
      for (int i = 0; i < mean.length; i++) {
        double count = resample.right(i);
        mean[i] += count / replicates;
        square[i] += (count - cells.right(i)) * (count - cells.right(i)) / replicates;
      }
    }

    for (int i = 0; i < mean.length; i++) {
      double expected = cells.right(i);
      // Five standard errors: √(μ/R) of the mean, about √(2/R) of the variance's share.
      assertThat(mean[i]).isCloseTo(expected, within(5 * Math.sqrt(expected / replicates)));
      assertThat(square[i] / expected).isCloseTo(1, within(5 * Math.sqrt(2.5 / replicates)));
    }
  }
}
