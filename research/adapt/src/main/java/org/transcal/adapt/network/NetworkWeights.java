package org.transcal.adapt.network;

/**
 * The weights of a network: an encoder, then a linear classifier.
 *
 * @param encoder from inputs to features
 * @param classifier from features to logits
 */
public record NetworkWeights(EncoderWeights encoder, LayerWeights classifier) {
  public NetworkWeights {
    if (classifier.inputs() != encoder.features()) {
      throw new IllegalArgumentException(
          "Encoder has "
              + encoder.features()
              + " features, the classifier "
              + classifier.inputs()
              + " inputs; they must be equal");
    }
  }

  public int inputs() {
    return encoder.inputs();
  }

  public int classes() {
    return classifier.outputs();
  }

  public boolean isFinite() {
    return classifier.isFinite() && encoder.isFinite();
  }
}
