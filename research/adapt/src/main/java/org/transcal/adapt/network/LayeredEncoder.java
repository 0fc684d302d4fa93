package org.transcal.adapt.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.pooling.Pool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import org.transcal.io.dataset.ImageShape;
import org.transcal.io.file.InputException;

/**
 * Linear layers, each followed by ReLU and, in training, dropout; for images after convolutional
 * blocks: a convolution of 3 × 3 pixels, ReLU, and the largest of each 2 × 2 values.
 *
 * @param image the shape of images; empty for rows of features
 * @param convolutions for images, each as a layer from the 3 × 3 pixels of all channels, channel
 *     after channel, to the next channels
 * @param layers from the inputs, or the flattened output of the last block, to the features
 */
public record LayeredEncoder(
    Optional<ImageShape> image, List<LayerWeights> convolutions, List<LayerWeights> layers)
    implements EncoderWeights {
  /** Values of one block's output that are computed at once outside of training. */
  private static final int MOST_VALUES = 1 << 23;

  private static final Shape TWO = new Shape(2, 2);
  private static final Shape NONE = new Shape(0, 0);

  public LayeredEncoder {
    convolutions = List.copyOf(convolutions);
    layers = List.copyOf(layers);
    if (layers.isEmpty() || image.isPresent() == convolutions.isEmpty()) {
      throw new IllegalArgumentException(
          "Encoder needs at least one layer and, for images only, a convolution");
    }
    for (int i = 1; i < layers.size(); i++) {
      if (layers.get(i).inputs() != layers.get(i - 1).outputs()) {
        throw new IllegalArgumentException("Layers do not fit together: " + layers);
      }
    }
    if (image.isPresent()) {
      int channels = image.get().channels();
      for (LayerWeights convolution : convolutions) {
        if (convolution.inputs() != channels * LayerWeights.KERNEL) {
          throw new IllegalArgumentException("Convolutions do not fit together: " + convolutions);
        }
        channels = convolution.outputs();
      }
      ImageShape after =
          shapeAfter(image.get(), convolutions.stream().map(LayerWeights::outputs).toList());
      if (layers.get(0).inputs() != after.size()) {
        throw new IllegalArgumentException(
            "Convolutions end with "
                + after
                + ", and layers have "
                + layers.get(0).inputs()
                + " inputs");
      }
    }
  }

  /** Linear layers only. */
  public LayeredEncoder(List<LayerWeights> layers) {
    this(Optional.empty(), List.of(), layers);
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
      throw InputException.of(
          "Images of %s are too small for %d convolutions: each halves height and width, so both must"
              + " be at least %d (channels come first; if they are last, save x.transpose(0, 3, 1,"
              + " 2))",
          shape, channels.size(), least);
    }
    return new ImageShape(
        channels.get(channels.size() - 1),
        shape.height() >> channels.size(),
        shape.width() >> channels.size());
  }

  /**
   * Random initial weights.
   *
   * @param inputs number of inputs
   * @param widths outputs of each layer; those of the last are the features
   */
  public static LayeredEncoder random(int inputs, List<Integer> widths, SplittableRandom random) {
    List<LayerWeights> layers = new ArrayList<>();
    int before = inputs;
    for (int width : widths) {
      layers.add(LayerWeights.random(before, width, random));
      before = width;
    }
    return new LayeredEncoder(layers);
  }

  /**
   * Random initial weights for images.
   *
   * @param channels outputs of each block
   * @param widths outputs of each linear layer; those of the last are the features
   * @throws InputException if images are too small
   */
  public static LayeredEncoder random(
      ImageShape shape, List<Integer> channels, List<Integer> widths, SplittableRandom random) {
    int flat = shapeAfter(shape, channels).size();
    List<LayerWeights> convolutions = new ArrayList<>();
    long before = shape.channels();
    for (int next : channels) {
      convolutions.add(LayerWeights.randomForRelu(before * LayerWeights.KERNEL, next, random));
      before = next;
    }
    return new LayeredEncoder(
        Optional.of(shape), convolutions, random(flat, widths, random).layers());
  }

  @Override
  public int inputs() {
    return image.map(ImageShape::size).orElseGet(() -> layers.get(0).inputs());
  }

  @Override
  public int features() {
    return layers.get(layers.size() - 1).outputs();
  }

  @Override
  public boolean isFinite() {
    return Stream.concat(convolutions.stream(), layers.stream()).allMatch(LayerWeights::isFinite);
  }

  @Override
  public int rowsAtOnce() {
    int most = EncoderWeights.super.rowsAtOnce();
    if (image.isEmpty()) {
      return most;
    }
    ImageShape shape = image.get();
    long largest = (long) convolutions.get(0).outputs() * shape.height() * shape.width();
    return (int) Math.max(1, Math.min(most, MOST_VALUES / largest));
  }

  @Override
  public Encoder in(NDManager manager, Normalization normalization) {
    return new Live(manager, normalization);
  }

  private final class Live implements Encoder {
    private final List<Layer> blocks = new ArrayList<>();
    private final List<Layer> dense = new ArrayList<>();

    Live(NDManager manager, Normalization normalization) {
      for (LayerWeights one : convolutions) {
        blocks.add(Layer.convolution(manager, one, normalization.of(manager, one, false)));
      }
      for (LayerWeights one : layers) {
        boolean isLast = dense.size() == layers.size() - 1;
        dense.add(Layer.linear(manager, one, normalization.of(manager, one, isLast)));
      }
    }

    @Override
    public NDArray features(NDArray inputs, Dropout dropout) {
      NDArray x = image.map(shape -> blocks(inputs, shape)).orElse(inputs);
      for (Layer layer : dense) {
        x = dropout.apply(Activation.relu(layer.apply(x)));
      }
      return x;
    }

    private NDArray blocks(NDArray rows, ImageShape shape) {
      NDArray x = rows.reshape(new Shape(-1, shape.channels(), shape.height(), shape.width()));
      for (Layer block : blocks) {
        x = Pool.maxPool2d(Activation.relu(block.apply(x)), TWO, TWO, NONE, false);
      }
      return x.reshape(new Shape(-1, layers.get(0).inputs()));
    }

    @Override
    public List<NDArray> parameters() {
      return Stream.concat(blocks.stream(), dense.stream())
          .flatMap(layer -> layer.parameters().stream())
          .toList();
    }

    @Override
    public List<NDArray> lastLayerParameters() {
      return dense.get(dense.size() - 1).parameters();
    }

    @Override
    public EncoderWeights weights() {
      return weights(Layer::weights);
    }

    @Override
    public EncoderWeights sourceWeights() {
      return weights(Layer::sourceWeights);
    }

    private EncoderWeights weights(Function<Layer, LayerWeights> ofLayer) {
      return new LayeredEncoder(
          image, blocks.stream().map(ofLayer).toList(), dense.stream().map(ofLayer).toList());
    }
  }
}
