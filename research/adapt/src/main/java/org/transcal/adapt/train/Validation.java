package org.transcal.adapt.train;

import ai.djl.ndarray.NDManager;
import java.util.stream.IntStream;
import org.transcal.adapt.data.InputRows;
import org.transcal.adapt.network.Dropout;
import org.transcal.adapt.network.Network;
import org.transcal.adapt.network.NetworkWeights;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;

/**
 * Labelled source rows that are not trained on.
 *
 * @param rows prepared rows
 * @param labels their classes
 */
public record Validation(InputRows rows, Labels labels) {
  double accuracy(NDManager manager, NetworkWeights weights) {
    Matrix logits = outputs(manager, weights).logits();
    double correct = 0;
    for (int row = 0; row < labels.rows(); row++) {
      correct += largest(logits, row) == labels.get(row) ? 1 : 0;
    }
    return correct / labels.rows();
  }

  /** What a network with given weights computes for these rows. */
  @SuppressWarnings("exports")
  public Network.Outputs outputs(NDManager manager, NetworkWeights weights) {
    try (NDManager inner = manager.newSubManager()) {
      int[] all = IntStream.range(0, rows.rows()).toArray();
      return Network.of(inner, weights).outputs(inner, all, rows::batch, Dropout.off());
    }
  }

  /** The first class with the largest logit; logits need not be finite while training diverges. */
  private static int largest(Matrix logits, int row) {
    int largest = 0;
    for (int k = 1; k < logits.columns(); k++) {
      largest = logits.get(row, k) > logits.get(row, largest) ? k : largest;
    }
    return largest;
  }
}
