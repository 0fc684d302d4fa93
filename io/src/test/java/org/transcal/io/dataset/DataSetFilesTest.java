package org.transcal.io.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.io.ArrayLocation;
import org.transcal.io.example.NpyBytes;
import org.transcal.io.example.NpzBytes;
import org.transcal.io.example.Shared;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;

class DataSetFilesTest {
  @TempDir Path folder;

  private static Map<String, byte[]> dense() {
    Map<String, byte[]> arrays = new TreeMap<>();
    arrays.put("x", NpyBytes.doubles(2, 1, 0, 0, 2, 3, 4));
    arrays.put("y", NpyBytes.integers(0, 1, 0));
    arrays.put("domain", NpyBytes.integers(0, 1, 1));
    return arrays;
  }

  /** The same rows as {@link #dense()}. */
  private static Map<String, byte[]> sparse() {
    Map<String, byte[]> arrays = dense();
    arrays.remove("x");
    arrays.put("data", NpyBytes.vector(1, 2, 3, 4));
    arrays.put("indices", NpyBytes.integers(0, 1, 0, 1));
    arrays.put("indptr", NpyBytes.integers(0, 1, 2, 4));
    arrays.put("shape", NpyBytes.integers(3, 2));
    return arrays;
  }

  private Path write(Map<String, byte[]> arrays) throws IOException {
    return Files.write(folder.resolve("data.npz"), NpzBytes.deflated(arrays));
  }

  @Test
  void givenDenseAndSparseRows_thenTheyAreTheSame() throws IOException {
    DataSet dense = DataSetFiles.read(write(dense()));
    DataSet sparse = DataSetFiles.read(write(sparse()));

    assertThat(sparse.features()).isInstanceOf(SparseRows.class);
    for (int row = 0; row < 3; row++) {
      double[] fromDense = new double[2];
      double[] fromSparse = {9, 9};
      dense.features().copyRow(row, fromDense);
      sparse.features().copyRow(row, fromSparse);
      assertThat(fromSparse).containsExactly(fromDense);
    }
    assertThat(sparse.rowsOf(1)).containsExactly(1, 2);
    assertThat(sparse.labels().toArray()).containsExactly(0, 1, 0);
    assertThat(sparse.domainNames()).containsExactly("0", "1");
    assertThat(sparse.classNames()).containsExactly("0", "1");
  }

  @Test
  void givenNames_thenTheyAreUsed() throws IOException {
    Map<String, byte[]> arrays = dense();
    arrays.put("domain_names", NpyBytes.texts("books", "dvd"));
    arrays.put("class_names", NpyBytes.texts("bad", "good", "unused"));

    DataSet dataSet = DataSetFiles.read(write(arrays));

    assertThat(dataSet.domainNames()).containsExactly("books", "dvd");
    assertThat(dataSet.classNames()).containsExactly("bad", "good", "unused");
    assertThat(dataSet.labels().classes()).isEqualTo(3);
  }

  @Test
  void givenSplits_thenEachRowHasItsSplit() throws IOException {
    Map<String, byte[]> arrays = dense();
    arrays.put("split", NpyBytes.integers(0, 2, 1));

    DataSet dataSet = DataSetFiles.read(write(arrays));

    assertThat(List.of(dataSet.split(0), dataSet.split(1), dataSet.split(2)))
        .containsExactly(0, 2, 1);
    assertThat(DataSetFiles.read(write(dense())).split(2)).isZero();
  }

  @Test
  void givenFeaturesAlone_thenNeitherLabelsNorDomainsAreNeeded() throws IOException {
    Map<String, byte[]> arrays = sparse();
    arrays.remove("y");
    arrays.remove("domain");

    FeatureRows rows = DataSetFiles.readFeatures(write(arrays));

    double[] last = new double[2];
    rows.copyRow(2, last);
    assertThat(last).containsExactly(3, 4);
  }

  /** Three images of one channel, 1 × 2 pixels. */
  private static byte[] images(String type, byte... data) {
    return NpyBytes.array(type, "(3, 1, 1, 2)", data);
  }

