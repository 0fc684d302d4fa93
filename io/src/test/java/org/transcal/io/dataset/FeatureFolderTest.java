package org.transcal.io.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.io.array.Precision;
import org.transcal.io.file.InputException;
import org.transcal.io.npy.NpyWriter;
import org.transcal.matrix.Matrix;

/** Small data sets in the layouts of published benchmarks. */
class FeatureFolderTest {
  @TempDir private Path folder;

  private void features(String name, double[]... rows) {
    try (NpyWriter writer =
        NpyWriter.open(folder.resolve(name), rows[0].length, Precision.FLOAT64)) {
      writer.write(Matrix.copyOf(rows));
      writer.commit();
    }
  }

  /** One image: a one-dimensional array, written by hand as numpy does. */
  private void image(String name, double... values) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    String header = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + values.length + ",), }";
    header = header + " ".repeat(64 - (10 + header.length() + 1) % 64) + "\n";
    ByteBuffer bytes =
        ByteBuffer.allocate(10 + header.length() + 8 * values.length)
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
    bytes.put((byte) 1).put((byte) 0).putShort((short) header.length());
    bytes.put(header.getBytes(StandardCharsets.US_ASCII));
    for (double value : values) {
      bytes.putDouble(value);
    }
    Files.write(file, bytes.array());
  }

  private static double[] row(DataSet data, int row) {
    double[] values = new double[data.features().columns()];
    data.features().copyRow(row, values);
    return values;
  }

  @Test
  void givenTheAuthorsSplitListsOfOfficeHome_thenPartsBecomeSplits() throws IOException {
    Files.writeString(
        folder.resolve("Art_train_list.txt"),
        "/data/office-home/images/Art/Mug/00013.jpg 21\n/data/office-home/images/Art/Bike/1.jpg 19\n");
    Files.writeString(
        folder.resolve("Art_val_list.txt"), "/data/office-home/images/Art/Mug/2.jpg 21\n");
    Files.writeString(
        folder.resolve("Real_World_list.txt"),
        "/data/office-home/images/Real_World/Mug/7.jpg 21\n");
    features("Art_train_feature.npy", new double[] {1, 2}, new double[] {3, 4});
    features("Art_val_feature.npy", new double[] {5, 6});
    features("Real_World_list.npy", new double[] {7, 8});

    DataSet data = DataSetFiles.read(List.of(folder));

    assertThat(data.domainNames()).containsExactly("Art", "Real_World");
    assertThat(data.classNames()).containsExactly("Bike", "Mug");
    assertThat(data.rows()).isEqualTo(4);
    assertThat(row(data, 1)).containsExactly(3, 4);
    assertThat(List.of(data.split(0), data.split(1), data.split(2), data.split(3)))
        .containsExactly(0, 0, 1, 0);
    assertThat(List.of(data.labels().get(0), data.labels().get(1))).containsExactly(1, 0);
    assertThat(data.domain(3)).isEqualTo(1);
  }

  @Test
  void givenAWholeListBesideItsParts_thenEveryImageIsReadOnce() throws IOException {
    for (String part : List.of("amazon_list", "amazon_train_list", "webcam_list")) {
      Files.writeString(folder.resolve(part + ".txt"), "a/mug/1.jpg 0\na/pen/2.jpg 1\n");
      features(part + ".npy", new double[] {1}, new double[] {2});
    }

    DataSet data = DataSetFiles.read(folder);

    assertThat(data.domainNames()).containsExactly("amazon", "webcam");
    assertThat(data.rows()).isEqualTo(4);
  }

  @Test
  void givenListsOfVisdaAndFeaturesWhereTheImagesWere_thenTheyAreFoundByTheEndOfTheirPath()
      throws IOException {
    Files.writeString(
        folder.resolve("train_list.txt"),
        "/remote/visda/train/car/src_1.png 3\n/remote/visda/train/bus/src_2.png 2\n");
    Files.writeString(folder.resolve("validation_list.txt"), "validation/car/a.jpg 3\n");
    image("train/car/src_1.npy", 1, 2, 3);
    image("train/bus/src_2.npy", 4, 5, 6);
    image("validation/car/a.npy", 7, 8, 9);

    DataSet data = DataSetFiles.read(folder);

    assertThat(data.domainNames()).containsExactly("train", "validation");
    assertThat(data.classNames()).containsExactly("bus", "car");
    assertThat(row(data, 2)).containsExactly(7, 8, 9);
  }

  @Test
  void givenDomainNetsOwnListNames_thenTrainAndTestAreOneDomain() throws IOException {
    Files.writeString(folder.resolve("clipart_train.txt"), "clipart/axe/1.jpg 10\n");
    Files.writeString(folder.resolve("clipart_test.txt"), "clipart/bat/2.jpg 11\n");
    features("clipart_train.npy", new double[] {1});
    features("clipart_test_feature.npy", new double[] {2});

    DataSet data = DataSetFiles.read(folder);

    assertThat(data.domainNames()).containsExactly("clipart");
    assertThat(data.split(1)).isEqualTo(1);
  }

  @Test
  void givenFoldersOfClasses_thenNamesAreSharedBetweenDomains() throws IOException {
    image("amazon/images/mug/frame_0001.npy", 1, 1);
    image("amazon/images/pen/frame_0001.npy", 2, 2);
    image("sketch/pen/sketch_0.npy", 3, 3);
    Files.writeString(folder.resolve("README.txt"), "not a list");

    DataSet data = DataSetFiles.read(folder);

    assertThat(data.domainNames()).containsExactly("amazon", "sketch");
    assertThat(data.classNames()).containsExactly("mug", "pen");
    assertThat(data.labels().get(2)).isEqualTo(1);
    assertThat(DataSetFiles.filesOf(folder)).hasSize(3);
  }

  @Test
  void givenAFolderOfSvmlight_thenEachFileIsADomain() throws IOException {
    Files.writeString(folder.resolve("books.svmlight"), "1 1:2 3:1\n-1 2:1\n");
    Files.writeString(folder.resolve("dvd.svmlight"), "1 2:2\n-1 3:1\n");

    DataSet data = DataSetFiles.read(List.of(folder));

    assertThat(data.domainNames()).containsExactly("books", "dvd");
    assertThat(data.features().columns()).isEqualTo(3);
    assertThat(DataSetFiles.filesOf(folder)).hasSize(2);
  }

  @Test
  void givenMissingOrMisfittingFeatures_thenTheFileIsNamed() throws IOException {
    Files.writeString(folder.resolve("Art_list.txt"), "Art/Mug/1.jpg 0\nArt/Pen/2.jpg 1\n");
    assertThatThrownBy(() -> DataSetFiles.read(folder))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("Art_list.txt")
        .hasMessageContaining("\"Art/Mug/1.jpg\"");

    features("Art_list.npy", new double[] {1});
    assertThatThrownBy(() -> DataSetFiles.read(folder))
        .hasMessageContaining("has 1 rows where")
        .hasMessageContaining("lists 2 images");

    Files.delete(folder.resolve("Art_list.npy"));
    image("Art/Mug/1.npy", 1, 2);
    image("Art/Pen/2.npy", 1);
    assertThatThrownBy(() -> DataSetFiles.read(folder))
        .hasMessageContaining("has 1 features where files before it have 2");
  }

  @Test
  void givenABrokenLine_thenItsNumberIsNamed() throws IOException {
    Files.writeString(folder.resolve("Art_list.txt"), "Art/Mug/1.jpg 0\nArt/Pen/2.jpg pen\n");

    assertThatThrownBy(() -> DataSetFiles.read(folder))
        .hasMessageContaining("line 2 is \"Art/Pen/2.jpg pen\"; a path and a class number");
  }

  @Test
  void givenAPathThatClimbs_thenItStaysInside() throws IOException {
    Files.createDirectories(folder.resolve("data"));
    image("secret.npy", 1);
    Files.writeString(folder.resolve("data/x_list.txt"), "../secret.jpg 0\n../secret.jpg 1\n");

    assertThatThrownBy(() -> DataSetFiles.read(folder.resolve("data")))
        .hasMessageContaining("there are no features of");
  }

  @Test
  void givenAnEmptyFolder_thenTheLayoutsAreNamed() {
    assertThatThrownBy(() -> DataSetFiles.read(folder))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("DOMAIN/CLASS/NAME.npy");
  }

  @Test
  void givenAFileMovedToAnotherClass_thenTheDigestChanges() throws IOException {
    image("amazon/mug/1.npy", 1, 2);
    image("amazon/mug/2.npy", 3, 4);
    image("amazon/pen/3.npy", 5, 6);
    String before = DataSetFiles.digest(List.of(folder));

    Files.move(folder.resolve("amazon/mug/2.npy"), folder.resolve("amazon/pen/2.npy"));

    assertThat(DataSetFiles.digest(List.of(folder))).isNotEqualTo(before);
    Files.move(folder.resolve("amazon/pen/2.npy"), folder.resolve("amazon/mug/2.npy"));
    assertThat(DataSetFiles.digest(List.of(folder))).isEqualTo(before);
  }

  @Test
  void givenTheSameFolderElsewhere_thenTheDigestIsTheSame() throws IOException {
    image("here/amazon/mug/1.npy", 1, 2);
    image("here/amazon/pen/2.npy", 3, 4);
    String here = DataSetFiles.digest(List.of(folder.resolve("here")));

    Files.move(folder.resolve("here"), folder.resolve("there"));

    assertThat(DataSetFiles.digest(List.of(folder.resolve("there")))).isEqualTo(here);
  }

  @Test
  void givenSvmlightFilesThatSwapNames_thenTheDigestChanges() throws IOException {
    Path books = Files.writeString(folder.resolve("books.svm"), "1 1:2\n");
    Path dvd = Files.writeString(folder.resolve("dvd.svm"), "2 1:3\n");
    String before = DataSetFiles.digest(List.of(books, dvd));

    Files.writeString(books, "2 1:3\n");
    Files.writeString(dvd, "1 1:2\n");

    assertThat(DataSetFiles.digest(List.of(dvd, books))).isNotEqualTo(before);
  }

  @Test
  void givenADomainWithoutClassesAndImagesListedWithoutOne_thenTheyAreUnlabelled()
      throws IOException {
    image("folders/amazon/mug/1.npy", 1);
    image("folders/amazon/pen/2.npy", 2);
    image("folders/webcam/3.npy", 3);
    image("lists/a/mug/1.npy", 1);
    image("lists/a/pen/2.npy", 2);
    image("lists/a/3.npy", 3);
    Files.writeString(
        folder.resolve("lists/x_list.txt"), "a/mug/1.jpg 0\na/pen/2.jpg 1\na/3.jpg -1\n");

    for (String name : List.of("folders", "lists")) {
      DataSet data = DataSetFiles.read(folder.resolve(name));

      assertThat(data.classNames()).containsExactly("mug", "pen");
      assertThat(data.label(1)).isEqualTo(1);
      assertThat(data.label(2)).isEqualTo(DataSet.UNLABELLED);
      assertThat(row(data, 2)).containsExactly(3);
    }
  }

  @Test
  void givenAFeatureThatIsNotFinite_thenFileAndPlaceAreNamed() throws IOException {
    image("folders/amazon/mug/1.npy", 1, 2);
    image("folders/amazon/pen/2.npy", 3, Double.NaN);
    Path lists = Files.createDirectory(folder.resolve("lists"));
    Files.writeString(lists.resolve("x_list.txt"), "a/1.jpg 0\na/2.jpg 1\n");
    features("lists/x_list.npy", new double[] {1, 2}, new double[] {Double.NEGATIVE_INFINITY, 4});

    assertThatThrownBy(() -> DataSetFiles.read(folder.resolve("folders")))
        .isInstanceOf(InputException.class)
        .hasMessage(
            folder.resolve("folders/amazon/pen/2.npy")
                + ": a feature at row 0, column 1 is NaN; features must be finite, within ±1.0E30");
    assertThatThrownBy(() -> DataSetFiles.read(lists))
        .isInstanceOf(InputException.class)
        .hasMessage(
            lists.resolve("x_list.npy")
                + ": a feature at row 1, column 0 is -Infinity; features must be finite, within"
                + " ±1.0E30");
  }

  @Test
  void givenNulInAnImageList_thenItsLineIsNamed() throws IOException {
    Files.writeString(folder.resolve("x_list.txt"), "a/1.jpg 0\na\0/2.jpg 1\n");

    assertThatThrownBy(() -> DataSetFiles.read(folder))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("x_list.txt: line 2 is \"a\ufffd/2.jpg 1\"");
  }

  @Test
  void givenAnImageListLineOfSpaces_thenItIsRefusedInsteadOfTakingHours() throws IOException {
    Files.writeString(folder.resolve("x_list.txt"), "a/1.jpg 0\na" + " ".repeat(4_000_000) + "x\n");

    assertThatThrownBy(() -> DataSetFiles.read(folder))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("x_list.txt: line 2 is ");
  }

  /** A folder whose path is too long for the system, which therefore cannot be read. */
  @Test
  void givenASubFolderThatCannotBeRead_thenItIsBadInput() throws IOException {
    int longest = 4096;
    Path deep = folder.toRealPath();
    while (deep.toString().length() + 200 < longest) {
      deep = Files.createDirectory(deep.resolve("d".repeat(199)));
    }
    Path shortcut = Files.createSymbolicLink(folder.resolve("s"), deep);
    Path inner = Files.createDirectory(shortcut.resolve("e".repeat(250)));
    Path unreadable = deep;

    try {
      assertThatThrownBy(() -> DataSetFiles.digest(List.of(unreadable)))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("cannot be read: ");
    } finally {
      Files.delete(inner);
    }
  }
}
