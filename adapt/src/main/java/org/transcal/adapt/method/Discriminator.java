package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import ai.djl.nn.Activation;
import java.util.Arrays;
import java.util.List;
import org.transcal.adapt.loss.CrossEntropy;
import org.transcal.adapt.loss.OneHot;
import org.transcal.adapt.network.Dropout;
import org.transcal.adapt.network.Layer;

/** Tells source from target: two hidden layers with ReLU and dropout. */
final class Discriminator {
  private static final int HIDDEN = 128;

  private final List<Layer> layers;

  Discriminator(Parts parts, int inputs) {
    layers =
        List.of(
            parts.newLayer(inputs, HIDDEN),
            parts.newLayer(HIDDEN, HIDDEN),
            parts.newLayer(HIDDEN, 1));
  }

  List<Layer> layers() {
    return layers;
  }

  /** Its loss on source rows, which come first, and target rows; each domain counts one half. */
  NDArray loss(NDArray inputs, Forward forward, NDArray weights) {
    NDArray scores = scores(inputs, forward.dropout());
    // Two logits of which one is 0: the logistic loss.
    NDArray logits = scores.concat(scores.zerosLike(), 1);
    int[] domains = new int[forward.sourceRows() + forward.targetRows()];
    Arrays.fill(domains, forward.sourceRows(), domains.length, 1);
    return CrossEntropy.weightedMean(logits, OneHot.of(inputs.getManager(), domains, 2), weights);
  }

  private NDArray scores(NDArray inputs, Dropout dropout) {
    NDArray x = inputs;
    for (Layer layer : layers.subList(0, layers.size() - 1)) {
      x = dropout.apply(Activation.relu(layer.apply(x)));
    }
    return layers.get(layers.size() - 1).apply(x);
  }
}
