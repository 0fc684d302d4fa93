package org.transcal.adapt.train;

import ai.djl.ndarray.NDManager;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.transcal.adapt.data.InputRows;
import org.transcal.adapt.network.Dropout;
import org.transcal.adapt.network.Network;
import org.transcal.adapt.network.NetworkWeights;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;

/**
 * Labelled source rows that are not trained on.
 *
 * @param rows prepared rows
 * @param labels their classes
 */
public record Validation(InputRows rows, Labels labels) {
  double accuracy(NDManager manager, NetworkWeights weights) {
    try (NDManager inner = manager.newSubManager()) {
      int[] all = IntStream.range(0, rows.rows()).toArray();
      Network network = Network.of(inner, weights);
      Network.Outputs outputs = network.outputs(inner, all, rows::batch, Dropout.off());
      double[] correct = Logits.of(outputs.logits()).correctness(labels);
      return Arrays.stream(correct).average().orElse(0);
    }
  }
}
