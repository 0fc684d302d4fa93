package org.transcal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The vector loops beside the scalar ones. */
class VectorKernelTest extends KernelAgreement {
  VectorKernelTest() {
    super(new VectorKernel());
  }

  @Test
  void givenVectorModule_thenDoorChoosesVectors() {
    assertThat(KernelChoice.choose(null)).isInstanceOf(VectorKernel.class);
    assertThat(KernelChoice.choose("vector")).isInstanceOf(VectorKernel.class);
    assertThat(KernelChoice.choose("loops")).isInstanceOf(LoopKernel.class);
  }

  @Test
  void givenFastExponential_thenMatchesTheLibraryAndItsOwnLanes() {
    double[] x = new double[4001];
    for (int j = 0; j < x.length; j++) {
      x[j] = -700.0 * j / (x.length - 1);
    }
    double[] lanes = x.clone();
    new VectorKernel().exp(lanes, lanes.length);
    for (int j = 0; j < x.length; j++) {
      double expected = Math.exp(x[j]);
      assertThat(FastExp.exp(x[j])).isCloseTo(expected, within(FastExp.ERROR * expected));
      assertThat(lanes[j]).isEqualTo(FastExp.exp(x[j]));
    }
    assertThat(FastExp.exp(0)).isEqualTo(1);
    assertThat(FastExp.exp(-1e9)).isPositive().isLessThan(1e-300);
    assertThat(FastExp.exp(Double.NEGATIVE_INFINITY)).isPositive().isLessThan(1e-300);
  }
}
