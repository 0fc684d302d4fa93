package org.transcal.metric;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Probabilities;
import org.transcal.testing.Cases;

/** Small labelled samples, full of ties, exact zeros and ones, and classes that never occur. */
final class Examples {
  /**
   * One row.
   *
   * @param shares probabilities before they are divided by their sum
   * @param label the true class
   * @param frequency how often the row counts
   */
  record Row(List<Integer> shares, int label, int frequency) {
    /** Whether two classes are most probable. */
    boolean isTied() {
      int largest = Collections.max(shares);
      return shares.stream().filter(share -> share == largest).count() > 1;
    }
  }

  /** Rows of as many classes each. */
  record Sample(List<Row> rows, int classes) {
    /** The rows, counted by their frequencies. */
    LabelledPredictions weighted() {
      return onceEach(rows)
          .countedBy(Frequencies.copyOf(rows.stream().mapToDouble(Row::frequency).toArray()));
    }

    /** The rows, each written down as often as it counts. */
    LabelledPredictions repeated() {
      return onceEach(
          rows.stream().flatMap(row -> Stream.generate(() -> row).limit(row.frequency())).toList());
    }

    /** The given rows of this sample's classes, each once. */
    LabelledPredictions onceEach(List<Row> chosen) {
      double[][] probabilities = new double[chosen.size()][];
      for (int i = 0; i < probabilities.length; i++) {
        double[] shares = chosen.get(i).shares().stream().mapToDouble(s -> s).toArray();
        double sum = Arrays.stream(shares).sum();
        probabilities[i] = Arrays.stream(shares).map(s -> s / sum).toArray();
      }
      int[] labels = chosen.stream().mapToInt(Row::label).toArray();
      return LabelledPredictions.of(
          Probabilities.of(Matrix.copyOf(probabilities)), Labels.copyOf(labels, classes));
    }
  }

  private Examples() {}

  /** A sample of 1 to 40 rows, at least one of which counts. */
  static Sample sample(Cases.Draw draw) {
    int classes = draw.integer(2, 4);
    List<Row> rows = Stream.generate(() -> row(draw, classes)).limit(draw.integer(1, 40)).toList();
    draw.assume(rows.stream().anyMatch(row -> row.frequency() > 0));
    return new Sample(rows, classes);
  }

  private static Row row(Cases.Draw draw, int classes) {
    int[] shares = draw.integers(classes, 0, 9);
    if (Arrays.stream(shares).sum() == 0) {
      shares[0] = 1;
    }
    List<Integer> list = Arrays.stream(shares).boxed().toList();
    return new Row(list, draw.integer(0, classes - 1), draw.integer(0, 3));
  }
}
