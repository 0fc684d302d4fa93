package org.transcal.adapt.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDManager;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.adapt.tensor.Engine;
import org.transcal.adapt.testing.Domains;
import org.transcal.io.dataset.DataSet;
import org.transcal.io.dataset.DataSetFiles;
import org.transcal.io.dataset.FeatureRows;
import org.transcal.io.file.InputException;
import org.transcal.io.npy.NpzWriter;
import org.transcal.matrix.Matrix;

class DataTest {
  private static final double SINGLE = 1e-6;

  @TempDir private Path folder;

  private static FeatureRows dense(double[]... rows) {
    return new FeatureRows.Dense(Matrix.copyOf(rows));
  }

  /** The same rows as {@link #dense}, of which only non-zero values are kept. */
  private FeatureRows sparse(double[]... rows) {
    Path file = folder.resolve("sparse.npz");
    double[] values =
        Arrays.stream(rows).flatMapToDouble(Arrays::stream).filter(v -> v != 0).toArray();
    int[] indices =
        Arrays.stream(rows)
            .flatMapToInt(row -> IntStream.range(0, row.length).filter(j -> row[j] != 0))
            .toArray();
    int[] starts = new int[rows.length + 1];
    for (int i = 0; i < rows.length; i++) {
      starts[i + 1] = starts[i] + (int) Arrays.stream(rows[i]).filter(v -> v != 0).count();
    }
    try (NpzWriter writer = NpzWriter.open(file)) {
      writer
          .numbers("data", values)
          .integers("indices", indices)
          .integers("indptr", starts)
          .integers("shape", rows.length, rows[0].length);
      writer.commit();
    }
    return DataSetFiles.readFeatures(file);
  }

  private static int[] all(FeatureRows rows) {
    return IntStream.range(0, rows.rows()).toArray();
  }

  private static float[] batch(InputRows rows, int... chosen) {
    try (NDManager manager = Engine.newManager()) {
      return rows.batch(manager, chosen).toDense().toFloatArray();
    }
  }

  @Test
  void givenValues_thenThePreparationThatSuitsThem() {
    FeatureRows counts = dense(new double[] {3, 0}, new double[] {1, 7});
    FeatureRows shares = dense(new double[] {0.25, 0.75}, new double[] {0.5, 0.5});
    FeatureRows activations = dense(new double[] {0.25, 3.5}, new double[] {0, 0.5});
    FeatureRows readings = dense(new double[] {-1, 3.5}, new double[] {0, 0.5});

    assertThat(PreparationKind.detect(counts, all(counts))).isEqualTo(PreparationKind.HISTOGRAM);
    assertThat(PreparationKind.detect(shares, all(shares))).isEqualTo(PreparationKind.HISTOGRAM);
    assertThat(PreparationKind.detect(activations, all(activations)))
        .isEqualTo(PreparationKind.STANDARDIZE);
    assertThat(PreparationKind.detect(readings, all(readings)))
        .isEqualTo(PreparationKind.STANDARDIZE);
    FeatureRows words = sparse(new double[] {3, 0}, new double[] {1, 7});
    assertThat(PreparationKind.detect(words, all(words))).isEqualTo(PreparationKind.LOG);
    FeatureRows signed = sparse(new double[] {-3, 0}, new double[] {1, 7});
    assertThat(PreparationKind.detect(signed, all(signed))).isEqualTo(PreparationKind.STANDARDIZE);
  }

  @Test
  void givenSparseCounts_thenLogarithmsAndZerosStay() {
    FeatureRows rows = sparse(new double[] {3, 0, 1}, new double[] {0, 0, 0});
    InputRows prepared =
        Preparation.fit(PreparationKind.LOG, rows, all(rows)).prepare(rows, all(rows));

    assertThat(batch(prepared, 1, 0))
        .containsExactly(
            new float[] {0, 0, 0, (float) Math.log(4), 0, (float) Math.log(2)},
            within((float) SINGLE));
    assertThat(batch(prepared, 1)).containsOnly(0);
  }

  @Test
  void givenHistograms_thenRowsSumToOneAndColumnsAreStandard() {
    FeatureRows rows =
        dense(new double[] {1, 3}, new double[] {30, 10}, new double[] {0, 0}, new double[] {5, 5});
    float[] values =
        batch(
            Preparation.fit(PreparationKind.HISTOGRAM, rows, all(rows)).prepare(rows, all(rows)),
            0,
            1,
            2,
            3);

    // Shares of the first column: ¼, ¾, 0 (an empty row), ½; mean 3/8, variance 5/64.
    double deviation = Math.sqrt(5.0 / 64);
    assertThat(values[0]).isCloseTo((float) (-0.125 / deviation), within((float) SINGLE));
    assertThat(values[2]).isCloseTo((float) (0.375 / deviation), within((float) SINGLE));
  }

