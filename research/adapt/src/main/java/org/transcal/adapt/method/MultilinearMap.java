package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import java.util.Optional;
import java.util.SplittableRandom;
import org.transcal.adapt.tensor.Constants;

/**
 * The discriminator's input in CDAN: prediction ⊗ feature or, if that has more than 4096 values, a
 * random projection of it.
 *
 * <p>Paper: Long et al. 2018, {@code T⊙(f, g) = (R_f f) ⊙ (R_g g)/√d} with fixed Gaussian matrices
 * and d = 1024; inner products are unbiased.
 */
final class MultilinearMap {
  static final int LARGEST_PRODUCT = 4096;
  static final int RANDOM_WIDTH = 1024;

  private final long width;
  private final Optional<Projection> projection;

  /** Fixed random matrices: classes × width and features × width. */
  private record Projection(NDArray ofPredictions, NDArray ofFeatures) {}

  MultilinearMap(LayerFactory layers) {
    long product = (long) layers.features() * layers.classes();
    if (product <= LARGEST_PRODUCT) {
      this.width = product;
      this.projection = Optional.empty();
    } else {
      this.width = RANDOM_WIDTH;
      this.projection =
          Optional.of(
              new Projection(
                  gaussian(layers.manager(), layers.classes(), layers.random()),
                  gaussian(layers.manager(), layers.features(), layers.random())));
    }
  }

  private static NDArray gaussian(NDManager manager, int rows, SplittableRandom random) {
    float[] values = new float[Math.multiplyExact(rows, RANDOM_WIDTH)];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return Constants.matrix(manager, values, rows, RANDOM_WIDTH);
  }

  long width() {
    return width;
  }

  NDArray apply(NDArray predictions, NDArray features) {
    return projection
        .map(
            random ->
                Constants.times(
                    predictions
                        .matMul(random.ofPredictions())
                        .mul(features.matMul(random.ofFeatures())),
                    1 / Math.sqrt(RANDOM_WIDTH)))
        .orElseGet(() -> outerProduct(predictions, features));
  }

  /** Rows {@code (a_1 b_1, a_1 b_2, …, a_K b_d)}. */
  static NDArray outerProduct(NDArray a, NDArray b) {
    long columns = a.getShape().get(1) * b.getShape().get(1);
    return a.expandDims(2).mul(b.expandDims(1)).reshape(new Shape(a.getShape().get(0), columns));
  }
}