  @Test
  void givenImagesOfBytes_thenTheyAreDividedBy255() throws IOException {
    Map<String, byte[]> arrays = dense();
    arrays.put("x", images("|u1", (byte) 0, (byte) 255, (byte) 51, (byte) 128, (byte) 1, (byte) 2));

    FeatureRows rows = DataSetFiles.read(write(arrays)).features();

    assertThat(rows).isInstanceOf(FeatureRows.Images.class);
    assertThat(((FeatureRows.Images) rows).shape()).isEqualTo(new ImageShape(1, 1, 2));
    double[] pixels = new double[2];
    rows.copyRow(0, pixels);
    assertThat(pixels).containsExactly(0, 1);
    rows.copyRow(1, pixels);
    assertThat(pixels).containsExactly(0.2f, (float) (128 / 255.0));
  }

  @Test
  void givenImagesOfFloats_thenTheyAreKept() throws IOException {
    for (String type : List.of("<f4", "<f8")) {
      ByteBuffer data =
          ByteBuffer.allocate(type.equals("<f4") ? 24 : 48).order(ByteOrder.LITTLE_ENDIAN);
      for (int i = 0; i < 6; i++) {
        data = type.equals("<f4") ? data.putFloat(i + 0.5f) : data.putDouble(i + 0.5);
      }
      Path file = folder.resolve("x.npy");
      Files.write(file, images(type, data.array()));

      FeatureRows rows = DataSetFiles.readFeatures(ArrayLocation.of(file));

      assertThat(rows)
          .isEqualTo(
              new FeatureRows.Images(
                  Matrix.wrap(new float[] {0.5f, 1.5f, 2.5f, 3.5f, 4.5f, 5.5f}, 3, 2),
                  new ImageShape(1, 1, 2)));
    }
  }