  @Test
  void givenColumnThatNeverChanges_thenZeros() {
    FeatureRows rows = dense(new double[] {7, 1}, new double[] {7, 3});

    assertThat(
            batch(
                Preparation.fit(PreparationKind.STANDARDIZE, rows, all(rows))
                    .prepare(rows, all(rows)),
                0,
                1))
        .containsExactly(0, -1, 0, 1);
  }

  @Test
  void givenNegativeCount_thenRowAndColumnAreNamed() {
    FeatureRows rows = dense(new double[] {1, 2}, new double[] {3, -4});

    assertThatThrownBy(
            () -> Preparation.fit(PreparationKind.LOG, rows, all(rows)).prepare(rows, all(rows)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("row 1, column 1")
        .hasMessageContaining("-4");
  }

  @Test
  void givenMixture_thenSparseAndDenseAgree() {
    double[][] values = {{4, 0, 1, 0}, {0, 2, 1, 0}, {1, 1, 0, 8}};
    FeatureRows dense = dense(values);
    FeatureRows sparse = sparse(values);
    Preparation none = Preparation.fit(PreparationKind.NONE, dense, all(dense));
    int[] rows = {0, 2};
    int[] partners = {1, 0};

    try (NDManager manager = Engine.newManager()) {
      float[] mixed =
          none.prepare(dense, all(dense)).mixed(manager, rows, partners, 0.65).toFloatArray();
      float[] fromSparse =
          none.prepare(sparse, all(sparse))
              .mixed(manager, rows, partners, 0.65)
              .toDense()
              .toFloatArray();

      assertThat(mixed)
          .containsExactly(
              new float[] {2.6f, 0.7f, 1, 0, 2.05f, 0.65f, 0.35f, 5.2f}, within((float) SINGLE));
      assertThat(fromSparse).containsExactly(mixed, within((float) SINGLE));
    }
  }

  @Test
  void givenSampler_thenAllRowsBeforeAnyRepeats() {
    Sampler sampler = new Sampler(IntStream.range(0, 10).toArray(), new SplittableRandom(1));

    int[] first = IntStream.range(0, 5).flatMap(i -> Arrays.stream(sampler.next(2))).toArray();
    int[] second = sampler.next(10);

    assertThat(first).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    assertThat(second).containsExactlyInAnyOrder(first).isNotEqualTo(first);
    assertThat(new Sampler(new int[] {0, 1, 2}, new SplittableRandom(1)).next(7)).hasSize(7);
  }

  @Test
  void givenSource_thenAFifthOfEachClassIsKeptForValidation() {
    DataSet data = Domains.write(folder.resolve("d.npz"), 60, 3);
    int[] source = data.rowsOf(0);

    DomainPair pair = DomainPair.split(data, source, data.rowsOf(1), "a", 5);

    int[] both =
        IntStream.concat(Arrays.stream(pair.sourceTrain()), Arrays.stream(pair.sourceValidation()))
            .sorted()
            .toArray();
    assertThat(both).isEqualTo(source);
    int[] kept = new int[3];
    for (int label : data.labels(pair.sourceValidation()).toArray()) {
      kept[label]++;
    }
    assertThat(kept).containsOnly(4);
    assertThat(DomainPair.split(data, source, data.rowsOf(1), "a", 5).sourceValidation())
        .isEqualTo(pair.sourceValidation());
    assertThat(DomainPair.split(data, source, data.rowsOf(1), "a", 6).sourceValidation())
        .isNotEqualTo(pair.sourceValidation());
  }

  @Test
  void givenSourceOfOneClass_thenRefused() {
    DataSet data = Domains.write(folder.resolve("d.npz"), 60, 3);
    int[] oneClass = Arrays.stream(data.rowsOf(0)).filter(row -> data.label(row) == 0).toArray();

    assertThatThrownBy(() -> DomainPair.split(data, oneClass, data.rowsOf(1), "a", 0))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("\"a\"")
        .hasMessageContaining("at least 2");
  }

  @Test
  void givenATargetClassThatNoSourceRowHas_thenItNeedsAListOfClasses() {
    int[] classes = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 2};
    int[] domains = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    int[] source = IntStream.range(0, 10).toArray();
    Path unnamed = folder.resolve("unnamed.npz");
    try (NpzWriter writer = NpzWriter.open(unnamed)) {
      writer
          .matrix("x", Matrix.copyOf(new double[11][1]))
          .integers("y", classes)
          .integers("domain", domains);
      writer.commit();
    }
    List<String> names = List.of("cat", "dog", "fox");
    DataSet named =
        DataSet.of(Matrix.copyOf(new double[11][1]), classes, domains, List.of("a", "b"), names);

    assertThatThrownBy(
            () ->
                DomainPair.split(
                    DataSetFiles.read(List.of(unnamed)), source, new int[] {10}, "0", 1))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("Row 10 of the data set has class 2, which no source row has");
    assertThat(DomainPair.split(named, source, new int[] {10}, "a", 1).target())
        .containsExactly(10);
  }
}
