package org.transcal.adapt.train;

import org.transcal.adapt.data.InputRows;
import org.transcal.adapt.data.RowRange;
import org.transcal.prediction.Labels;

/**
 * What a network is trained on. Target labels have no place here.
 *
 * @param rows prepared rows: those of the source, then those of the target
 * @param labels classes of the source rows
 */
public record TrainingData(InputRows rows, Labels labels) {
  /** Checks that there are target rows. */
  public TrainingData {
    if (labels.rows() < 1 || rows.rows() <= labels.rows()) {
      throw new IllegalArgumentException(
          rows.rows()
              + " rows with "
              + labels.rows()
              + " labels leave none of the source or target");
    }
  }

  /** The source rows. */
  public InputRows source() {
    return new RowRange(rows, 0, labels.rows());
  }

  /** The target rows. */
  public InputRows target() {
    return new RowRange(rows, labels.rows(), rows.rows());
  }
}
