package org.transcal.metric;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.DomainContextBase;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Probabilities;

/** Small labelled samples, full of ties, exact zeros and ones, and classes that never occur. */
final class Examples extends DomainContextBase {
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

  @Provide
  Arbitrary<Sample> samples() {
    return Arbitraries.integers()
        .between(2, 4)
        .flatMap(
            classes ->
                row(classes)
                    .list()
                    .ofMinSize(1)
                    .ofMaxSize(40)
                    .filter(rows -> rows.stream().anyMatch(row -> row.frequency() > 0))
                    .map(rows -> new Sample(rows, classes)));
  }

  private static Arbitrary<Row> row(int classes) {
    Arbitrary<List<Integer>> shares =
        Arbitraries.integers()
            .between(0, 9)
            .list()
            .ofSize(classes)
            .filter(list -> list.stream().anyMatch(share -> share > 0));
    return Combinators.combine(
            shares,
            Arbitraries.integers().between(0, classes - 1),
            Arbitraries.integers().between(0, 3))
        .as(Row::new);
  }
}
