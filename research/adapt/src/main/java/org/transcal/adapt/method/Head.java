package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import ai.djl.nn.Activation;
import java.util.ArrayList;
import java.util.List;
import org.transcal.adapt.network.Dropout;
import org.transcal.adapt.network.Layer;

/** A method's own small network, with ReLU and dropout between layers. */
final class Head {
  static final int HIDDEN = 128;

  private final List<Layer> layers = new ArrayList<>();

  Head(LayerFactory factory, long inputs, int... widths) {
    long before = inputs;
    for (int width : widths) {
      layers.add(factory.newLayer(before, width));
      before = width;
    }
  }

  List<Layer> layers() {
    return layers;
  }

  NDArray scores(NDArray inputs, Dropout dropout) {
    NDArray x = inputs;
    for (Layer layer : layers.subList(0, layers.size() - 1)) {
      x = dropout.apply(Activation.relu(layer.apply(x)));
    }
    return layers.get(layers.size() - 1).apply(x);
  }
}
