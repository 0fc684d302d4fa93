package org.transcal.adapt.train;

import org.transcal.adapt.data.InputRows;
import org.transcal.prediction.Labels;

/**
 * What a network is trained on. Target labels have no place here.
 *
 * @param source prepared source rows
 * @param labels their classes
 * @param target prepared target rows
 */
public record TrainingData(InputRows source, Labels labels, InputRows target) {
  /** Checks that shapes agree. */
  public TrainingData {
    labels.requireRows(source.rows(), "Source");
    if (source.columns() != target.columns()) {
      throw new IllegalArgumentException(
          "Source has " + source.columns() + " columns, target " + target.columns());
    }
  }
}
