package org.transcal.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.testing.Cases;

/** Bins are (b/B, (b+1)/B], whatever b/B rounds to; 0 belongs to the first and 1 to the last. */
class EqualWidthBinTest {
  static IntStream bins() {
    return IntStream.rangeClosed(1, 100);
  }

  @ParameterizedTest
  @MethodSource("bins")
  void givenExactEdge_thenLowerBin(int bins) {
    for (int edge = 1; edge <= bins; edge++) {
      double value = (double) edge / bins;

      assertThat(Kernels.equalWidthBin(value, bins)).as("%s / %s", edge, bins).isEqualTo(edge - 1);
    }
  }

  @ParameterizedTest
  @MethodSource("bins")
  void givenNextAboveEdge_thenUpperBin(int bins) {
    for (int edge = 0; edge < bins; edge++) {
      double value = Math.nextUp((double) edge / bins);

      assertThat(Kernels.equalWidthBin(value, bins)).as("%s / %s", edge, bins).isEqualTo(edge);
    }
  }

  @ParameterizedTest
  @MethodSource("bins")
  void givenZeroAndOne_thenFirstAndLastBin(int bins) {
    assertThat(Kernels.equalWidthBin(0, bins)).isZero();
    assertThat(Kernels.equalWidthBin(1, bins)).isEqualTo(bins - 1);
  }

  @Test
  void givenAnyValue_thenItLiesInItsBin() {
    Cases.of(500, 1)
        .check(
            draw -> {
              double value = draw.real(0, 1);
              int bins = draw.integer(1, 1000);

              int bin = Kernels.equalWidthBin(value, bins);

              assertThat(value).isLessThanOrEqualTo((double) (bin + 1) / bins);
              assertThat(value == 0 || value > (double) bin / bins).isTrue();
            });
  }
}
