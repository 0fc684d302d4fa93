package org.transcal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.io.example.ExampleTask;
import org.transcal.io.example.NpyBytes;
import org.transcal.io.example.NpzBytes;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.task.TransferTask;

class TaskFilesTest {
  @TempDir Path folder;

  private static void assertExample(LoadedTask loaded) {
    TransferTask task = loaded.task();
    assertThat(task.classes()).isEqualTo(3);
    assertThat(task.sourceValidation().logits().rows()).isEqualTo(4);
    assertThat(task.sourceValidation().logits().values().get(3, 2)).isEqualTo(5.5);
    assertThat(task.sourceValidation().labels().toArray()).containsExactly(2, 1, 0, 2);
    assertThat(task.target().logits().values().get(4, 2)).isEqualTo(7);
    assertThat(loaded.targetLabels().map(Labels::toArray).orElseThrow())
        .containsExactly(0, 1, 2, 1, 0);
    assertThat(task.features().orElseThrow().sourceTrain().get(2, 1)).isEqualTo(6);
    assertThat(task.features().orElseThrow().sourceValidation().get(3, 1)).isEqualTo(8);
    assertThat(task.features().orElseThrow().target().get(4, 1)).isEqualTo(10);
  }

  @Test
  void givenAnArchive_thenEveryPartIsThere() throws IOException {
    LoadedTask loaded = TaskFiles.load(ExampleTask.write(folder, ExampleTask.arrays()));

    assertExample(loaded);
    TransferTask task = loaded.task();
    assertThat(task.name()).isEqualTo("task");
    assertThat(task.mixup().orElseThrow().partner(0)).isEqualTo(4);
    assertThat(task.mcDropout().orElseThrow().get(4, 0)).isEqualTo(0.5);
    assertThat(task.ensemble().orElseThrow().get(4, 2)).isEqualTo(0.5);
    assertThat(task.secondModel().orElseThrow().sourceValidation().values().get(3, 0)).isEqualTo(3);
    assertThat(task.secondModel().orElseThrow().target().values().get(4, 1)).isEqualTo(3);
    assertThat(task.features().orElseThrow().target()).isInstanceOf(Matrix.OfFloats.class);
    assertThat(loaded.warnings()).isEmpty();
    assertThat(loaded.digests().keySet()).containsExactlyElementsOf(ExampleTask.arrays().keySet());
  }

  @Test
  void givenTheNeededArraysOnly_thenTheRestIsAbsent() throws IOException {
    LoadedTask loaded = TaskFiles.load(ExampleTask.write(folder, ExampleTask.needed()));

    assertThat(loaded.task().features()).isEmpty();
    assertThat(loaded.task().mixup()).isEmpty();
    assertThat(loaded.task().secondModel()).isEmpty();
    assertThat(loaded.targetLabels()).isEmpty();
    assertThat(loaded.warnings()).isEmpty();
  }

  @Test
  void givenProbabilitiesOfASecondModel_thenTheyAreConverted() throws IOException {
    Map<String, byte[]> arrays = ExampleTask.needed();
    double[] row = {0.5, 0.25, 0.25};
    arrays.put("second_source_val_probabilities", NpyBytes.doubles(3, ExampleTask.rows(4, row)));
    arrays.put("second_target_probabilities", NpyBytes.doubles(3, ExampleTask.rows(5, row)));

    LoadedTask loaded = TaskFiles.load(ExampleTask.write(folder, arrays));

    assertThat(loaded.warnings()).isEmpty();
    assertThat(loaded.digests())
        .containsKeys("second_source_val_probabilities", "second_target_probabilities");
    assertThat(loaded.task().secondModel().orElseThrow().target().values().get(4, 0))
        .isEqualTo(Math.log(0.5));
  }

  @Test
  void givenAFolderOfNpyAndCsv_thenItIsTheSameTask() throws IOException {
    Path task = Files.createDirectory(folder.resolve("A2C"));
    for (Map.Entry<String, byte[]> array : ExampleTask.arrays().entrySet()) {
      Files.write(task.resolve(array.getKey() + ".npy"), array.getValue());
    }
    Files.delete(task.resolve("source_val_labels.npy"));
    Files.writeString(task.resolve("source_val_labels.csv"), "label\n2\n1\n0\n2\n");
    Files.delete(task.resolve("target_features.npy"));
    Files.writeString(task.resolve("target_features.csv"), "1,2\n3,4\n5,6\n7,8\n9,10\n");

    LoadedTask loaded = TaskFiles.load(task);

    assertExample(loaded);
    assertThat(loaded.task().name()).isEqualTo("A2C");
    assertThat(loaded.warnings())
        .containsExactly(
            task.resolve("source_val_labels.csv")
                + ": the first line, \"label\", is taken as a header");
  }

