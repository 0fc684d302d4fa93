package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import ai.djl.nn.Activation;
import java.util.List;
import java.util.Optional;
import org.transcal.adapt.loss.CrossEntropy;
import org.transcal.adapt.loss.GaussianKernels;
import org.transcal.adapt.loss.MaximumMeanDiscrepancy;
import org.transcal.adapt.network.Layer;
import org.transcal.adapt.network.LayerWeights;
import org.transcal.adapt.tensor.Constants;

/**
 * Residual transfer network: the source classifier is the target classifier plus a residual block,
 * target predictions are made certain, and MMD aligns logits ⊗ features.
 *
 * <p>Deviation: the target classifier is kept for both domains, since a model has one, and so it
 * learns the source classes, too. Otherwise the residual block learns them alone, and low entropy
 * puts all target rows into one class.
 */
final class Rtn implements AdaptationLoss {
  /** From the authors' program, where MMD has weight 1; both rise with λ_p, as in {@code jan}. */
  private static final double ENTROPY_WEIGHT = 0.1;

  private final Layer first;
  private final Layer second;

  Rtn(LayerFactory layers) {
    first = layers.newLayer(layers.classes(), layers.classes());
    // No residual at the start: both classifiers learn the source before they diverge.
    int classes = layers.classes();
    second =
        Layer.of(
            layers.manager(),
            new LayerWeights(classes, classes, new float[classes * classes], new float[classes]));
  }

  @Override
  public List<Layer> layers() {
    return List.of(first, second);
  }

  @Override
  public Optional<NDArray> transfer(ForwardPass pass) {
    NDArray entropy = CrossEntropy.entropy(pass.targetLogits()).mean();
    NDArray discrepancy = discrepancy(pass.logits(), pass.features(), pass.sourceRows());
    return Optional.of(
        CrossEntropy.mean(residual(pass.sourceLogits()), pass.sourceLabels())
            .add(Constants.times(entropy, ENTROPY_WEIGHT * pass.ramp()))
            .add(Constants.times(discrepancy, pass.ramp())));
  }

  /** The source classifier's logits. */
  private NDArray residual(NDArray logits) {
    return logits.add(second.apply(Activation.relu(first.apply(logits))));
  }

  static NDArray discrepancy(NDArray logits, NDArray features, int sourceRows) {
    NDArray fused = MultilinearMap.outerProduct(logits, features);
    return MaximumMeanDiscrepancy.of(GaussianKernels.multiScale(fused), sourceRows);
  }
}
