package org.transcal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.io.example.ExampleTask;
import org.transcal.io.example.NpyBytes;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;

/** Arrays as scikit-learn and numpy users have them at hand. */
class BroughtFormatsTest {
  @TempDir Path folder;

  @Test
  void givenOneScorePerRow_thenItIsTheLogOddsOfClassOne() throws IOException {
    Map<String, byte[]> arrays = binary();

    LoadedTask loaded = load(arrays);

    Matrix target = loaded.task().target().logits().values();
    assertThat(loaded.task().classes()).isEqualTo(2);
    assertThat(List.of(target.get(1, 0), target.get(1, 1))).containsExactly(0.0, 1.5);
    assertThat(loaded.warnings()).isEmpty();
  }

  @Test
  void givenAColumnOfScores_thenItIsReadAsAVector() throws IOException {
    Map<String, byte[]> arrays = binary();
    arrays.put("target_logits", NpyBytes.doubles(1, -1, 1.5, 2, 3, -4));

    assertThat(load(arrays).task()).isEqualTo(load(binary()).task());
  }

  @Test
  void givenOneProbabilityPerRow_thenItIsThatOfClassOne() throws IOException {
    Map<String, byte[]> arrays = binary();
    arrays.remove("target_logits");
    arrays.put("target_probabilities", NpyBytes.vector(0.25, 0.5, 0.75, 1, 0));

    Matrix target = load(arrays).task().target().logits().values();

    assertThat(target.get(0, 0)).isEqualTo(Math.log(0.75));
    assertThat(target.get(0, 1)).isEqualTo(Math.log(0.25));
  }

  @Test
  void givenAProbabilityAboveOne_thenItsRowIsNamed() {
    Map<String, byte[]> arrays = binary();
    arrays.remove("target_logits");
    arrays.put("target_probabilities", NpyBytes.vector(0.25, 0.5, 1.5, 1, 0));

    assertThatThrownBy(() -> load(arrays))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("target_probabilities")
        .hasMessageEndingWith("Probability at row 2 is 1.5; it must be in 0 … 1");
  }

  @Test
  void givenScoresThatAreAllBetweenZeroAndOne_thenAWarningAsksForTheOtherName() throws IOException {
    Map<String, byte[]> arrays = binary();
    arrays.put("target_logits", NpyBytes.vector(0.25, 0.5, 0.75, 1, 0));

    assertThat(load(arrays).warnings())
        .containsExactly(
            "all target_logits are within 0 … 1: these look like probabilities; name the array"
                + " target_probabilities");
  }

  @Test
  void givenAColumnOfLabels_thenItIsReadAsAVector() throws IOException {
    Map<String, byte[]> arrays = ExampleTask.needed();
    arrays.put("source_val_labels", NpyBytes.doubles(1, 2, 1, 0, 2));

    assertThat(load(arrays).task().sourceValidation().labels())
        .isEqualTo(Labels.copyOf(new int[] {2, 1, 0, 2}, 3));
  }

  @Test
  void givenOneHotLabels_thenTheMessageSaysHowToSaveThem() {
    Map<String, byte[]> arrays = ExampleTask.needed();
    arrays.put("source_val_labels", NpyBytes.doubles(3, ExampleTask.rows(4, 0, 1, 0)));

    assertThatThrownBy(() -> load(arrays))
        .hasMessageEndingWith("it must have 1 (one-hot rows: save a.argmax(axis=1))");
  }

  @Test
  void givenTextLabelsAndClassNames_thenTheyBecomeClassNumbers() throws IOException {
    Map<String, byte[]> arrays = ExampleTask.needed();
    arrays.put("class_names", NpyBytes.texts("cat", "dog", "eel"));
    arrays.put("source_val_labels", NpyBytes.texts("eel", "dog", "cat", "eel"));
    arrays.put("target_labels", NpyBytes.texts("cat", "", "dog", "", ""));

    LoadedTask loaded = load(arrays);

    assertThat(loaded.task().sourceValidation().labels())
        .isEqualTo(Labels.copyOf(new int[] {2, 1, 0, 2}, 3));
    assertThat(loaded.targetLabels()).contains(Labels.partial(new int[] {0, -1, 1, -1, -1}, 3));
  }

  @Test
  void givenTextLabelsInCsv_thenTheyBecomeClassNumbers() throws IOException {
    Files.writeString(folder.resolve("source_val_logits.csv"), "1,2,3\n4,5,6\n");
    Files.writeString(folder.resolve("source_val_labels.csv"), "eel\ncat\n");
    Files.writeString(folder.resolve("target_logits.csv"), "1,2,3\n4,5,6\n");
    Files.writeString(folder.resolve("class_names.csv"), "cat\ndog\neel\n");

    assertThat(TaskFiles.load(folder).task().sourceValidation().labels())
        .isEqualTo(Labels.copyOf(new int[] {2, 0}, 3));
  }

  @Test
  void givenTextLabelsWithoutClassNames_thenTheMessageAsksForThem() {
    Map<String, byte[]> arrays = ExampleTask.needed();
    arrays.put("source_val_labels", NpyBytes.texts("eel", "dog", "cat", "eel"));

    assertThatThrownBy(() -> load(arrays))
        .hasMessageContaining("names of classes need an array class_names beside them");
  }

  @Test
  void givenAnUnknownTextLabel_thenItsRowAndTheNamesAreTold() {
    Map<String, byte[]> arrays = ExampleTask.needed();
    arrays.put("class_names", NpyBytes.texts("cat", "dog", "eel"));
    arrays.put("source_val_labels", NpyBytes.texts("eel", "dgo", "cat", "eel"));

    assertThatThrownBy(() -> load(arrays))
        .hasMessageContaining("label at row 1 is")
        .hasMessageContaining("dgo")
        .hasMessageContaining("cat, dog");
  }

  @Test
  void givenTheLogarithmOfZero_thenTheMessageSaysHowToReplaceIt() {
    Map<String, byte[]> arrays = ExampleTask.needed();
    arrays.put(
        "target_logits",
        NpyBytes.doubles(3, ExampleTask.rows(5, 0, Double.NEGATIVE_INFINITY, -40)));

    assertThatThrownBy(() -> load(arrays)).hasMessageContaining("np.maximum(a, -100)");
  }

  private LoadedTask load(Map<String, byte[]> arrays) throws IOException {
    return TaskFiles.load(ExampleTask.write(folder, arrays));
  }

  private static Map<String, byte[]> binary() {
    Map<String, byte[]> arrays = ExampleTask.needed();
    arrays.put("source_val_logits", NpyBytes.vector(-2, 1, 2, -1));
    arrays.put("source_val_labels", NpyBytes.integers(0, 1, 1, 0));
    arrays.put("target_logits", NpyBytes.vector(-1, 1.5, 2, 3, -4));
    return arrays;
  }
}
