package org.transcal.cli.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.OutputFiles;
import org.transcal.io.array.Precision;
import org.transcal.io.npy.NpyWriter;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Probabilities;

/** More rows than are resampled; two classes, all labels 0. */
class EvaluateManyRowsTest {
  private static final int ROWS = 1_000_024;

  /** Means of a million terms of order 1, summed in another order. */
  private static final double ROUNDING = 1e-10;

  @TempDir private Path folder;

  private static double metric(String json, String key, String field) {
    int start = json.indexOf("\"" + key + "\"");
    assertThat(start).as(key).isNotNegative();
    return OutputFiles.number(json.substring(start), field);
  }

  private Path labels() throws Exception {
    return Files.writeString(folder.resolve("y.csv"), "0\n".repeat(ROWS));
  }

  /** Writes probabilities of class 0; below one half the row is wrong. */
  private Path write(double[] first) {
    Path file = folder.resolve("p.npy");
    double[] both = new double[2 * first.length];
    for (int i = 0; i < first.length; i++) {
      both[2 * i] = first[i];
      both[2 * i + 1] = 1 - first[i];
    }
    try (NpyWriter writer = NpyWriter.open(file, 2, Precision.FLOAT64)) {
      writer.write(Probabilities.of(Matrix.wrap(both, first.length, 2)));
      writer.commit();
    }
    return file;
  }

  @Test
  void givenFewDistinctValues_thenClosedForms() throws Exception {
    double[] first = new double[ROWS];
    // A quarter each correct with confidence 3/4 and 7/8; half wrong with confidence 7/8.
    Arrays.setAll(first, i -> i % 4 == 0 ? 0.75 : i % 4 == 1 ? 0.875 : 0.125);

    String json =
        CommandRun.done("evaluate", write(first), labels(), "--probabilities", "--json").out();

    assertThat(json).doesNotContain("errorBound", "summary");
    assertThat(metric(json, "accuracy", "value")).isEqualTo(0.5);
    // Gaps: 1/4 · (3/4 − 1), then 3/4 · (7/8 − 1/3) of the rows.
    double low = -0.25 * 0.25;
    double high = 0.75 * (0.875 - 1.0 / 3);
    assertThat(metric(json, "eceEqualMass", "value"))
        .isCloseTo(Math.abs(low) + high, within(ROUNDING));
    assertThat(metric(json, "ks", "value")).isCloseTo(low + high, within(ROUNDING));
  }

  @Test
  void givenDistinctRows_thenRankBasedMetricsAreExact() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    double[] first = new double[ROWS];
    Arrays.setAll(first, i -> random.nextDouble());
    Path file = write(first);

    String json = CommandRun.done("evaluate", file, labels(), "--probabilities", "--json").out();

    double[] gaps = sortedGaps(first);
    assertThat(metric(json, "eceEqualMass", "value"))
        .isCloseTo(equalMass(gaps, 15), within(ROUNDING));
    assertThat(metric(json, "ks", "value")).isCloseTo(largestSum(gaps), within(ROUNDING));
    assertThat(metric(json, "ks", "low")).isLessThan(metric(json, "ks", "value"));
    assertThat(metric(json, "ks", "high")).isGreaterThan(metric(json, "ks", "value"));
  }

  /** Confidence − correctness, sorted by confidence. */
  private static double[] sortedGaps(double[] first) {
    return Arrays.stream(first)
        .boxed()
        .sorted((a, b) -> Double.compare(Math.max(a, 1 - a), Math.max(b, 1 - b)))
        .mapToDouble(p -> p >= 0.5 ? p - 1 : 1 - p)
        .toArray();
  }

  private static double equalMass(double[] gaps, int bins) {
    double sum = 0;
    int start = 0;
    for (int b = 0; b < bins; b++) {
      int end = start + gaps.length / bins + (b < gaps.length % bins ? 1 : 0);
      sum += Math.abs(Arrays.stream(gaps, start, end).sum());
      start = end;
    }
    return sum / gaps.length;
  }

  private static double largestSum(double[] gaps) {
    double sum = 0;
    double largest = 0;
    for (double gap : gaps) {
      sum += gap;
      largest = Math.max(largest, Math.abs(sum));
    }
    return largest / gaps.length;
  }
}
