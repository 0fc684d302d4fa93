package org.transcal.adapt.network;

import ai.djl.ndarray.NDManager;
import java.util.Locale;
import java.util.Optional;

/** What happens to the outputs of each linear layer before ReLU. */
public enum Normalization {
  NONE,
  /** As {@link #BATCH}, for features only: the outputs of the last layer. */
  FEATURES,
  /** Batch normalization, with the statistics of each domain. Paper: Ioffe and Szegedy 2015. */
  BATCH,
  /**
   * TransNorm: batch normalization that also strengthens channels which agree between the domains.
   * Paper: Wang et al. 2019.
   */
  TRANSNORM;

  /** The name in commands, such as {@code transnorm}. */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Normalization of a layer's outputs; none if this kind leaves them unchanged. */
  Optional<BatchNormalization> of(NDManager manager, LayerWeights layer, boolean isLast) {
    return this == NONE || (this == FEATURES && !isLast)
        ? Optional.empty()
        : Optional.of(new BatchNormalization(manager, layer.outputs(), this == TRANSNORM));
  }
}
