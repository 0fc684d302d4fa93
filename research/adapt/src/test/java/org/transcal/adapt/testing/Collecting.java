package org.transcal.adapt.testing;

import ai.djl.ndarray.NDArray;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.transcal.adapt.method.AdaptationLoss;
import org.transcal.adapt.method.AdaptationMethod;
import org.transcal.adapt.method.ForwardPass;
import org.transcal.adapt.network.Layer;
import org.transcal.adapt.network.LayerWeights;
import org.transcal.adapt.network.Network;
import org.transcal.adapt.network.NetworkWeights;
import org.transcal.adapt.train.TrainingSettings;

/**
 * A method's loss that collects garbage after every forward pass, before the backward pass: memory
 * that only Java holds is freed then and filled with other values.
 */
public final class Collecting implements AdaptationLoss {
  private static final int BUFFERS = 2000;
  private static final int BYTES = 64;

  private final AdaptationLoss loss;

  private Collecting(AdaptationLoss loss) {
    this.loss = loss;
  }

  /** The method with collections; train it with {@link #settings}. */
  public static AdaptationMethod of(AdaptationMethod method) {
    return AdaptationMethod.withLayers(
        "collecting " + method.name(), layers -> new Collecting(method.start(layers)));
  }

  /** Settings with the widths and the normalization that a method chooses by itself. */
  public static TrainingSettings settings(AdaptationMethod method, TrainingSettings settings) {
    return settings
        .withWidths(method.widths(settings.widths()))
        .withNormalization(method.normalization(settings.normalization()));
  }

  /** Frees buffers that nobody holds any more, and gives their memory to others. */
  public static void collectGarbage() {
    System.gc();
    List<ByteBuffer> buffers = new ArrayList<>();
    for (int i = 0; i < BUFFERS; i++) {
      ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
      while (buffer.remaining() >= Float.BYTES) {
        buffer.putFloat(1e6f);
      }
      buffers.add(buffer);
    }
  }

  @Override
  public Optional<NDArray> transfer(ForwardPass pass) {
    Optional<NDArray> value = loss.transfer(pass);
    collectGarbage();
    return value;
  }

  @Override
  public List<Update> updates() {
    return loss.updates().stream().map(Collecting::collecting).toList();
  }

  private static Update collecting(Update update) {
    return new Update(
        update.updated(),
        pass -> {
          NDArray value = update.objective().apply(pass);
          collectGarbage();
          return value;
        },
        update.rate());
  }

  @Override
  public List<Layer> layers() {
    return loss.layers();
  }

  @Override
  public NDArray afterDropout(NDArray features, double rate) {
    return loss.afterDropout(features, rate);
  }

  @Override
  public NDArray logits(NDArray features, Layer classifier) {
    return loss.logits(features, classifier);
  }

  @Override
  public void beforeStep(Network network, double progress) {
    loss.beforeStep(network, progress);
  }

  @Override
  public boolean learnsSource() {
    return loss.learnsSource();
  }

  @Override
  public LayerWeights classifier(LayerWeights trained) {
    return loss.classifier(trained);
  }

  @Override
  public NetworkWeights forSource(NetworkWeights trained) {
    return loss.forSource(trained);
  }
}
