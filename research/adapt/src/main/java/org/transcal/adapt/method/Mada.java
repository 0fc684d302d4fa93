package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.transcal.adapt.loss.GradientReversal;
import org.transcal.adapt.network.Layer;

/**
 * Multi-adversarial domain adaptation: one discriminator per class, which sees the features times
 * the predicted probability of that class.
 */
final class Mada implements AdaptationLoss {
  private final List<Discriminator> discriminators;

  Mada(LayerFactory layers) {
    discriminators =
        IntStream.range(0, layers.classes())
            .mapToObj(k -> new Discriminator(layers, layers.features()))
            .toList();
  }

  @Override
  public List<Layer> layers() {
    return discriminators.stream().flatMap(one -> one.layers().stream()).toList();
  }

  @Override
  public Optional<NDArray> transfer(ForwardPass pass) {
    NDArray reversed = GradientReversal.of(pass.features(), pass.ramp());
    NDList predictions = pass.logits().stopGradient().softmax(1).split(discriminators.size(), 1);
    return IntStream.range(0, discriminators.size())
        .mapToObj(
            k -> {
              NDArray weighted = reversed.mul(predictions.get(k));
              return discriminators.get(k).loss(weighted, pass.sourceRows(), pass.dropout());
            })
        .reduce(NDArray::add);
  }
}
