package org.transcal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.io.BatchFile.Wanted;
import org.transcal.io.example.ExampleTask;
import org.transcal.io.example.NpyBytes;
import org.transcal.io.file.InputException;

class BatchFileTest {
  private static final Wanted PLAIN = new Wanted(3, 0, List.of(), Optional.empty());

  @TempDir Path folder;

  private static Wanted segments(String... names) {
    return new Wanted(3, 0, List.of(names), Optional.empty());
  }

  private static Wanted time(String name) {
    return new Wanted(3, 0, List.of(), Optional.of(name));
  }

  private Path with(String name, byte[] array) throws IOException {
    Map<String, byte[]> arrays = ExampleTask.arrays();
    arrays.put(name, array);
    return ExampleTask.write(folder, arrays);
  }

  private static void assertRefused(Path batch, Wanted wanted, String message) {
    assertThatThrownBy(() -> BatchFile.read(batch, wanted))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(message);
  }

  @Test
  void givenAWholeTask_thenItsTargetIsABatchAndNothingIsReported() throws IOException {
    Path task = ExampleTask.write(folder, ExampleTask.arrays());

    BatchFile read = BatchFile.read(task, new Wanted(3, 2, List.of(), Optional.empty()));

    assertThat(read.logits().rows()).isEqualTo(5);
    assertThat(read.features().orElseThrow().columns()).isEqualTo(2);
    assertThat(read.labels().orElseThrow().toArray()).containsExactly(0, 1, 2, 1, 0);
    assertThat(read.columns()).isEmpty();
    assertThat(read.times()).isEmpty();
    assertThat(read.warnings()).isEmpty();
  }

  @Test
  void givenDamagedSourceArrays_thenTheyAreNotLookedAt() throws IOException {
    Path task = with("source_val_logits", new byte[] {1, 2, 3});

    assertThat(BatchFile.read(task, PLAIN).logits().rows()).isEqualTo(5);
  }

  @Test
  void givenAReferenceWithoutFeatures_thenThoseOfTheBatchAreNotRead() throws IOException {
    Path task = with("target_features", NpyBytes.floats(1, Double.NaN));

    assertThat(BatchFile.read(task, PLAIN).features()).isEmpty();
  }

  @Test
  void givenOnlyProbabilities_thenTheyAreConverted() throws IOException {
    Path batch =
        ExampleTask.write(
            folder,
            Map.of(
                "target_probabilities", NpyBytes.doubles(3, ExampleTask.rows(2, 0.5, 0.25, 0.25))));

    BatchFile read = BatchFile.read(batch, PLAIN);

    assertThat(read.logits().predictions()).containsExactly(0, 0);
    assertThat(read.labels()).isEmpty();
  }

  @Test
  void givenAFolderOfCsvFiles_thenItsColumnsAreRead() throws IOException {
    Files.writeString(folder.resolve("target_logits.csv"), "1,0,0\n0,1,0\n");
    Files.writeString(folder.resolve("camera.csv"), "camera\nleft\n\"right, up\"\n");
    Files.writeString(folder.resolve("day.csv"), "2026-11-14\n2026-11-15 06:00:00\n");
    Files.writeString(folder.resolve("target_labels.csv"), "0\n-1\n");

    BatchFile read =
        BatchFile.read(folder, new Wanted(3, 0, List.of("camera"), Optional.of("day")));

    assertThat(read.columns()).isEqualTo(Map.of("camera", List.of("left", "right, up")));
    assertThat(read.times()).contains(List.of("2026-11-14", "2026-11-15 06:00:00"));
    assertThat(read.labels().orElseThrow().known()).isEqualTo(1);
  }

  @Test
  void givenTheAuthorsLayoutWithoutSourceFiles_thenItIsABatch() throws IOException {
    Files.write(folder.resolve("A_target_output.npy"), NpyBytes.floats(3, 1, 2, 3));

    assertThat(BatchFile.read(folder.resolve("A"), PLAIN).logits().rows()).isEqualTo(1);
  }

  @Test
  void givenColumnsOfAnyTypeAndInOtherFiles_thenTheyAreTextsUnderTheirNames() throws IOException {
    Path batch = with("camera", NpyBytes.integers(1, 1, 2, 2, 3));
    Path site = Files.write(folder.resolve("site.npy"), NpyBytes.texts("a", "b", "a", "b", "a"));
    Path size = Files.writeString(folder.resolve("size.csv"), "1.5\n2\n3\n4\n5\n");

    BatchFile read =
        BatchFile.read(
            batch, segments("camera", site.toString(), size.toString(), batch + ":target_labels"));

    assertThat(read.columns())
        .containsExactly(
            Map.entry("camera", List.of("1", "1", "2", "2", "3")),
            Map.entry("site", List.of("a", "b", "a", "b", "a")),
            Map.entry("size", List.of("1.5", "2", "3", "4", "5")),
            Map.entry("target_labels", List.of("0", "1", "2", "1", "0")));
  }

  @Test
  void givenTimes_thenTheyAreTextsAndNamed() throws IOException {
    Path batch = with("day", NpyBytes.array("<M8[D]", "(5,)", new byte[40]));

    BatchFile read = BatchFile.read(batch, time("day"));

    assertThat(read.times().orElseThrow()).hasSize(5).containsOnly("1970-01-01");
    assertThat(read.where()).isEqualTo(batch + ", array day");
  }

  @Test
  void givenWhatDoesNotFit_thenFileArrayAndNumbersAreNamed() throws IOException {
    assertRefused(
        ExampleTask.write(folder, ExampleTask.arrays()),
        new Wanted(4, 0, List.of(), Optional.empty()),
        "task.npz, array target_logits: has 3 classes where the reference has 4");
    assertRefused(
        ExampleTask.write(folder, ExampleTask.arrays()),
        new Wanted(3, 7, List.of(), Optional.empty()),
        "task.npz, array target_features: has 2 columns where the reference has 7");
    assertRefused(
        ExampleTask.write(folder, ExampleTask.needed()),
        new Wanted(3, 7, List.of(), Optional.empty()),
        "array target_features is missing; the reference has features, 7 columns");
    assertRefused(
        with("target_labels", NpyBytes.integers(0, 1)),
        PLAIN,
        "array target_labels: has 2 rows where target_logits has 5");
    assertRefused(
        with("target_labels", NpyBytes.integers(0, 1, 2, 3, -1)),
        PLAIN,
        "array target_labels: Label at row 3 is 3");
    assertRefused(
        with("camera", NpyBytes.integers(0, 1)),
        segments("camera"),
        "array camera: has 2 values where target_logits has 5 rows");
    assertRefused(
        with("camera", NpyBytes.integers(0, 1)),
        segments("camra"),
        "array \"camra\" is missing; a column is an array of one value per row, or a file");
    assertRefused(
        with("target_probabilities", NpyBytes.integers(0)),
        PLAIN,
        "has both arrays target_logits and target_probabilities");
    assertRefused(
        with("target_logits", NpyBytes.array("<f4", "(0, 3)", new byte[0])),
        PLAIN,
        "array target_logits: Logits have no rows");
    assertRefused(
        ExampleTask.write(folder, Map.of("x", NpyBytes.integers(0))),
        PLAIN,
        "array target_logits is missing; a batch needs it, or target_probabilities; the arrays"
            + " found are x");
    assertRefused(folder.resolve("nothing"), PLAIN, "is not a batch; a batch is NAME.npz");
    assertRefused(
        ExampleTask.write(folder, ExampleTask.arrays()),
        time("times.csv"),
        "times.csv: there is no such file");
  }
}
