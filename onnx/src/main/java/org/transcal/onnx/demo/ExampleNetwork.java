package org.transcal.onnx.demo;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.transcal.onnx.demo.Picture.Camera;
import org.transcal.onnx.demo.Picture.Shape;
import org.transcal.onnx.graph.ElementType;
import org.transcal.onnx.wire.MessageWriter;

/**
 * A classifier of shapes for images as {@code extract} prepares them by default, 3×224×224: grey
 * means of 7×7 fields, {@value #FEATURES} random features, and a linear layer trained by gradient
 * descent on pictures of the source domain.
 */
final class ExampleNetwork {
  static final int FEATURES = 24;

  private static final int INPUT_SIDE = 224;

  /** Of the 32 columns of a picture the crop leaves 28: 7 fields of 4. */
  private static final int GRID = 7;

  private static final int FIELD = 4;
  private static final int MARGIN = (Picture.SIDE - GRID * FIELD) / 2;
  private static final int CLASSES = Shape.values().length;
  private static final double[] MEAN = {0.485, 0.456, 0.406};
  private static final double[] DEVIATION = {0.229, 0.224, 0.225};
  private static final long SEED = 7;

  /** Few pictures and many steps: like most networks it becomes too sure of itself. */
  private static final int PICTURES = 90;

  private static final int STEPS = 20000;
  private static final double RATE = 1;

  private final double[] projection;
  private final double[] head = new double[(FEATURES + 1) * CLASSES];

  private ExampleNetwork(double[] projection) {
    this.projection = projection;
  }

  /** The network, trained; the same bytes each time. */
  static byte[] toBytes() {
    SplittableRandom random = new SplittableRandom(SEED);
    ExampleNetwork network = new ExampleNetwork(projection(random));
    network.train(random);
    return network.model();
  }

  /** Random weights that sum to 0 for each feature, which makes it blind to brightness. */
  private static double[] projection(SplittableRandom random) {
    double[] weights = random.doubles(GRID * GRID * FEATURES, -1, 1).toArray();
    for (int f = 0; f < FEATURES; f++) {
      double sum = 0;
      for (int i = f; i < weights.length; i += FEATURES) {
        sum += weights[i];
      }
      for (int i = f; i < weights.length; i += FEATURES) {
        weights[i] -= sum / (GRID * GRID);
      }
    }
    return weights;
  }

  private void train(SplittableRandom random) {
    double[][] features = new double[PICTURES][];
    for (int i = 0; i < PICTURES; i++) {
      Shape shape = Shape.values()[i % CLASSES];
      features[i] = features(Picture.draw(shape, Camera.SOURCE, random));
    }
    for (int step = 0; step < STEPS; step++) {
      double[] gradient = new double[head.length];
      for (int i = 0; i < PICTURES; i++) {
        double[] error = probabilities(features[i]);
        error[i % CLASSES] -= 1;
        for (int j = 0; j < head.length; j++) {
          gradient[j] += error[j % CLASSES] * features[i][j / CLASSES];
        }
      }
      for (int j = 0; j < head.length; j++) {
        head[j] -= RATE / PICTURES * gradient[j];
      }
    }
  }

  /** The features of a picture, and a 1 for the bias. */
  private double[] features(Picture picture) {
    double[] features = new double[FEATURES + 1];
    features[FEATURES] = 1;
    for (int y = 0; y < GRID * FIELD; y++) {
      for (int x = 0; x < GRID * FIELD; x++) {
        double grey = picture.grey(MARGIN + x, MARGIN + y) / (FIELD * FIELD);
        int field = y / FIELD * GRID + x / FIELD;
        for (int f = 0; f < FEATURES; f++) {
          features[f] += grey * projection[field * FEATURES + f];
        }
      }
    }
    for (int f = 0; f < FEATURES; f++) {
      features[f] = Math.max(0, features[f]);
    }
    return features;
  }

  private double[] probabilities(double[] features) {
    double[] terms = new double[CLASSES];
    double sum = 0;
    for (int k = 0; k < CLASSES; k++) {
      double logit = 0;
      for (int f = 0; f <= FEATURES; f++) {
        logit += head[f * CLASSES + k] * features[f];
      }
      // Strict, for the same bytes on every machine.
      terms[k] = StrictMath.exp(logit);
      sum += terms[k];
    }
    for (int k = 0; k < CLASSES; k++) {
      terms[k] /= sum;
    }
    return terms;
  }

  private byte[] model() {
    MessageWriter graph = new MessageWriter();
    int field = INPUT_SIDE / GRID;
    graph.message(
        1,
        node -> {
          node(node, "AveragePool", List.of("image"), "fields");
          for (String attribute : List.of("kernel_shape", "strides")) {
            node.message(
                5, a -> a.text(1, attribute).integer(20, 7).integer(8, field).integer(8, field));
          }
        });
    graph.message(1, node -> node(node, "Conv", List.of("fields", "to_grey", "black"), "grey"));
    graph.message(1, node -> node(node, "Flatten", List.of("grey"), "flat"));
    graph.message(1, node -> node(node, "MatMul", List.of("flat", "projection"), "projected"));
    graph.message(1, node -> node(node, "Relu", List.of("projected"), "features"));
    graph.message(1, node -> node(node, "Gemm", List.of("features", "weights", "bias"), "logits"));
    graph.text(2, "shapes");
    // The mean of the channels in [0, 1], from what normalisation made of them.
    double[] toGrey = new double[MEAN.length];
    double black = 0;
    for (int c = 0; c < MEAN.length; c++) {
      toGrey[c] = DEVIATION[c] / MEAN.length;
      black += MEAN[c] / MEAN.length;
    }
    constant(graph, "to_grey", toGrey, 1, MEAN.length, 1, 1);
    constant(graph, "black", new double[] {black}, 1);
    constant(graph, "projection", projection, GRID * GRID, FEATURES);
    int weights = FEATURES * CLASSES;
    constant(graph, "weights", Arrays.copyOf(head, weights), FEATURES, CLASSES);
    constant(graph, "bias", Arrays.copyOfRange(head, weights, head.length), CLASSES);
    graph.message(11, info -> value(info, "image", MEAN.length, INPUT_SIDE, INPUT_SIDE));
    graph.message(12, info -> value(info, "logits", CLASSES));
    return new MessageWriter()
        .integer(1, 8)
        .text(2, "transcal")
        .bytes(7, graph.toBytes())
        .message(8, opset -> opset.text(1, "").integer(2, 13))
        .toBytes();
  }

  private static void node(
      MessageWriter node, String operator, List<String> inputs, String output) {
    inputs.forEach(input -> node.text(1, input));
    node.text(2, output).text(3, output).text(4, operator);
  }

  private static void constant(MessageWriter graph, String name, double[] values, int... shape) {
    ByteBuffer raw =
        ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values) {
      raw.putFloat((float) value);
    }
    graph.message(
        5,
        tensor -> {
          for (int size : shape) {
            tensor.integer(1, size);
          }
          tensor.integer(2, ElementType.FLOAT.code()).text(8, name).bytes(9, raw.array());
        });
  }

  /** A tensor of floats, one row per example. */
  private static void value(MessageWriter info, String name, int... example) {
    MessageWriter shape = new MessageWriter().message(1, batch -> batch.text(2, "batch"));
    for (int size : example) {
      shape.message(1, dimension -> dimension.integer(1, size));
    }
    info.text(1, name)
        .message(
            2,
            type ->
                type.message(
                    1,
                    tensor ->
                        tensor.integer(1, ElementType.FLOAT.code()).bytes(2, shape.toBytes())));
  }
}
