package org.transcal.adapt.network;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A network at rest: layers with ReLU that end in the features, then a linear classifier.
 *
 * @param encoder layers to the features, each followed by ReLU and, in training, dropout
 * @param classifier from features to logits
 */
public record NetworkWeights(List<LayerWeights> encoder, LayerWeights classifier) {
  /** Copies the list and checks that layers fit. */
  public NetworkWeights {
    encoder = List.copyOf(encoder);
    if (encoder.isEmpty()) {
      throw new IllegalArgumentException("Network has no layer before its classifier");
    }
    for (int i = 0; i < encoder.size(); i++) {
      LayerWeights next = i + 1 < encoder.size() ? encoder.get(i + 1) : classifier;
      if (next.inputs() != encoder.get(i).outputs()) {
        throw new IllegalArgumentException(
            "Layer "
                + i
                + " has "
                + encoder.get(i).outputs()
                + " outputs, the next one "
                + next.inputs()
                + " inputs; they must be equal");
      }
    }
  }

  /**
   * Random weights to start from.
   *
   * @param inputs number of inputs
   * @param widths outputs of each layer; the last one's are the features
   * @param classes number of classes
   */
  public static NetworkWeights random(
      int inputs, List<Integer> widths, int classes, SplittableRandom random) {
    List<LayerWeights> encoder = new ArrayList<>();
    int before = inputs;
    for (int width : widths) {
      encoder.add(LayerWeights.random(before, width, random));
      before = width;
    }
    return new NetworkWeights(encoder, LayerWeights.random(before, classes, random));
  }

  /** Number of inputs. */
  public int inputs() {
    return encoder.get(0).inputs();
  }

  /** Number of features. */
  public int features() {
    return classifier.inputs();
  }

  /** Number of classes. */
  public int classes() {
    return classifier.outputs();
  }

  /** The same encoder with another classifier. */
  public NetworkWeights withClassifier(LayerWeights other) {
    return new NetworkWeights(encoder, other);
  }

  /** Whether every number is finite. */
  public boolean isFinite() {
    return classifier.isFinite() && encoder.stream().allMatch(LayerWeights::isFinite);
  }
}
