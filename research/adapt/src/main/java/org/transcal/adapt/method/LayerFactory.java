package org.transcal.adapt.method;

import ai.djl.ndarray.NDManager;
import java.util.SplittableRandom;
import org.transcal.adapt.network.Layer;
import org.transcal.adapt.network.LayerWeights;

/**
 * Makes a method's own layers.
 *
 * @param manager owns their arrays
 * @param random for their initial weights
 * @param features number of features
 * @param classes number of classes
 */
public record LayerFactory(NDManager manager, SplittableRandom random, int features, int classes) {
  public Layer newLayer(long inputs, int outputs) {
    return Layer.of(manager, LayerWeights.random(inputs, outputs, random));
  }
}
