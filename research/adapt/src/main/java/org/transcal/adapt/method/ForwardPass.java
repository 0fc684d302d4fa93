package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import org.transcal.adapt.network.Dropout;

/**
 * What the network computed for a batch of source and target rows.
 *
 * @param inputs source rows, then target rows; may be sparse
 * @param features features of source rows, then of target rows
 * @param logits logits of source rows, then of target rows
 * @param sourceLabels true classes of source rows, one-hot
 * @param ramp λ_p, which rises from 0 to 1 during training
 * @param dropout for the method's own layers
 */
public record ForwardPass(
    NDArray inputs,
    NDArray features,
    NDArray logits,
    NDArray sourceLabels,
    double ramp,
    Dropout dropout) {
  public NDArray sourceFeatures() {
    return part(features, 0);
  }

  public NDArray targetFeatures() {
    return part(features, 1);
  }

  public NDArray sourceLogits() {
    return part(logits, 0);
  }

  public NDArray targetLogits() {
    return part(logits, 1);
  }

  private NDArray part(NDArray rows, int index) {
    return rows.split(new long[] {sourceRows()}, 0).get(index);
  }

  public int sourceRows() {
    return Math.toIntExact(sourceLabels.getShape().get(0));
  }

  public int targetRows() {
    return Math.toIntExact(features.getShape().get(0)) - sourceRows();
  }
}
