package org.transcal.adapt.network;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.transcal.io.file.InputException;

/**
 * The weights of a linear layer, {@code y = x W + b}; the arrays are shared and never written to.
 *
 * @param inputs number of inputs
 * @param outputs number of outputs
 * @param weight {@code inputs × outputs} values, one row per input
 * @param bias one value per output
 */
public record LayerWeights(int inputs, int outputs, float[] weight, float[] bias) {
  /** Pixels under the kernel of a convolution. */
  static final int KERNEL = 9;

  /** The most that can be trained: 1 GiB of weights, of which training holds three copies. */
  private static final long MOST_WEIGHTS = 1L << 28;

  public LayerWeights {
    if (inputs < 1 || outputs < 1) {
      throw new IllegalArgumentException(
          "Layer of " + inputs + " inputs and " + outputs + " outputs; both must be at least 1");
    }
    if (weight.length != (long) inputs * outputs || bias.length != outputs) {
      String size = inputs + " inputs and " + outputs + " outputs";
      throw new IllegalArgumentException(
          "Layer of " + size + " has " + weight.length + " weights and " + bias.length + " biases");
    }
  }

  /**
   * Uniform in ±1/√inputs, PyTorch's default.
   *
   * @throws InputException if the layer is too large to be trained
   */
  public static LayerWeights random(long inputs, int outputs, SplittableRandom random) {
    return random(inputs, outputs, 1 / Math.sqrt(inputs), random);
  }

  /** Uniform in ±√(6/inputs), which keeps the variance through ReLU. Paper: He et al. 2015. */
  static LayerWeights randomForRelu(long inputs, int outputs, SplittableRandom random) {
    return random(inputs, outputs, Math.sqrt(6.0 / inputs), random);
  }

  private static LayerWeights random(
      long inputs, int outputs, double bound, SplittableRandom random) {
    long weights = Math.multiplyExact(inputs, (long) outputs);
    if (weights > MOST_WEIGHTS) {
      throw InputException.of(
          "A layer would have %d × %d weights; at most %d can be trained, so fewer columns, fewer"
              + " classes or narrower layers are needed",
          inputs, outputs, MOST_WEIGHTS);
    }
    return new LayerWeights(
        (int) inputs,
        outputs,
        uniform((int) weights, bound, random),
        uniform(outputs, bound, random));
  }

  private static float[] uniform(int length, double bound, SplittableRandom random) {
    float[] values = new float[length];
    for (int i = 0; i < length; i++) {
      values[i] = (float) ((2 * random.nextDouble() - 1) * bound);
    }
    return values;
  }

  public boolean isFinite() {
    return isFinite(weight) && isFinite(bias);
  }

  private static boolean isFinite(float[] values) {
    for (float value : values) {
      if (!Float.isFinite(value)) {
        return false;
      }
    }
    return true;
  }

  /** A layer from weights with one row per output, as in PyTorch. */
  public static LayerWeights byOutput(int inputs, int outputs, float[] weight, float[] bias) {
    return new LayerWeights(inputs, outputs, transposed(weight, outputs, inputs), bias);
  }

  /** The weights with one row per output, as in PyTorch. */
  public float[] weightByOutput() {
    return transposed(weight, inputs, outputs);
  }

  private static float[] transposed(float[] values, int rows, int columns) {
    float[] transposed = new float[values.length];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        transposed[j * rows + i] = values[i * columns + j];
      }
    }
    return transposed;
  }

  /** The mean of two layers of one shape, whose outputs are the mean of theirs. */
  public static LayerWeights mean(LayerWeights a, LayerWeights b) {
    return new LayerWeights(a.inputs, a.outputs, mean(a.weight, b.weight), mean(a.bias, b.bias));
  }

  private static float[] mean(float[] a, float[] b) {
    float[] mean = new float[a.length];
    for (int i = 0; i < mean.length; i++) {
      mean[i] = (a[i] + b[i]) / 2;
    }
    return mean;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LayerWeights that
        && inputs == that.inputs
        && outputs == that.outputs
        && Arrays.equals(weight, that.weight)
        && Arrays.equals(bias, that.bias);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(weight) + Arrays.hashCode(bias);
  }

  @Override
  public String toString() {
    return "LayerWeights " + inputs + "→" + outputs;
  }
}