  @Test
  void givenTheAuthorsNpyFiles_thenItIsTheSameTask() throws IOException {
    Map<String, byte[]> arrays = ExampleTask.arrays();
    for (String set : List.of("source_train", "source_val", "target")) {
      write("A2C_" + set + "_feature.npy", arrays.get(set + "_features"));
    }
    write("A2C_source_val_output.npy", arrays.get("source_val_logits"));
    write("A2C_target_output.npy", arrays.get("target_logits"));
    write("A2C_source_val_label.npy", NpyBytes.vector(2, 1, 0, 2));
    write("A2C_target_label.npy", arrays.get("target_labels"));

    LoadedTask loaded = TaskFiles.load(folder.resolve("A2C"));

    assertExample(loaded);
    assertThat(loaded.task().name()).isEqualTo("A2C");
    assertThat(loaded.digests()).containsKeys("source_val_logits", "target_labels");
  }

  private void write(String name, byte[] bytes) throws IOException {
    Files.write(folder.resolve(name), bytes);
  }

  private void writeText(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private Path authorsCsv(String counts) throws IOException {
    StringBuilder output = new StringBuilder("9,9,9\n9,9,9\n9,9,9\n");
    double[] ramp = ExampleTask.ramp(15);
    for (int i = 0; i < 15; i += 3) {
      output.append(ramp[i] + "," + ramp[i + 1] + "," + ramp[i + 2] + "\n");
    }
    for (int i = 0; i < 12; i += 3) {
      output.append(ramp[i] + "," + ramp[i + 1] + "," + ramp[i + 2] + "\n");
    }
    writeText("A2C_output.csv", output.toString());
    writeText(
        "A2C_feature.csv",
        "1,2\n3,4\n5,6\n" + "1,2\n3,4\n5,6\n7,8\n9,10\n" + "1,2\n3,4\n5,6\n7,8\n");
    writeText("A2C_label.csv", "0\n0\n0\n" + "0\n1\n2\n1\n0\n" + "2\n1\n0\n2\n");
    writeText("A2C_num.csv", counts);
    return folder.resolve("A2C");
  }

  @Test
  void givenTheAuthorsCsvFiles_thenRowsAreSplitByTheirCounts() throws IOException {
    LoadedTask loaded = TaskFiles.load(authorsCsv("3\n5\n4\n"));

    assertExample(loaded);
    assertThat(loaded.task().name()).isEqualTo("A2C");
    assertExample(TaskFiles.load(authorsCsv("3,5,4\n")));
  }

  /** The released files have labels and counts on one line each. */
  @Test
  void givenLabelsOnOneLine_thenTheyAreSplitToo() throws IOException {
    Path task = authorsCsv("3,5,4\r\n");
    writeText("A2C_label.csv", "0,0,0,0,1,2,1,0,2,1,0,2\r\n");

    assertExample(TaskFiles.load(task));
  }

  @Test
  void givenCountsThatDoNotFit_thenTheyAreRefused() throws IOException {
    Path more = authorsCsv("3,5,5");
    assertThatThrownBy(() -> TaskFiles.load(more))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith(".csv: has 12 rows where the counts in num add up to 13");

    Path two = authorsCsv("3,5");
    assertThatThrownBy(() -> TaskFiles.load(two))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("A2C_num.csv, array num: must hold three counts of rows");

    Path negative = authorsCsv("-3,11,4");
    assertThatThrownBy(() -> TaskFiles.load(negative))
        .hasMessageContaining("must hold three counts of rows");
  }

  @Test
  void givenProbabilities_thenTheyBecomeTheirLogarithms() throws IOException {
    Map<String, byte[]> arrays = ExampleTask.needed();
    arrays.remove("target_logits");
    arrays.put("target_probabilities", NpyBytes.doubles(3, 0.5, 0.25, 0.25, 0, 0, 1));

    LoadedTask loaded = TaskFiles.load(ExampleTask.write(folder, arrays));

    Matrix logits = loaded.task().target().logits().values();
    assertThat(logits.get(0, 0)).isEqualTo(Math.log(0.5));
    assertThat(logits.get(1, 0)).isEqualTo(Math.log(Float.MIN_NORMAL));
    assertThat(loaded.warnings()).isEmpty();
    assertThat(loaded.digests()).containsKey("target_probabilities");
  }

  @Test
  void givenProbabilitiesNamedLogits_thenAWarningSaysSo() throws IOException {
    Map<String, byte[]> arrays = ExampleTask.needed();
    arrays.put("source_val_logits", NpyBytes.doubles(3, ExampleTask.rows(4, 0.5, 0.25, 0.25)));

    LoadedTask loaded = TaskFiles.load(ExampleTask.write(folder, arrays));

    assertThat(loaded.warnings())
        .containsExactly(
            "every row of source_val_logits is non-negative and sums to 1: these look like"
                + " probabilities; name the array source_val_probabilities");
    assertThat(loaded.task().sourceValidation().logits().values().get(0, 0)).isEqualTo(0.5);
  }

  @Test
  void givenSomeOfTheFeatures_thenTheyAreLeftOutWithAWarning() throws IOException {
    Map<String, byte[]> arrays = ExampleTask.arrays();
    arrays.remove("source_train_features");
    arrays.remove("target_features");
    arrays.remove("mixup_partner");
    arrays.remove("second_source_val_logits");

    LoadedTask loaded = TaskFiles.load(ExampleTask.write(folder, arrays));

    assertThat(loaded.task().features()).isEmpty();
    assertThat(loaded.task().mixup()).isEmpty();
    assertThat(loaded.warnings())
        .containsExactly(
            "features are left out, since source_train_features and target_features are missing;"
                + " weighted methods need all three or --weights",
            "mixup is left out, since mixup_partner is missing",
            "the second model is left out, since second_source_val_logits is missing");
  }

  @Test
  void givenAMisspeltArray_thenAWarningSaysWhatWasMeant() throws IOException {
    Map<String, byte[]> arrays = ExampleTask.arrays();
    arrays.put("target_lables", arrays.remove("target_labels"));
    arrays.remove("second_source_val_logits");
    arrays.put("second_target_logit", arrays.remove("second_target_logits"));
    arrays.put("hour", NpyBytes.integers(1, 2, 3, 4, 5));
    arrays.put("source_val_logits_2", NpyBytes.integers(1));
    arrays.put("class_names", NpyBytes.texts("a", "b", "c"));
    Path archive = ExampleTask.write(folder, arrays);
    Path task = Files.createDirectory(folder.resolve("task"));
    for (Map.Entry<String, byte[]> array : arrays.entrySet()) {
      Files.write(task.resolve(array.getKey() + ".npy"), array.getValue());
    }

    for (Path path : List.of(archive, task)) {
      assertThat(TaskFiles.load(path).warnings())
          .containsExactly(
              path
                  + ": array \"second_target_logit\" is unknown and ignored; did you mean"
                  + " second_target_logits?",
              path
                  + ": array \"target_lables\" is unknown and ignored; did you mean target_labels?",
              path + ": ignored, since unknown: \"hour\", \"source_val_logits_2\"");
    }
  }

  @Test
  void givenUnlabelledTargetRows_thenTheOthersAreKeptAndAWarningCountsThem() throws IOException {
    Map<String, byte[]> arrays = ExampleTask.arrays();
    arrays.put("target_labels", NpyBytes.integers(0, -1, 2, -1, -1));

    LoadedTask some = TaskFiles.load(ExampleTask.write(folder, arrays));
    arrays.put("target_labels", NpyBytes.integers(-1, -1, -1, -1, -1));
    LoadedTask none = TaskFiles.load(ExampleTask.write(folder, arrays));

    assertThat(some.targetLabels().orElseThrow().toArray()).containsExactly(0, -1, 2, -1, -1);
    assertThat(some.warnings())
        .containsExactly(
            "2 of 5 target rows are labelled (the others are -1): scores are from those rows");
    assertThat(none.targetLabels()).isEmpty();
    assertThat(none.warnings())
        .containsExactly("all target_labels are -1, so no target row is labelled");
  }

  @Test
  void givenClassNames_thenReadFromAnyLayoutUnlessTheyDoNotFit() throws IOException {
    Map<String, byte[]> arrays = ExampleTask.arrays();
    arrays.put("class_names", NpyBytes.texts("cat", "dog", "hen"));
    Path archive = ExampleTask.write(folder, arrays);
    Path task = Files.createDirectory(folder.resolve("task"));
    for (Map.Entry<String, byte[]> array : ExampleTask.needed().entrySet()) {
      Files.write(task.resolve(array.getKey() + ".npy"), array.getValue());
    }
    Files.writeString(task.resolve("class_names.csv"), "cat\n\"dog\"\nhen\n");

    assertThat(TaskFiles.load(archive).classNames()).containsExactly("cat", "dog", "hen");
    assertThat(TaskFiles.load(task).classNames()).containsExactly("cat", "dog", "hen");
    Files.writeString(task.resolve("class_names.csv"), "cat\ncat\nhen\n");
    assertThat(TaskFiles.load(task).classNames()).isEmpty();
    assertThat(TaskFiles.load(task).warnings().get(0)).contains("class_names", "3 classes");
    arrays.put("class_names", NpyBytes.integers(7, 8, 9));
    LoadedTask numbers = TaskFiles.load(ExampleTask.write(folder, arrays));
    assertThat(numbers.classNames()).isEmpty();
    assertThat(numbers.warnings().get(0)).contains("class_names", "texts (U) are needed; ignored");
  }

  @Test
  void givenFeatureNames_thenReadUnlessTheyDoNotFit() throws IOException {
    Map<String, byte[]> arrays = ExampleTask.arrays();
    arrays.put("feature_names", NpyBytes.texts("size", "age"));
    LoadedTask named = TaskFiles.load(ExampleTask.write(folder, arrays));
    arrays.put("feature_names", NpyBytes.texts("size"));
    LoadedTask other = TaskFiles.load(ExampleTask.write(folder, arrays));

    assertThat(named.featureNames()).containsExactly("size", "age");
    assertThat(named.warnings()).isEmpty();
    assertThat(other.featureNames()).isEmpty();
    assertThat(other.warnings().get(0)).contains("feature_names", "2 features, all different");
  }

  @Test
  void givenAMissingArray_thenTheErrorListsWhatThereIs() throws IOException {
    Map<String, byte[]> arrays = ExampleTask.needed();
    arrays.put("valid_labels", arrays.remove("source_val_labels"));
    Path archive = ExampleTask.write(folder, arrays);
    Path other = Files.createDirectory(folder.resolve("other"));
    Files.write(other.resolve("valid_labels.npy"), arrays.get("valid_labels"));

    assertThatThrownBy(() -> TaskFiles.load(archive))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(archive + ": array source_val_labels is missing; ")
        .hasMessageEndingWith(
            "the arrays found are source_val_logits, target_logits, valid_labels");
    assertThatThrownBy(() -> TaskFiles.load(other))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("has none of a task's arrays")
        .hasMessageContaining("valid_labels");
  }

  @Test
  void givenAFolderOfTasks_thenTheyAreListedInOrder() throws IOException {
    write("z.npz", NpzBytes.deflated(ExampleTask.needed()));
    write("broken.npz", new byte[3]);
    write("notes.txt", new byte[3]);
    authorsCsv("3,5,4");
    write("B2C_source_val_output.npy", NpyBytes.floats(2, 1, 2));
    Path inner = Files.createDirectory(folder.resolve("inner"));
    Files.write(inner.resolve("target_logits.npy"), NpyBytes.floats(2, 1, 2));
    Files.createDirectory(folder.resolve("other"));

    List<Path> tasks = TaskFiles.list(folder);

    assertThat(tasks)
        .extracting(path -> folder.relativize(path).toString())
        .containsExactly("A2C", "B2C", "broken.npz", "inner", "z.npz");
    assertThat(tasks).allMatch(TaskFiles::isTask);
    assertThat(TaskFiles.isTask(folder.resolve("other"))).isFalse();
    assertThat(TaskFiles.isTask(folder.resolve("notes.txt"))).isFalse();
  }

  @Test
  void givenNoTask_thenTheLayoutsAreNamed() throws IOException {
    write("notes.txt", new byte[3]);

    for (String name : List.of("none", "none.npz", "notes.txt", ".")) {
      assertThatThrownBy(() -> TaskFiles.load(folder.resolve(name)))
          .isInstanceOf(InputException.class)
          .hasMessageStartingWith(folder.resolve(name) + ": ")
          .hasMessageContaining("a task is NAME.npz, a folder with source_val_logits.npy or .csv")
          .hasMessageEndingWith("PREFIX_{feature,output,label,num}.csv");
    }
    assertThatThrownBy(() -> TaskFiles.list(folder.resolve("none")))
        .hasMessage(folder.resolve("none") + ": there is no such folder");
  }

  @Test
  void givenOneArrayInTwoFormats_thenItIsRefused() throws IOException {
    for (Map.Entry<String, byte[]> array : new TreeMap<>(ExampleTask.needed()).entrySet()) {
      write(array.getKey() + ".npy", array.getValue());
    }
    writeText("source_val_labels.csv", "2\n1\n0\n2\n");

    assertThatThrownBy(() -> TaskFiles.load(folder))
        .hasMessage(
            folder + ": has array source_val_labels both as .npy and as .csv; keep one of them");
  }

  @Test
  void givenTasksInSubFolders_thenTheyAreFoundIfNoneLiesAbove() throws IOException {
    Path inner = Files.createDirectories(folder.resolve("office-home/CDAN+E"));
    ExampleTask.write(inner, ExampleTask.needed());

    assertThat(TaskFiles.list(folder)).isEmpty();
    assertThat(TaskFiles.find(folder)).containsExactly(inner.resolve("task.npz"));
    Path direct = ExampleTask.write(folder, ExampleTask.needed());
    assertThat(TaskFiles.find(folder)).containsExactly(direct);
  }
}
