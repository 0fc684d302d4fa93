package org.transcal.onnx.demo;

import static org.transcal.onnx.graph.ElementType.FLOAT;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.transcal.onnx.demo.Picture.Camera;
import org.transcal.onnx.demo.Picture.Shape;
import org.transcal.onnx.graph.Dimension;
import org.transcal.onnx.graph.GraphWriter;
import org.transcal.onnx.graph.GraphWriter.Attribute;
import org.transcal.onnx.graph.TensorType;

/**
 * A classifier of shapes for images as {@code extract} prepares them by default, 3×224×224: grey
 * means of 7×7 fields, and a linear layer trained by gradient descent on pictures of the source
 * domain.
 */
final class ExampleNetwork {
  private static final int INPUT_SIDE = 224;

  /** The crop leaves 28 of a picture's 32 columns: 7 fields of 4. */
  private static final int GRID = 7;

  private static final int FEATURES = GRID * GRID;

  private static final int FIELD = 4;
  private static final int MARGIN = (Picture.SIDE - GRID * FIELD) / 2;
  private static final int CLASSES = Shape.values().length;
  private static final double[] MEAN = {0.485, 0.456, 0.406};
  private static final double[] DEVIATION = {0.229, 0.224, 0.225};
  private static final long SEED = 7;

  /** Few pictures and many steps make it overconfident, as most networks are. */
  private static final int PICTURES = 45;

  private static final int STEPS = 20000;
  private static final double RATE = 1;

  private final double[] head = new double[(FEATURES + 1) * CLASSES];

  private ExampleNetwork() {}

  /** The network, trained; the same bytes each time. */
  static byte[] toBytes() {
    ExampleNetwork network = new ExampleNetwork();
    network.train(new SplittableRandom(SEED));
    return network.model();
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
  private static double[] features(Picture picture) {
    double[] features = new double[FEATURES + 1];
    features[FEATURES] = 1;
    for (int y = 0; y < GRID * FIELD; y++) {
      for (int x = 0; x < GRID * FIELD; x++) {
        double grey = picture.grey(MARGIN + x, MARGIN + y);
        features[y / FIELD * GRID + x / FIELD] += grey / (FIELD * FIELD);
      }
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
      // StrictMath gives the same bytes on every machine.
      terms[k] = StrictMath.exp(logit);
      sum += terms[k];
    }
    for (int k = 0; k < CLASSES; k++) {
      terms[k] /= sum;
    }
    return terms;
  }

  private byte[] model() {
    int field = INPUT_SIDE / GRID;
    // Normalised channels to their mean in [0, 1].
    double[] toGrey = Arrays.stream(DEVIATION).map(d -> d / DEVIATION.length).toArray();
    double black = Arrays.stream(MEAN).map(m -> m / MEAN.length).sum();
    int weights = FEATURES * CLASSES;
    double[] bias = Arrays.copyOfRange(head, weights, head.length);
    return new GraphWriter()
        .node(
            "AveragePool",
            List.of("image"),
            "fields",
            Attribute.list("kernel_shape", field, field),
            Attribute.list("strides", field, field))
        .node("Conv", List.of("fields", "to_grey", "black"), "grey")
        .node("Flatten", List.of("grey"), "features")
        .node("Gemm", List.of("features", "weights", "bias"), "logits")
        .initializer("to_grey", FLOAT, toGrey, 1, MEAN.length, 1, 1)
        .initializer("black", FLOAT, new double[] {black}, 1)
        .initializer("weights", FLOAT, Arrays.copyOf(head, weights), FEATURES, CLASSES)
        .initializer("bias", FLOAT, bias, CLASSES)
        .input("image", rows(MEAN.length, INPUT_SIDE, INPUT_SIDE))
        .output("logits", rows(CLASSES))
        .toModel("shapes", 13, new byte[0]);
  }

  private static TensorType rows(int... example) {
    Stream<Dimension> batch = Stream.of(new Dimension(-1, "batch"));
    return new TensorType(
        FLOAT, Stream.concat(batch, Arrays.stream(example).mapToObj(Dimension::of)).toList());
  }
}
