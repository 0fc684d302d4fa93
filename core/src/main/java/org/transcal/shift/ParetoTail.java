package org.transcal.shift;

import java.util.OptionalDouble;
import org.transcal.matrix.Frequencies;

final class ParetoTail {
  private ParetoTail() {}

  static OptionalDouble shape(double[] values, Frequencies frequencies) {
    return OptionalDouble.empty();
  }
}
