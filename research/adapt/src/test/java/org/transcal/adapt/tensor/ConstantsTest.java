package org.transcal.adapt.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.transcal.adapt.testing.Collecting;

class ConstantsTest {
  @RepeatedTest(5)
  void givenGarbageCollectionBetweenForwardAndBackward_thenGradientsAreRight() {
    try (NDManager manager = Engine.newManager();
        NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      NDArray x = manager.ones(new Shape(2, 3));
      x.setRequiresGradient(true);
      try (GradientCollector collector = Engine.newGradientCollector()) {
        NDArray scaled = Constants.times(x, 3);
        NDArray shifted = Constants.plus(scaled, 1);
        NDArray factors = Constants.matrix(manager, new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
        NDArray sum = shifted.mul(factors).sum();
        factors.close();
        Collecting.collectGarbage();
        collector.backward(sum);
      }
      assertThat(x.getGradient().toFloatArray()).containsExactly(3, 6, 9, 12, 15, 18);
    }
  }

  @RepeatedTest(5)
  void givenGarbageCollectionAndSparseFactor_thenGradientsAreRight() {
    try (NDManager manager = Engine.newManager();
        NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      NDArray weight = manager.ones(new Shape(3, 1));
      weight.setRequiresGradient(true);
      try (GradientCollector collector = Engine.newGradientCollector()) {
        NDArray rows =
            Constants.sparse(manager, new float[] {2, 5, 7}, new long[] {0, 1, 1, 0, 1, 2}, 2, 3);
        NDArray sum = rows.matMul(weight).sum();
        rows.close();
        Collecting.collectGarbage();
        collector.backward(sum);
      }
      assertThat(weight.getGradient().toFloatArray()).containsExactly(2, 5, 7);
    }
  }

  @Test
  void givenValuesAtTheSamePosition_thenTheyAddUp() {
    try (NDManager manager = Engine.newManager()) {
      NDArray rows = Constants.sparse(manager, new float[] {2, 3}, new long[] {0, 0, 1, 1}, 1, 2);

      NDArray product = rows.matMul(Constants.matrix(manager, new float[] {10, 20}, 2, 1));

      assertThat(product.toFloatArray()).containsExactly(100);
    }
  }
}
