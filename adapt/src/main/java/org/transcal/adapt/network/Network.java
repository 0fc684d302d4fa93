package org.transcal.adapt.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.nn.Activation;
import java.util.List;
import java.util.stream.IntStream;
import org.transcal.adapt.data.InputRows;
import org.transcal.io.file.Allocation;
import org.transcal.matrix.Matrix;

/** Encoder F and classifier G that gradients reach; arrays belong to the manager given. */
public final class Network {
  private static final int ROWS_AT_ONCE = 512;

  private final List<Layer> encoder;
  private final Layer classifier;

  private Network(List<Layer> encoder, Layer classifier) {
    this.encoder = encoder;
    this.classifier = classifier;
  }

  /**
   * What a network says about rows.
   *
   * @param features one row each
   * @param logits one row each
   */
  public record Outputs(Matrix features, Matrix logits) {}

  /** Starts from given weights. */
  public static Network of(NDManager manager, NetworkWeights start) {
    return new Network(
        start.encoder().stream().map(layer -> Layer.of(manager, layer)).toList(),
        Layer.of(manager, start.classifier()));
  }

  /** Features of inputs, one row each. */
  public NDArray features(NDArray inputs, Dropout dropout) {
    NDArray x = inputs;
    for (Layer layer : encoder) {
      x = dropout.apply(Activation.relu(layer.apply(x)));
    }
    return x;
  }

  /** Logits of features. */
  public NDArray logits(NDArray features) {
    return classifier.apply(features);
  }

  /** The encoder's parameters. */
  public List<NDArray> encoderParameters() {
    return encoder.stream().flatMap(layer -> layer.parameters().stream()).toList();
  }

  /** The classifier. */
  public Layer classifier() {
    return classifier;
  }

  /** The weights as they are now. */
  public NetworkWeights weights() {
    return new NetworkWeights(encoder.stream().map(Layer::weights).toList(), classifier.weights());
  }

  /** Features and logits of rows, block after block. */
  public Outputs outputs(NDManager manager, InputRows rows, Dropout dropout) {
    return outputs(manager, rows.rows(), rows::batch, dropout);
  }

  /** Features and logits of a number of rows that are made block after block. */
  public Outputs outputs(NDManager manager, int rows, Rows maker, Dropout dropout) {
    int width = encoder.get(encoder.size() - 1).outputs();
    float[] features = Allocation.floats("Features of " + rows + " rows", (long) rows * width);
    float[] logits =
        Allocation.floats("Logits of " + rows + " rows", (long) rows * classifier.outputs());
    for (int from = 0; from < rows; from += ROWS_AT_ONCE) {
      int[] block = IntStream.range(from, Math.min(rows, from + ROWS_AT_ONCE)).toArray();
      try (NDManager inner = manager.newSubManager();
          NDScope scope = new NDScope()) {
        scope.suppressNotUsedWarning();
        NDArray f = features(maker.batch(inner, block), dropout);
        copy(f, features, from * width);
        copy(logits(f), logits, from * classifier.outputs());
      }
    }
    return new Outputs(
        Matrix.wrap(features, rows, width), Matrix.wrap(logits, rows, classifier.outputs()));
  }

  /** Makes the inputs of some rows. */
  public interface Rows {
    /** One row of the result each. */
    NDArray batch(NDManager manager, int[] rows);
  }

  private static void copy(NDArray from, float[] to, int at) {
    float[] values = from.toFloatArray();
    System.arraycopy(values, 0, to, at, values.length);
  }
}
