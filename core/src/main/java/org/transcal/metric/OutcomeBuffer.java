package org.transcal.metric;

import java.util.Arrays;
import org.transcal.matrix.Frequencies;

/**
 * Confidence, correctness and frequency of rows that stream by: 8 bytes a row, 16 from the first
 * row on whose frequency is not 1.
 */
final class OutcomeBuffer {
  private static final int FIRST_CAPACITY = 1024;

  private double[] signed = new double[FIRST_CAPACITY];
  private double[] frequency = {};
  private int rows;

  void add(double confidence, double correctness, double rowFrequency) {
    if (rows == signed.length) {
      if (rows == Outcomes.MOST_ROWS) {
        throw new IllegalStateException("More than " + rows + " rows cannot be evaluated at once");
      }
      signed = Arrays.copyOf(signed, 2 * rows);
    }
    signed[rows] = Outcomes.signed(confidence, correctness);
    if (rowFrequency != 1 && frequency.length == 0) {
      frequency = new double[signed.length];
      Arrays.fill(frequency, 1);
    }
    if (frequency.length > 0) {
      if (rows >= frequency.length) {
        frequency = Arrays.copyOf(frequency, signed.length);
      }
      frequency[rows] = rowFrequency;
    }
    rows++;
  }

  /** What is done with each row. */
  interface Row {
    void of(double confidence, double correctness, double frequency);
  }

  void forEach(Row row) {
    for (int i = 0; i < rows; i++) {
      double correctness = Outcomes.isCorrect(signed[i]) ? 1 : 0;
      row.of(Math.abs(signed[i]), correctness, frequency.length == 0 ? 1 : frequency[i]);
    }
  }

  Outcomes outcomes() {
    return new Outcomes(signed, rows);
  }

  Frequencies frequencies() {
    return frequency.length == 0
        ? Frequencies.ones(rows)
        : Frequencies.copyOf(Arrays.copyOf(frequency, rows));
  }
}
