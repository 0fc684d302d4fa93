package org.transcal.adapt.method;

import ai.djl.ndarray.NDManager;
import java.util.SplittableRandom;
import org.transcal.adapt.network.Layer;
import org.transcal.adapt.network.LayerWeights;

/**
 * What a method makes layers of its own from.
 *
 * @param manager owns their arrays
 * @param random of their first weights
 * @param classifier the network's own classifier
 */
public record Parts(NDManager manager, SplittableRandom random, Layer classifier) {
  /** Number of features. */
  public int features() {
    return classifier.inputs();
  }

  /** Number of classes. */
  public int classes() {
    return classifier.outputs();
  }

  /** A layer with random weights. */
  public Layer newLayer(long inputs, int outputs) {
    return Layer.of(manager, LayerWeights.random(inputs, outputs, random));
  }
}
