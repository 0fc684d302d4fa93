package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import java.util.List;
import java.util.Optional;
import org.transcal.adapt.loss.GradientReversal;
import org.transcal.adapt.loss.MarginDisparity;
import org.transcal.adapt.loss.OneHot;
import org.transcal.adapt.network.Layer;

/** Margin disparity discrepancy: an adversarial classifier that agrees on the source alone. */
final class Mdd implements AdaptationLoss {
  private static final double MARGIN = 4;
  private static final double REVERSAL = 0.1;

  private final Layer adversary;

  Mdd(Parts parts) {
    adversary = parts.newLayer(parts.features(), parts.classes());
  }

  @Override
  public List<Layer> layers() {
    return List.of(adversary);
  }

  @Override
  public Optional<NDArray> transfer(Forward forward) {
    double coefficient = REVERSAL * forward.ramp();
    return Optional.of(
        MarginDisparity.of(
            MARGIN,
            adversary.apply(GradientReversal.of(forward.sourceFeatures(), coefficient)),
            OneHot.ofLargest(forward.sourceLogits()),
            adversary.apply(GradientReversal.of(forward.targetFeatures(), coefficient)),
            OneHot.ofLargest(forward.targetLogits())));
  }
}
