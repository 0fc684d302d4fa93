package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import org.transcal.adapt.network.Dropout;

/**
 * What a network made of a batch of source and a batch of target rows.
 *
 * @param sourceFeatures features of source rows
 * @param targetFeatures features of target rows
 * @param sourceLogits logits of source rows
 * @param targetLogits logits of target rows
 * @param sourceLabels true classes of source rows, one-hot
 * @param ramp λ_p, which rises from 0 to 1 as training goes on
 * @param dropout what other parts of a method use, too
 */
public record Forward(
    NDArray sourceFeatures,
    NDArray targetFeatures,
    NDArray sourceLogits,
    NDArray targetLogits,
    NDArray sourceLabels,
    double ramp,
    Dropout dropout) {
  /** Features of source rows, then of target rows. */
  public NDArray features() {
    return sourceFeatures.concat(targetFeatures, 0);
  }

  /** Logits of source rows, then of target rows. */
  public NDArray logits() {
    return sourceLogits.concat(targetLogits, 0);
  }

  /** Number of source rows. */
  public int sourceRows() {
    return Math.toIntExact(sourceFeatures.getShape().get(0));
  }

  /** Number of target rows. */
  public int targetRows() {
    return Math.toIntExact(targetFeatures.getShape().get(0));
  }
}
