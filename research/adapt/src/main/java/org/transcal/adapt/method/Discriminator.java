package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import java.util.Arrays;
import java.util.List;
import org.transcal.adapt.loss.CrossEntropy;
import org.transcal.adapt.loss.OneHot;
import org.transcal.adapt.network.Dropout;
import org.transcal.adapt.network.Layer;

/** A small network that tells source rows from target rows. */
final class Discriminator {
  private final Head head;

  Discriminator(LayerFactory layers, long inputs) {
    head = new Head(layers, inputs, Head.HIDDEN, Head.HIDDEN, 1);
  }

  List<Layer> layers() {
    return head.layers();
  }

  /** The logistic loss, with all rows weighted equally. */
  NDArray loss(NDArray inputs, int sourceRows, Dropout dropout) {
    int rows = Math.toIntExact(inputs.getShape().get(0));
    NDArray weights = inputs.getManager().full(new Shape(rows, 1), 1f / rows, inputs.getDataType());
    return loss(inputs, sourceRows, weights, dropout);
  }

  /**
   * The weighted logistic loss.
   *
   * @param inputs one row each, those of the source first
   */
  NDArray loss(NDArray inputs, int sourceRows, NDArray weights, Dropout dropout) {
    return loss(head.scores(inputs, dropout), sourceRows, weights);
  }

  /** The weighted logistic loss of scores, which are above 0 for source rows. */
  static NDArray loss(NDArray scores, int sourceRows, NDArray weights) {
    // Two logits of which one is 0: the logistic loss.
    NDArray logits = scores.concat(scores.zerosLike(), 1);
    int[] domains = new int[Math.toIntExact(scores.getShape().get(0))];
    Arrays.fill(domains, sourceRows, domains.length, 1);
    NDArray truth = OneHot.of(scores.getManager(), domains, 2).toType(scores.getDataType(), false);
    return CrossEntropy.weightedMean(logits, truth, weights);
  }
}
