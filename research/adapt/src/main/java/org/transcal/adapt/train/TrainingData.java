package org.transcal.adapt.train;

import java.util.stream.IntStream;
import org.transcal.adapt.data.InputRows;
import org.transcal.prediction.Labels;

/**
 * The rows a network is trained on; there is no place for target labels.
 *
 * @param rows prepared rows: source, then target
 * @param labels classes of the source rows
 */
public record TrainingData(InputRows rows, Labels labels) {
  public TrainingData {
    if (labels.rows() < 1 || rows.rows() <= labels.rows()) {
      throw new IllegalArgumentException(
          rows.rows()
              + " rows with "
              + labels.rows()
              + " source labels; rows of both source and target are needed");
    }
  }

  public int[] sourceRows() {
    return IntStream.range(0, labels.rows()).toArray();
  }

  public int[] targetRows() {
    return IntStream.range(labels.rows(), rows.rows()).toArray();
  }
}