  static Stream<Arguments> badArrays() {
    return Stream.of(
        Arguments.of(
            dense(), "x", images("|i1", new byte[6]), "array x: holds int8; images are floats"),
        Arguments.of(
            dense(),
            "x",
            NpyBytes.array("|u1", "(3, 1, 2)", new byte[6]),
            "array x: has 3 dimensions, shape (3, 1, 2); rows have 2, images 4"),
        Arguments.of(
            dense(),
            "x",
            NpyBytes.array("|u1", "(3, 1, 0, 2)", new byte[0]),
            "array x: Image is 1 × 0 × 2; channels, height and width"),
        Arguments.of(
            dense(),
            "x",
            NpyBytes.array("|u1", "(0, 1048576, 1048576, 2)", new byte[0]),
            "array x: has shape (0, 1048576, 1048576, 2); images are too large"),
        Arguments.of(
            dense(),
            "x",
            NpyBytes.array("|u1", "(3, 1, 1, 2, 1)", new byte[6]),
            "array x: has 5 dimension(s)"),
        Arguments.of(
            dense(),
            "x",
            NpyBytes.of(
                "{'descr': '|u1', 'fortran_order': True, 'shape': (3, 1, 1, 2), }", new byte[6]),
            "array x: has shape (3, 1, 1, 2) in Fortran order"),
        Arguments.of(dense(), "split", NpyBytes.integers(0, 1), "array split: has 2 values"),
        Arguments.of(dense(), "y", NpyBytes.integers(0, 1), "array y: has 2 values where 3"),
        Arguments.of(dense(), "y", NpyBytes.vector(0, 1, 0.5), "array y: value at row 2 is 0.5"),
        Arguments.of(dense(), "y", NpyBytes.integers(0, 0, 0), "at least 2 classes"),
        Arguments.of(dense(), "y", NpyBytes.integers(0, -2, 0), "array y: value at row 1 is -2"),
        Arguments.of(dense(), "y", NpyBytes.integers(-1, -1, -1), "at least 2 classes"),
        Arguments.of(dense(), "y", NpyBytes.integers(0, 1, 5000), "goes up to 5000 in 3 rows"),
        Arguments.of(
            dense(), "x", NpyBytes.doubles(2, 1, 0, 0, 2, 3, 1e31), "at row 2, column 1 is 1.0E31"),
        Arguments.of(
            sparse(), "data", NpyBytes.vector(1, 2, 3, 1e31), "at row 2, column 1 is 1.0E31"),
        Arguments.of(
            dense(), "y", NpyBytes.integers(0, 1 << 30, 0), "array y: goes up to 1073741824"),
        Arguments.of(dense(), "domain", NpyBytes.texts("a", "b", "c"), "array domain: holds text"),
        Arguments.of(dense(), "domain_names", NpyBytes.texts("a"), "Domain at row 1 is 1; it must"),
        Arguments.of(dense(), "class_names", NpyBytes.texts("a"), "at least 2 classes"),
        Arguments.of(dense(), "class_names", NpyBytes.integers(1, 2), "array class_names: holds"),
        Arguments.of(
            dense(),
            "x",
            NpyBytes.doubles(2, 1, 0, 0, Double.NaN, 3, 4),
            "array x: a feature at row 1, column 1 is NaN"),
        Arguments.of(dense(), "indptr", NpyBytes.integers(0), "has both x and the CSR arrays"),
        Arguments.of(sparse(), "shape", NpyBytes.integers(3), "array shape: has 1 values where 2"),
        Arguments.of(sparse(), "shape", NpyBytes.integers(3, 0), "it is empty"),
        Arguments.of(sparse(), "shape", NpyBytes.integers(3, 1), "column index 1 of row 1"),
        Arguments.of(
            sparse(), "shape", NpyBytes.integers(2147483647, 2), "has 4 values where 2147483648"),
        Arguments.of(sparse(), "indptr", NpyBytes.integers(0, 2, 1, 4), "indptr falls after row 1"),
        Arguments.of(sparse(), "indptr", NpyBytes.integers(0, 9, 9, 4), "indptr falls after row 0"),
        Arguments.of(sparse(), "indptr", NpyBytes.integers(0, 1, 2, 3), "indptr must start at 0"),
        Arguments.of(sparse(), "indices", NpyBytes.integers(0, 1, 1, 0), "indices must increase"),
        Arguments.of(sparse(), "indices", NpyBytes.integers(0, 1, 0), "array indices: has 3"),
        Arguments.of(
            sparse(),
            "data",
            NpyBytes.vector(1, Double.POSITIVE_INFINITY, 3, 4),
            "feature at row 1, column 1 is Infinity"));
  }

  @ParameterizedTest
  @MethodSource("badArrays")
  void givenABadArray_thenItIsRefused(
      Map<String, byte[]> arrays, String name, byte[] bytes, String problem) throws IOException {
    arrays.put(name, bytes);
    Path file = write(arrays);

    assertThatThrownBy(() -> DataSetFiles.read(file))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining(problem);
  }

  @Test
  void givenAMissingArray_thenItIsNamed() throws IOException {
    Map<String, byte[]> arrays = dense();
    arrays.remove("domain");
    Path file = write(arrays);

    assertThatThrownBy(() -> DataSetFiles.read(file))
        .hasMessage(file + ": has no array \"domain\"; it has x, y");
  }

  @Test
  void givenUnlabelledRows_thenTheyAreKnownAndNotTakenForAClass() throws IOException {
    Map<String, byte[]> arrays = dense();
    arrays.put("y", NpyBytes.integers(0, 1, -1));
    arrays.put("domain_names", NpyBytes.texts("books", "dvd"));

    DataSet dataSet = DataSetFiles.read(write(arrays));

    assertThat(dataSet.classes()).isEqualTo(2);
    assertThat(dataSet.isLabelled(1)).isTrue();
    assertThat(dataSet.isLabelled(2)).isFalse();
    assertThat(dataSet.label(2)).isEqualTo(DataSet.UNLABELLED);
    assertThat(dataSet.labels(new int[] {1, 0}).toArray()).containsExactly(1, 0);
    assertThatThrownBy(() -> dataSet.labels(new int[] {0, 2}))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("Row 2")
        .hasMessageContaining("\"dvd\", is unlabelled (-1)");
  }

