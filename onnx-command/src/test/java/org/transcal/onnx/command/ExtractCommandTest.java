package org.transcal.onnx.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.cli.testing.CommandRun;
import org.transcal.io.TaskFiles;
import org.transcal.io.dataset.DataSet;
import org.transcal.io.dataset.DataSetFiles;
import org.transcal.io.npy.NpzArchive;
import org.transcal.io.npy.NpzWriter;
import org.transcal.matrix.Matrix;
import org.transcal.onnx.example.Pictures;
import org.transcal.onnx.example.TestGraph;
import org.transcal.onnx.graph.ElementType;
import org.transcal.task.TransferTask;

/** Images and arrays through the small network of golden.py, as users run it. */
class ExtractCommandTest {
  /** The bar: single precision in the network against double precision in numpy. */
  private static final double AS_NUMPY = 1e-5;

  private static final List<List<String>> GOLDEN = Pictures.golden("features");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"n", "2", "16"})
  void givenClassFolders_thenFeaturesAreThoseOfAnIndependentComputation(String batch) {
    Object size = batch.equals("n") ? batch : Integer.valueOf(batch);
    Path network = Pictures.network(size).write(folder.resolve("net.onnx"));
    Path images = pictures("shop", "png");
    Path out = folder.resolve("data.npz");

    CommandRun run = extract(images, network, out, "--batch", 3);

    assertThat(run.out())
        .contains("features from pooled: 4", "logits from scores: 3", "5 examples: " + out);
    assertThat(run.err()).isEmpty();
    DataSet data = DataSetFiles.read(out);
    assertThat(data.domainNames()).containsExactly("shop");
    assertThat(data.classNames()).containsExactly("cat", "dog", "emu");
    assertThat(data.labels().toArray()).containsExactly(0, 0, 1, 1, 2);
    // Sorted by class and name: pictures 0 and 3, 1 and 4, 2.
    requireGolden(data, 0, 3, 1, 4, 2);
    requireGoldenLogits(out, 0, 3, 1, 4, 2);
  }

  @Test
  void givenNoCrop_thenItIsTheNetworksOwnSize() {
    Path network = Pictures.network("batch").write(folder.resolve("net.onnx"));
    Path images = folder.resolve("images");
    for (String name : List.of("a", "b")) {
      Pictures.write(Pictures.picture(40, 30, 0), images.resolve(name + "/0.png"));
    }
    Path own = folder.resolve("own.npz");
    Path given = folder.resolve("given.npz");

    CommandRun.done("extract", images, "--onnx", network, "--out", own);
    CommandRun.done(
        "extract", images, "--onnx", network, "--out", given, "--resize", 18, "--crop", 16);

    assertThat(own).hasSameBinaryContentAs(given);
  }

  @Test
  void givenAnInnerTensor_thenItIsFlattenedBesideTheLogits() {
    Path network = Pictures.network("n").write(folder.resolve("net.onnx"));
    Path out = folder.resolve("data.npz");

    CommandRun run = extract(pictures("shop", "png"), network, out, "--features", "positive");

    assertThat(run.out()).contains("features from positive: 256", "logits from scores: 3");
    double[] row = new double[256];
    DataSetFiles.read(out).features().copyRow(0, row);
    double mean = Arrays.stream(row, 0, 64).average().orElseThrow();
    assertThat(mean).isCloseTo(value(0, 2), within(AS_NUMPY));
    requireGoldenLogits(out, 0, 3, 1, 4, 2);
  }

  @Test
  void givenOtherThreadsAndTheSameSeed_thenTheSameBytes() throws IOException {
    Path network = Pictures.network("n").write(folder.resolve("net.onnx"));
    Path images = pictures("shop", "png");

    extract(images, network, folder.resolve("a.npz"), "--threads", 1, "--batch", 1);
    extract(images, network, folder.resolve("b.npz"), "--threads", 4, "--batch", 1);

    assertThat(Files.mismatch(folder.resolve("a.npz"), folder.resolve("b.npz"))).isEqualTo(-1);
  }

  @Test
  void givenFoldersOfDomains_thenEachIsADomainWithCommonClasses() {
    Path network = Pictures.network("n").write(folder.resolve("net.onnx"));
    pictures("office/amazon", "png");
    Pictures.write(Pictures.picture(18, 18, 2), folder.resolve("office/webcam/emu/a.png"));
    Pictures.write(Pictures.picture(18, 18, 2), folder.resolve("office/webcam/ant/a.png"));
    Path out = folder.resolve("data.npz");

    extract(folder.resolve("office"), network, out);

    DataSet data = DataSetFiles.read(out);
    assertThat(data.domainNames()).containsExactly("amazon", "webcam");
    assertThat(data.classNames()).containsExactly("ant", "cat", "dog", "emu");
    assertThat(data.labels().toArray()).containsExactly(1, 1, 2, 2, 3, 0, 3);
    assertThat(data.rowsOf(1)).containsExactly(5, 6);
    requireGolden(data, 0, 3, 1, 4, 2, 2, 2);
  }

  @Test
  void givenAuthorsLists_thenPathsMayHaveSpacesAndRootsDiffer() throws IOException {
    Path network = Pictures.network("n").write(folder.resolve("net.onnx"));
    Pictures.write(golden(0), folder.resolve("data/a b/0.png"));
    Pictures.write(golden(1), folder.resolve("data/c/1.png"));
    Path first =
        Files.writeString(folder.resolve("first.txt"), "data/a b/0.png 2\n\ndata/c/1.png 0\n");
    Path second = Files.writeString(folder.resolve("second.txt"), "c/1.png\t1\n");
    Path out = folder.resolve("data.npz");

    CommandRun.done(with(network, out, "extract", "--domain", "one=" + first));
    DataSet data = DataSetFiles.read(out);
    assertThat(data.labels().toArray()).containsExactly(2, 0);
    assertThat(data.domainNames()).containsExactly("one");
    requireGolden(data, 0, 1);

    CommandRun.done(with(network, out, "extract", second, "--root", folder.resolve("data")));
    requireGolden(DataSetFiles.read(out), 1);
  }

  @Test
  void givenSourceAndTarget_thenATaskComesOut() {
    Path network = Pictures.network("n").write(folder.resolve("net.onnx"));
    Path source = folder.resolve("source");
    for (int i = 0; i < 20; i++) {
      String name = List.of("cat", "dog", "emu").get(i % 3) + "/" + i + ".png";
      Pictures.write(Pictures.picture(20 + i, 30, i), source.resolve(name));
    }
    Path target = folder.resolve("target");
    Pictures.write(golden(1), target.resolve("1.png"));
    Pictures.write(golden(0), target.resolve("0.png"));
    Path out = folder.resolve("task.npz");

    CommandRun.done(
        with(network, out, "extract", "--source", source, "--target", target, "--seed", 3));

    TransferTask task = TaskFiles.read(out);
    assertThat(task.sourceValidation().logits().rows()).isEqualTo(3);
    assertThat(task.target().logits().rows()).isEqualTo(2);
    try (NpzArchive archive = NpzArchive.open(out)) {
      assertThat(archive.names()).doesNotContain("target_labels");
      assertThat(archive.array("source_train_features").header().dimension(0)).isEqualTo(17);
      assertThat(archive.array("source_val_labels").vector()).containsExactlyInAnyOrder(0, 1, 2);
      requireRow(archive.array("target_features").matrix(), 0, 0, 2);
      requireRow(archive.array("target_features").matrix(), 1, 1, 2);
    }
  }

  @Test
  void givenThreeParts_thenTheyAreUsedUnchanged() {
    Path network = Pictures.network("n").write(folder.resolve("net.onnx"));
    Path train = pictures("train", "png");
    Path out = folder.resolve("task.npz");

    CommandRun.done(
        with(
            network,
            out,
            "extract",
            "--source-train",
            train,
            "--source-val",
            pictures("val", "png"),
            "--target",
            pictures("new", "png")));

    try (NpzArchive archive = NpzArchive.open(out)) {
      assertThat(archive.array("target_labels").vector()).containsExactly(0, 0, 1, 1, 2);
      assertThat(archive.array("source_train_labels").vector()).hasSize(5);
    }
  }

  @Test
  void givenAnUnreadableImage_thenItIsNamedOrSkipped() throws IOException {
    Path network = Pictures.network("n").write(folder.resolve("net.onnx"));
    Path images = pictures("shop", "png");
    Path bad = Files.writeString(images.resolve("cat/1.png"), "no image");
    Path out = folder.resolve("data.npz");

    CommandRun refused = CommandRun.of(with(network, out, "extract", images));
    assertThat(refused.status()).isEqualTo(3);
    assertThat(refused.err()).contains("error: " + bad).hasLineCount(1);
    assertThat(out).doesNotExist();

    CommandRun skipped = extract(images, network, out, "--skip-unreadable", "--batch", 2);
    assertThat(skipped.err())
        .contains("warning: " + bad, "1 image(s) that cannot be read were left out");
    requireGolden(DataSetFiles.read(out), 0, 3, 1, 4, 2);
  }

  @Test
  void givenArrays_thenTheyAreFedUnchangedAndLabelsAreKept() {
    TestGraph linear =
        TestGraph.ofOpset(13)
            .input("x", ElementType.FLOAT, "n", 2)
            .weights("w", ElementType.FLOAT, new double[] {1, 2, 3, 4, 5, 6}, 2, 3)
            .node("MatMul", List.of("x", "w"), "hidden")
            .node("Relu", List.of("hidden"), "features")
            .output("features", ElementType.FLOAT, "n", 3);
    Path network = linear.write(folder.resolve("net.onnx"));
    Path data = folder.resolve("in.npz");
    try (NpzWriter npz = NpzWriter.open(data)) {
      npz.matrix("x", Matrix.wrap(new double[] {1, 0, 0, -1, 1, 1}, 3, 2))
          .integers("y", 1, 0, 1)
          .integers("domain", 0, 1, 1)
          .texts("domain_names", List.of("a", "b"))
          .commit();
    }
    Path out = folder.resolve("out.npz");

    CommandRun run = CommandRun.done("extract", data, "--onnx", network, "--out", out);

    assertThat(run.err()).isEmpty();
    DataSet result = DataSetFiles.read(out);
    double[] row = new double[3];
    result.features().copyRow(0, row);
    assertThat(row).containsExactly(1, 2, 3);
    result.features().copyRow(1, row);
    assertThat(row).containsExactly(0, 0, 0);
    assertThat(result.domainNames()).containsExactly("a", "b");
    assertThat(result.labels().toArray()).containsExactly(1, 0, 1);
    CommandRun over = CommandRun.of("extract", data, "--onnx", network, "--out", data);
    assertThat(over.status()).isEqualTo(2);
    assertThat(over.err()).contains("--out is " + data + ", which is also an input");
  }

  @Test
  void givenChannelsLast_thenTheLayoutIsDetected() {
    Path network =
        TestGraph.ofOpset(13)
            .input("image", ElementType.FLOAT, "n", 2, 2, 3)
            .node("Flatten", List.of("image"), "flat")
            .output("flat", ElementType.FLOAT, "n", 12)
            .write(folder.resolve("net.onnx"));
    Path images = folder.resolve("images");
    for (String name : List.of("a", "b")) {
      Pictures.write(Pictures.picture(2, 2, 0), images.resolve(name + "/0.png"));
    }
    Path out = folder.resolve("data.npz");

    CommandRun.done(
        "extract",
        images,
        "--onnx",
        network,
        "--out",
        out,
        "--resize",
        "none",
        "--crop",
        2,
        "--mean",
        "0,0,0",
        "--std",
        "1,1,1");

    double[] row = new double[12];
    DataSetFiles.read(out).features().copyRow(0, row);
    // Rows of pixels, of each red, green and blue: picture(2, 2, 0) by its formula.
    double[] levels = {0, 29, 58, 7, 36, 65, 13, 42, 71, 20, 49, 78};
    for (int i = 0; i < 12; i++) {
      assertThat(row[i]).isCloseTo(levels[i] / 255, within(AS_NUMPY));
    }
  }

  @Test
  void givenInvalidOptions_thenTheMessageSaysWhatWouldBeRight() {
    Path network = Pictures.network("n").write(folder.resolve("net.onnx"));
    Path images = pictures("shop", "png");
    Path out = folder.resolve("data.npz");

    requireFailure(2, "Name the images", with(network, out, "extract"));
    requireFailure(2, "--target", with(network, out, "extract", "--source", images));
    requireFailure(
        3,
        "takes float n×3×16×16, but examples have shape [3, 224, 224]",
        "extract",
        images,
        "--onnx",
        network,
        "--out",
        out,
        "--crop",
        224);
    requireFailure(
        3,
        "no tensor \"nowhere\"; it makes maps",
        with(network, out, "extract", images, "--features", "nowhere"));
    requireFailure(
        2,
        "larger than --resize",
        "extract",
        images,
        "--onnx",
        network,
        "--out",
        out,
        "--resize",
        10);
    requireFailure(3, "no such folder", with(network, out, "extract", folder.resolve("none")));
    requireFailure(3, "has no class", with(network, out, "extract", images.resolve("cat")));
    assertThat(out).doesNotExist();
  }

  @Test
  void givenATargetClassThatTheSourceLacks_thenItIsNamed() {
    Path network = Pictures.network("n").write(folder.resolve("net.onnx"));
    Path target = folder.resolve("target");
    Pictures.write(golden(0), target.resolve("yak/0.png"));

    requireFailure(
        3,
        "class \"yak\" is not one of the 3 classes",
        with(
            network,
            folder.resolve("task.npz"),
            "extract",
            "--source",
            pictures("shop", "png"),
            "--target",
            target));
  }

  private static void requireFailure(int status, String message, Object... args) {
    CommandRun run = CommandRun.of(args);
    assertThat(run.err()).contains(message);
    assertThat(run.status()).as(run.toString()).isEqualTo(status);
  }

  private static CommandRun extract(Path images, Path network, Path out, Object... more) {
    List<Object> words = new ArrayList<>(List.of("extract", images));
    words.addAll(List.of(more));
    return CommandRun.done(with(network, out, words.toArray()));
  }

  private static Object[] with(Path network, Path out, Object... words) {
    List<Object> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--onnx", network, "--out", out, "--resize", 20, "--crop", 16));
    return all.toArray();
  }

  private static BufferedImage golden(int number) {
    List<String> words = GOLDEN.get(number);
    return Pictures.picture(Integer.parseInt(words.get(0)), Integer.parseInt(words.get(1)), number);
  }

  /** The five pictures of golden.py in three classes, with a file that is not an image. */
  private Path pictures(String name, String format) {
    Path images = folder.resolve(name);
    Map<Integer, String> classes = Map.of(0, "cat", 1, "dog", 2, "emu", 3, "cat", 4, "dog");
    classes.forEach(
        (number, kind) ->
            Pictures.write(golden(number), images.resolve(kind).resolve(number + "." + format)));
    return images;
  }

  private static void requireGolden(DataSet data, int... numbers) {
    assertThat(data.rows()).isEqualTo(numbers.length);
    double[] row = new double[4];
    for (int i = 0; i < numbers.length; i++) {
      data.features().copyRow(i, row);
      for (int j = 0; j < 4; j++) {
        assertThat(row[j]).isCloseTo(value(numbers[i], 2 + j), within(AS_NUMPY));
      }
    }
  }

  private static void requireGoldenLogits(Path file, int... numbers) {
    try (NpzArchive archive = NpzArchive.open(file)) {
      Matrix logits = archive.array("logits").matrix();
      for (int i = 0; i < numbers.length; i++) {
        requireRow(logits, i, numbers[i], 6);
      }
    }
  }

  private static void requireRow(Matrix rows, int row, int number, int first) {
    for (int j = 0; j < rows.columns(); j++) {
      assertThat(rows.get(row, j)).isCloseTo(value(number, first + j), within(AS_NUMPY));
    }
  }

  private static double value(int number, int column) {
    return Double.parseDouble(GOLDEN.get(number).get(column));
  }
}
