package org.transcal.metric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.matrix.Frequencies;
import org.transcal.testing.Cases;

/** Rows in chunks, sorted in place, and the levels read from them. */
class ConfidenceRowsTest {
  /** More than two chunks. */
  private static final int ROWS = 40_000;

  private static final List<ConfidenceMetric> METRICS =
      CalibrationMetrics.all(15).stream()
          .filter(ConfidenceMetric.class::isInstance)
          .map(ConfidenceMetric.class::cast)
          .toList();

  private static long[] keys(ConfidenceRows rows) {
    return IntStream.range(0, rows.size()).mapToLong(rows::key).toArray();
  }

  @ParameterizedTest
  @EnumSource
  void givenAnyKindOfRows_thenSortedInPlace(SampleKind kind) {
    ConfidenceRows rows = kind.rows(ROWS, 1);
    long[] expected = keys(rows);
    Arrays.sort(expected);

    rows.sort();

    assertThat(keys(rows)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16_383, 16_384, 16_385, 32_768})
  void givenRowsUpToAChunkBoundary_thenNoneIsLost(int count) {
    ConfidenceRows rows = new ConfidenceRows();
    for (int i = 0; i < count; i++) {
      rows.add((count - i) / (double) count, i % 2, 1);
    }

    rows.sort();

    assertThat(rows.size()).isEqualTo(count);
    assertThat(rows.confidence(0)).isEqualTo(1.0 / count);
    assertThat(rows.confidence(count - 1)).isEqualTo(1);
    assertThat(rows.isCorrect(count - 1)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "4.9e-324, 1", "0.5, 0", "0.9999999999999999, 1", "1, 1", "1, 0"})
  void givenExtremeConfidence_thenStoredExactly(double confidence, double correctness) {
    ConfidenceRows rows = new ConfidenceRows();

    rows.add(confidence, correctness, 1);

    assertThat(rows.confidence(0)).isEqualTo(confidence);
    assertThat(rows.isCorrect(0)).isEqualTo(correctness > 0);
  }

  @Test
  void givenSortedRows_thenEveryMetricHasTheSameBitsAsForCountedRows() {
    Cases.of(200, 21)
        .check(
            draw -> {
              SampleKind kind = draw.oneOf(SampleKind.values());
              ConfidenceRows rows = kind.rows(draw.integer(1, 1500), draw.seed());
              ConfidenceLevels counted = new Outcomes(rows).levels(Frequencies.ones(rows.size()));

              rows.sort();
              ConfidenceLevels sorted = new SortedLevels(rows);

              for (ConfidenceMetric metric : METRICS) {
                assertThat(metric.measure(sorted))
                    .as(metric.title() + " of " + kind)
                    .isEqualTo(metric.measure(counted));
              }
            });
  }

  @Test
  void givenSample_thenARandomSubsetOfItsSize() {
    ConfidenceRows rows = new ConfidenceRows();
    for (int i = 0; i < ROWS; i++) {
      rows.add(i / (double) ROWS, 1, 1);
    }

    ConfidenceRows sample = rows.sample(1000, RandomSource.XO_SHI_RO_256_PP.create(5));
    ConfidenceRows all = rows.sample(ROWS, RandomSource.XO_SHI_RO_256_PP.create(5));

    assertThat(keys(sample)).hasSize(1000).doesNotHaveDuplicates();
    // 1000 uniform numbers have a mean of 1/2 with a standard error of 0.009.
    double mean = IntStream.range(0, 1000).mapToDouble(sample::confidence).average().orElseThrow();
    assertThat(mean).isBetween(0.46, 0.54);
    assertThat(keys(all)).isEqualTo(keys(rows));
  }

  @Test
  void givenFrequencies_thenRowsBeforeTheFirstCountOnce() {
    ConfidenceRows rows = new ConfidenceRows();
    for (int i = 0; i < ROWS; i++) {
      rows.add(0.5, 1, i < 20_000 ? 1 : 3);
    }

    assertThat(rows.isWeighted()).isTrue();
    assertThat(rows.frequencies().total()).isEqualTo(20_000 + 3 * 20_000);
    assertThat(rows.frequencies().rows()).isEqualTo(ROWS);
  }
}