  @ParameterizedTest
  @CsvSource({
    "0 1:1|1 1:1, -1 1:1|-1 1:2, 0 1 -1 -1", // a target without labels
    "0 1:1|1 1:1, -1 1:1|1 1:2, 0 1 -1 1", // a target with some
    "-1 1:1|1 1:1, 1 1:1|-1 1:2, 0 1 1 0", // the format's two classes
    "-1 1:1|1 1:1, -1 1:1|-1 1:2, 0 1 -1 -1", // two classes, a target without labels
  })
  void givenMinusOneInSvmlightFiles_thenItIsAClassOnlyBesidePlusOne(
      String source, String target, String labels) throws IOException {
    Path books = Files.writeString(folder.resolve("books.svm"), source.replace('|', '\n'));
    Path dvd = Files.writeString(folder.resolve("dvd.svm"), target.replace('|', '\n'));

    DataSet dataSet = DataSetFiles.readSvmlight(List.of(books, dvd));

    assertThat(IntStream.range(0, 4).map(dataSet::label).boxed().map(String::valueOf).toList())
        .isEqualTo(List.of(labels.split(" ")));
  }

  @Test
  void givenOneIndexZero_thenIndicesStartAtZeroInAllFiles() throws IOException {
    Path books = Files.writeString(folder.resolve("books.svm"), "0 0:1 2:5\n1 1:2\n");
    Path dvd = Files.writeString(folder.resolve("dvd.svm"), "1 1:3\n");

    DataSet dataSet = DataSetFiles.readSvmlight(List.of(books, dvd));

    double[] first = new double[3];
    double[] last = new double[3];
    dataSet.features().copyRow(0, first);
    dataSet.features().copyRow(2, last);
    assertThat(first).containsExactly(1, 0, 5);
    assertThat(last).containsExactly(0, 3, 0);
  }

  @Test
  void givenFirstIndex_thenItIsUsedWithoutEvidence() throws IOException {
    Path books = Files.writeString(folder.resolve("books.svm"), "0 1:1 2:5\n1 1:2\n");
    Path zero = Files.writeString(folder.resolve("zero.svm"), "1 0:3\n0 1:2\n");

    double[] row = new double[3];
    DataSet fromZero = DataSetFiles.readSvmlight(List.of(books), 0);
    fromZero.features().copyRow(0, row);

    assertThat(fromZero.features().columns()).isEqualTo(3);
    assertThat(row).containsExactly(0, 1, 5);
    assertThat(DataSetFiles.readSvmlight(List.of(folder), 0).rowsOf(1)).containsExactly(2, 3);
    assertThat(DataSetFiles.readSvmlight(List.of(books), 1).features().columns()).isEqualTo(2);
    assertThatThrownBy(() -> DataSetFiles.readSvmlight(List.of(zero), 1))
        .isInstanceOf(InputException.class)
        .hasMessage(
            zero
                + ": line 1 has \"0:3\"; index:value is needed, with indices that start at 1 and"
                + " increase");
    assertThatThrownBy(() -> DataSetFiles.readSvmlight(List.of(books), 2))
        .hasMessage("firstIndex is 2; it must be 0 or 1");
  }

