package org.transcal.task;

import org.transcal.matrix.Frequencies;
import org.transcal.prediction.Logits;

/** Target rows: what the model said, and no labels. */
public record Target(Logits logits, Frequencies frequencies) {
  /** Checks that rows agree. */
  public Target {
    frequencies.requireRows(logits.rows(), "Target");
  }
}
