package org.transcal.adapt.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import org.transcal.io.dataset.ImageShape;
import org.transcal.io.file.InputException;

/**
 * Convolutional blocks, then linear layers. A block is a convolution of 3 × 3 pixels, normalization
 * if asked for, ReLU, and the largest of each 2 × 2 values.
 *
 * @param shape of an image
 * @param convolutions each as a layer from the 3 × 3 pixels of all channels, channel after channel,
 *     to the next channels
 * @param layers from the flattened output of the last block to the features
 */
public record ConvolutionalEncoder(
    ImageShape shape, List<LayerWeights> convolutions, LayeredEncoder layers)
    implements EncoderWeights {
  /** Values of one block's output that are computed at once outside of training. */
  private static final int MOST_VALUES = 1 << 23;

  public ConvolutionalEncoder {
    convolutions = List.copyOf(convolutions);
    if (convolutions.isEmpty()) {
      throw new IllegalArgumentException("Encoder has no convolutions; at least one is needed");
    }
    int channels = shape.channels();
    for (LayerWeights convolution : convolutions) {
      if (convolution.inputs() != channels * Convolution.KERNEL) {
        throw new IllegalArgumentException("Convolutions do not fit together: " + convolutions);
      }
      channels = convolution.outputs();
    }
    ImageShape after = shapeAfter(shape, convolutions.stream().map(LayerWeights::outputs).toList());
    if (layers.inputs() != after.size()) {
      throw new IllegalArgumentException(
          "Convolutions end with " + after + ", and layers have " + layers.inputs() + " inputs");
    }
  }

  /**
   * The shape after convolutions.
   *
   * @param channels outputs of each block
   * @throws InputException if images are too small
   */
  public static ImageShape shapeAfter(ImageShape shape, List<Integer> channels) {
    long least = 1L << channels.size();
    if (shape.height() < least || shape.width() < least) {
      throw new InputException(
          "Images of "
              + shape
              + " are too small for "
              + channels.size()
              + " convolutions: each halves height and width, so both must be at least "
              + least
              + " (channels come first; if they are last, save x.transpose(0, 3, 1, 2))");
    }
    return new ImageShape(
        channels.get(channels.size() - 1),
        shape.height() >> channels.size(),
        shape.width() >> channels.size());
  }

  /**
   * Random initial weights.
   *
   * @param channels outputs of each block
   * @param widths outputs of each linear layer; those of the last are the features
   * @throws InputException if images are too small
   */
  public static ConvolutionalEncoder random(
      ImageShape shape, List<Integer> channels, List<Integer> widths, SplittableRandom random) {
    int flat = shapeAfter(shape, channels).size();
    List<LayerWeights> convolutions = new ArrayList<>();
    int before = shape.channels();
    for (int next : channels) {
      convolutions.add(
          LayerWeights.randomForRelu((long) before * Convolution.KERNEL, next, random));
      before = next;
    }
    return new ConvolutionalEncoder(
        shape, convolutions, LayeredEncoder.random(flat, widths, random));
  }

  @Override
  public int inputs() {
    return shape.size();
  }

  @Override
  public int features() {
    return layers.features();
  }

  @Override
  public boolean isFinite() {
    return layers.isFinite() && convolutions.stream().allMatch(LayerWeights::isFinite);
  }

  @Override
  public Optional<ImageShape> image() {
    return Optional.of(shape);
  }

  @Override
  public int rowsAtOnce() {
    long largest = (long) convolutions.get(0).outputs() * shape.height() * shape.width();
    return (int) Math.max(1, Math.min(layers.rowsAtOnce(), MOST_VALUES / largest));
  }

  @Override
  @SuppressWarnings("exports")
  public Encoder in(NDManager manager) {
    return in(manager, Normalization.NONE);
  }

  @Override
  @SuppressWarnings("exports")
  public Encoder in(NDManager manager, Normalization normalization) {
    return new Live(manager, normalization);
  }

  private final class Live implements Encoder {
    private final List<Convolution> blocks = new ArrayList<>();
    private final List<BatchNormalization> normalizations = new ArrayList<>();
    private final Encoder dense;

    Live(NDManager manager, Normalization normalization) {
      for (LayerWeights convolution : convolutions) {
        blocks.add(Convolution.of(manager, convolution));
        if (normalization == Normalization.BATCH || normalization == Normalization.TRANSNORM) {
          boolean transfers = normalization == Normalization.TRANSNORM;
          normalizations.add(new BatchNormalization(manager, convolution.outputs(), transfers));
        }
      }
      dense = layers.in(manager, normalization);
    }

    @Override
    public NDArray features(NDArray rows, Dropout dropout) {
      NDArray x = rows.reshape(new Shape(-1, shape.channels(), shape.height(), shape.width()));
      for (int i = 0; i < blocks.size(); i++) {
        x = blocks.get(i).apply(x);
        x = normalizations.isEmpty() ? x : normalizations.get(i).apply(x);
        x = Convolution.pool(Activation.relu(x));
      }
      return dense.features(x.reshape(new Shape(-1, layers.inputs())), dropout);
    }

    @Override
    public List<NDArray> parameters() {
      List<NDArray> all = new ArrayList<>();
      blocks.forEach(block -> all.addAll(block.parameters()));
      normalizations.forEach(normalization -> all.addAll(normalization.parameters()));
      all.addAll(dense.parameters());
      return all;
    }

    @Override
    public List<NDArray> lastLayerParameters() {
      return dense.lastLayerParameters();
    }

    @Override
    public EncoderWeights weights() {
      return folded(BatchNormalization::foldedForTarget, dense.weights());
    }

    @Override
    public EncoderWeights sourceWeights() {
      return folded(BatchNormalization::foldedForSource, dense.sourceWeights());
    }

    private EncoderWeights folded(
        BiFunction<BatchNormalization, LayerWeights, LayerWeights> fold, EncoderWeights after) {
      List<LayerWeights> folded = new ArrayList<>();
      for (int i = 0; i < blocks.size(); i++) {
        LayerWeights weights = blocks.get(i).weights();
        folded.add(normalizations.isEmpty() ? weights : fold.apply(normalizations.get(i), weights));
      }
      return new ConvolutionalEncoder(shape, folded, (LayeredEncoder) after);
    }
  }
}
