package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import java.util.List;
import java.util.Optional;
import org.transcal.adapt.loss.GradientReversal;
import org.transcal.adapt.loss.MarginDisparity;
import org.transcal.adapt.loss.OneHot;
import org.transcal.adapt.network.Layer;

/** Margin disparity discrepancy: an adversarial classifier that agrees on the source only. */
final class Mdd implements AdaptationLoss {
  private static final double MARGIN = 4;
  private static final double REVERSAL = 0.1;

  private final Head adversary;

  Mdd(LayerFactory layers) {
    adversary = new Head(layers, layers.features(), Head.HIDDEN, layers.classes());
  }

  @Override
  public List<Layer> layers() {
    return adversary.layers();
  }

  @Override
  public Optional<NDArray> transfer(ForwardPass pass) {
    NDArray reversed = GradientReversal.of(pass.features(), REVERSAL * pass.ramp());
    NDList scores =
        adversary.scores(reversed, pass.dropout()).split(new long[] {pass.sourceRows()}, 0);
    return Optional.of(
        MarginDisparity.of(
            MARGIN,
            scores.get(0),
            OneHot.ofLargest(pass.sourceLogits()),
            scores.get(1),
            OneHot.ofLargest(pass.targetLogits())));
  }
}
