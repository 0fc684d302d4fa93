package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import java.util.Arrays;
import java.util.List;
import org.transcal.adapt.loss.CrossEntropy;
import org.transcal.adapt.loss.OneHot;
import org.transcal.adapt.network.Layer;

/** Tells source from target, by two hidden layers. */
final class Discriminator {
  private final Head head;

  Discriminator(Parts parts, long inputs) {
    head = new Head(parts, inputs, Head.HIDDEN, Head.HIDDEN, 1);
  }

  List<Layer> layers() {
    return head.layers();
  }

  /** Its loss on source rows, which come first, and target rows; each domain counts one half. */
  NDArray loss(NDArray inputs, Forward forward, NDArray weights) {
    NDArray scores = head.scores(inputs, forward.dropout());
    // Two logits of which one is 0: the logistic loss.
    NDArray logits = scores.concat(scores.zerosLike(), 1);
    int[] domains = new int[forward.sourceRows() + forward.targetRows()];
    Arrays.fill(domains, forward.sourceRows(), domains.length, 1);
    return CrossEntropy.weightedMean(logits, OneHot.of(inputs.getManager(), domains, 2), weights);
  }
}
