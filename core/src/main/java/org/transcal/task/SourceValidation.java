package org.transcal.task;

import org.transcal.matrix.Frequencies;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;

/** Labelled source rows that the model was not trained on. */
public record SourceValidation(Logits logits, Labels labels, Frequencies frequencies) {
  /** Checks that rows and classes agree. */
  public SourceValidation {
    labels.requireRows(logits.rows(), "Source validation");
    frequencies.requireRows(logits.rows(), "Source validation");
    if (labels.classes() != logits.classes()) {
      throw new IllegalArgumentException(
          "Source validation logits have "
              + logits.classes()
              + " classes but its labels have "
              + labels.classes());
    }
  }
}