  @Test
  void givenSvmlightFiles_thenEachIsADomain() throws IOException {
    Path books = Files.writeString(folder.resolve("books.txt"), "+1 1:1\n-1 2:2 # note\n");
    Path dvd = Files.writeString(folder.resolve("dvd.svm"), "\n# all\n1\t1:3  2:4e0\r\n-1");

    DataSet dataSet = DataSetFiles.readSvmlight(List.of(books, dvd));

    assertThat(dataSet.domainNames()).containsExactly("books", "dvd");
    assertThat(dataSet.classNames()).containsExactly("-1", "1");
    assertThat(dataSet.labels().toArray()).containsExactly(1, 0, 1, 0);
    assertThat(dataSet.rowsOf(1)).containsExactly(2, 3);
    assertThat(dataSet.features().columns()).isEqualTo(2);
    double[] row = new double[2];
    dataSet.features().copyRow(2, row);
    assertThat(row).containsExactly(3, 4);
    dataSet.features().copyRow(3, row);
    assertThat(row).containsExactly(0, 0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1 1:1;x 1:1|line 2 starts with \"x\"; labels must be integers",
        "0.5 1:1|line 1 starts with \"0.5\"; labels must be integers",
        "1 -1:1|line 1 has \"-1:1\"; index:value is needed, with indices that start at 1 (or 0)",
        "1 2:1 2:1|line 1 has \"2:1\"; index:value is needed",
        "1 2:1 1:1|line 1 has \"1:1\"; index:value is needed",
        "1 1.5:1|line 1 has \"1.5:1\"; index:value is needed",
        "1 qid:3 1:1|line 1 has \"qid:3\"; index:value is needed",
        "1 1|line 1 has \"1\"; index:value is needed",
        "1 1:|line 1 has \"1:\"; its value must be a finite number",
        "1 1:nan|line 1 has \"1:nan\"; its value must be a finite number",
        "1 1:1e999|line 1 has \"1:1e999\"; its value must be a finite number",
        "1 999999999999:1|index:value is needed",
        "#|has no rows; at least one is needed",
      })
  void givenABadLine_thenItIsNamed(String text, String problem) throws IOException {
    Path file = Files.writeString(folder.resolve("a.svm"), text.replace(';', '\n'));

    assertThatThrownBy(() -> DataSetFiles.readSvmlight(List.of(file)))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file + ": ")
        .hasMessageContaining(problem);
  }

  @Test
  void givenOneClassOrOneDomainTwice_thenItIsRefused() throws IOException {
    Path one = Files.writeString(folder.resolve("a.svm"), "1 1:1\n1 1:2\n");
    Path other = Files.writeString(folder.resolve("a.txt"), "0 1:1\n");

    assertThatThrownBy(() -> DataSetFiles.readSvmlight(List.of(one)))
        .hasMessage("svmlight files a: every label is 1; at least 2 classes are needed");
    assertThatThrownBy(() -> DataSetFiles.readSvmlight(List.of(one, other)))
        .hasMessage(other + ": is the second file of domain a");
    assertThatThrownBy(() -> DataSetFiles.readSvmlight(List.of()))
        .isInstanceOf(InputException.class);
  }

  /** Figures from numpy and scipy.sparse on the same files. */
  @Test
  void givenRealDataSets_thenTheyAreAsNumpySeesThem() {
    DataSet amazon = DataSetFiles.read(Shared.path("data/amazon_bow.npz"));
    DataSet gas = DataSetFiles.read(Shared.path("data/gas_drift.npz"));
    DataSet office = DataSetFiles.read(Shared.path("data/office_caltech10_surf.npz"));

    SparseRows words = (SparseRows) amazon.features();
    assertThat(words.rows()).isEqualTo(27_677);
    assertThat(words.columns()).isEqualTo(5_000);
    assertThat(words.size()).isEqualTo(2_140_430);
    assertThat(sum(words)).isEqualTo(2_693_808);
    assertThat(amazon.domainNames()).containsExactly("books", "dvd", "electronics", "kitchen");
    assertThat(amazon.rowsOf(3)).hasSize(7_945);
    double[] readings = new double[128];
    gas.features().copyRow(6_696, readings);
    assertThat(readings[127]).isEqualTo(-5.726544f);
    assertThat(gas.classNames()).hasSize(6).contains("Acetone");
    assertThat(gas.rowsOf(5)).hasSize(2_300);
    assertThat(sum(office.features())).isEqualTo(478_875);
    assertThat(office.classNames()).hasSize(10);
  }

  private static double sum(FeatureRows features) {
    double[] row = new double[features.columns()];
    double sum = 0;
    for (int i = 0; i < features.rows(); i++) {
      features.copyRow(i, row);
      for (double value : row) {
        sum += value;
      }
    }
    return sum;
  }
}
