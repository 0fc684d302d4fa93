package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import org.transcal.adapt.loss.CrossEntropy;
import org.transcal.adapt.tensor.Constants;

/** How much each row of a batch counts for a discriminator; each domain sums to 1. */
final class SampleWeights {
  private SampleWeights() {}

  static NDArray equal(Forward forward) {
    NDArray source = forward.sourceFeatures();
    NDArray target = forward.targetFeatures();
    return ones(source).concat(ones(target), 0);
  }

  private static NDArray ones(NDArray rows) {
    long count = rows.getShape().get(0);
    return rows.getManager().full(new Shape(count, 1), 1f / count, rows.getDataType());
  }

  /** {@code 1 + exp(−entropy)}: rows that the classifier is sure of count up to twice as much. */
  static NDArray byCertainty(Forward forward) {
    return certainty(forward.sourceLogits()).concat(certainty(forward.targetLogits()), 0);
  }

  private static NDArray certainty(NDArray logits) {
    NDArray weights = Constants.plus(CrossEntropy.entropy(logits.stopGradient()).neg().exp(), 1);
    return weights.div(weights.sum());
  }
}
