package org.transcal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.io.example.ExampleTask;
import org.transcal.io.example.NpyBytes;
import org.transcal.io.example.NpzBytes;
import org.transcal.io.file.InputException;

/** One array of a good task made bad: the message is one line that names file and array. */
class BadTaskTest {
  @TempDir Path folder;

  private static Arguments bad(String array, byte[] bytes, String problem) {
    return Arguments.of(array, bytes, problem);
  }

  private static double[] with(double[] values, int at, double value) {
    double[] copy = values.clone();
    copy[at] = value;
    return copy;
  }

  private static double[] ramp(int count) {
    return ExampleTask.ramp(count);
  }

  static Stream<Arguments> badArrays() {
    byte[] object =
        NpyBytes.of("{'descr': '|O', 'fortran_order': False, 'shape': (4,), }", new byte[40]);
    byte[] lying = NpyBytes.array("<f4", "(5, 3000000)", new byte[60]);
    byte[] truncated = Arrays.copyOf(NpyBytes.floats(3, ramp(15)), 100);
    return Stream.of(
        bad(
            "source_val_logits",
            NpyBytes.floats(3, with(ramp(12), 7, Double.NaN)),
            "Logit at row 2, class 1 is NaN; logits must be finite"),
        bad(
            "target_logits",
            NpyBytes.doubles(3, with(ramp(15), 7, 1e155)),
            "Logit at row 2, class 1 is 1.0E155; logits must be finite, within ±1.0E30"),
        bad(
            "target_features",
            NpyBytes.floats(2, with(ramp(10), 3, 3e38)),
            "a feature at row 1, column 1 is 3.0"),
        bad(
            "target_logits",
            NpyBytes.doubles(3, with(ramp(15), 14, Double.NEGATIVE_INFINITY)),
            "Logit at row 4, class 2 is -Infinity; logits must be finite"),
        bad(
            "target_features",
            NpyBytes.floats(2, with(ramp(10), 3, Double.POSITIVE_INFINITY)),
            "feature at row 1, column 1 is Infinity; features must be finite, within"),
        bad(
            "mixup_logits",
            NpyBytes.floats(3, with(ramp(15), 0, Double.NaN)),
            "Logit at row 0, class 0 is NaN; logits must be finite"),
        bad(
            "target_logits",
            NpyBytes.vector(1, 2, 3),
            "has 2 classes where source validation has 3"),
        bad("source_val_labels", NpyBytes.doubles(2, 0, 1, 2, 0), "has 2 dimension(s)"),
        bad(
            "target_logits",
            NpyBytes.array("<f4", "(1, 2, 3)", new byte[24]),
            "has 3 dimension(s), shape (1, 2, 3); it must have 2"),
        bad("target_logits", NpyBytes.floats(2, ramp(10)), "has 2 classes where source validation"),
        bad("source_val_labels", NpyBytes.integers(0, 1, 2), "has 3 rows where source validation"),
        bad("target_labels", NpyBytes.integers(0, 1, 2), "has 3 rows where the target has 5"),
        bad("source_val_features", NpyBytes.floats(2, ramp(6)), "has 3 rows where source valid"),
        bad("target_features", NpyBytes.floats(2, ramp(8)), "has 4 rows where the target has 5"),
        bad(
            "target_features",
            NpyBytes.floats(3, ramp(15)),
            "has 3 columns where source_train_features has 2"),
        bad("mixup_logits", NpyBytes.floats(3, ramp(12)), "has 4 rows where the target has 5"),
        bad("mixup_logits", NpyBytes.floats(2, ramp(10)), "has 2 classes where the target has 3"),
        bad("mixup_partner", NpyBytes.integers(0, 1), "has 2 rows where the target has 5"),
        bad("mixup_partner", NpyBytes.integers(0, 1, 2, 3, 5), "Mixup partner of row 4 is 5"),
        bad("mixup_partner", NpyBytes.vector(0, 1, 2, 3, 0.5), "partner at row 4 is 0.5; it must"),
        bad(
            "mcdropout_probs",
            NpyBytes.doubles(3, with(ExampleTask.rows(5, 0.5, 0.25, 0.25), 4, 0.5)),
            "Probabilities of row 1 sum to 1.25; they must sum to 1"),
        bad(
            "ensemble_probs",
            NpyBytes.doubles(3, with(ExampleTask.rows(5, 0.5, 0.25, 0.25), 1, -0.25)),
            "Probability at row 0, class 1 is -0.25; it must be in [0, 1]"),
        bad(
            "ensemble_probs",
            NpyBytes.doubles(2, ExampleTask.rows(5, 0.5, 0.5)),
            "has 2 classes where the target has 3"),
        bad(
            "second_source_val_logits",
            NpyBytes.floats(3, ramp(15)),
            "has 5 rows where source validation has 4"),
        bad(
            "second_target_logits",
            NpyBytes.floats(2, ramp(10)),
            "has 2 classes where the target has 3"),
        bad(
            "second_target_logits",
            NpyBytes.floats(3, with(ramp(15), 4, Double.NaN)),
            "Logit at row 1, class 1 is NaN; logits must be finite"),
        bad("source_val_labels", NpyBytes.integers(0, 1, 2, 3), "Label at row 3 is 3; labels of 3"),
        bad("target_labels", NpyBytes.integers(0, 1, 2, 0, -2), "Label at row 4 is -2; labels of"),
        bad("source_val_labels", NpyBytes.integers(0, 1, 2, -1), "Label at row 3 is -1; labels of"),
        bad("source_val_labels", NpyBytes.vector(0, 1, 0.5, 2), "label at row 2 is 0.5; it must"),
        bad(
            "source_val_labels",
            NpyBytes.texts("a", "b", "c", "d"),
            "holds text; numbers are needed (names of classes need an array class_names"),
        bad("source_val_labels", object, "holds Python objects (pickle), which are never loaded"),
        bad(
            "source_val_logits",
            NpyBytes.array("<f4", "(0, 3)", new byte[0]),
            "Logits have no rows; at least one is needed"),
        bad(
            "target_logits",
            NpyBytes.array("<f4", "(0, 3)", new byte[0]),
            "Logits have no rows; at least one is needed"),
        bad(
            "source_train_features",
            NpyBytes.array("<f4", "(0, 2)", new byte[0]),
            "has 0 rows and 2 columns; features need at least one of each"),
        bad(
            "target_logits",
            lying,
            "has 60 bytes of data where float32 of shape (5, 3000000) needs 60000000"),
        bad("target_logits", truncated, "bytes of data where float32 of shape (5, 3) needs 60"),
        bad("target_logits", new byte[100], "is not a .npy array; it must start with the bytes"),
        bad("target_logits", new byte[0], "is not a .npy array; it must start with the bytes"));
  }

  @ParameterizedTest
  @MethodSource("badArrays")
  void givenABadArray_thenFileArrayAndProblemAreNamedInOneLine(
      String array, byte[] bytes, String problem) throws IOException {
    Map<String, byte[]> arrays = ExampleTask.arrays();
    arrays.put(array, bytes);
    Path file = ExampleTask.write(folder, arrays);

    assertThatThrownBy(() -> TaskFiles.load(file))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file + ", array " + array + ": ")
        .hasMessageContaining(problem)
        .message()
        .doesNotContain("\n");
  }

  @ParameterizedTest
  @MethodSource("badArrays")
  void givenABadArrayInAFolder_thenFileAndArrayAreNamed(String array, byte[] bytes, String problem)
      throws IOException {
    for (Map.Entry<String, byte[]> good : ExampleTask.arrays().entrySet()) {
      Files.write(folder.resolve(good.getKey() + ".npy"), good.getValue());
    }
    Path file = Files.write(folder.resolve(array + ".npy"), bytes);

    assertThatThrownBy(() -> TaskFiles.load(folder))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining(problem);
  }

  @Test
  void givenAMissingArray_thenItAndWhatIsThereAreNamed() throws IOException {
    for (String array : ExampleTask.needed().keySet()) {
      Map<String, byte[]> arrays = ExampleTask.needed();
      arrays.remove(array);
      Path file = ExampleTask.write(folder, arrays);

      assertThatThrownBy(() -> TaskFiles.load(file))
          .isInstanceOf(InputException.class)
          .hasMessageStartingWith(file + ": array " + array + " is missing; a task needs")
          .hasMessageEndingWith("the arrays found are " + String.join(", ", arrays.keySet()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"target_logit", "Target_Logits", "target-logits"})
  void givenAMisspeltArray_thenTheMessageNamesIt(String misspelt) throws IOException {
    Map<String, byte[]> arrays = ExampleTask.needed();
    arrays.put(misspelt, arrays.remove("target_logits"));
    Path file = ExampleTask.write(folder, arrays);

    assertThatThrownBy(() -> TaskFiles.load(file))
        .hasMessageContaining(
            "array target_logits is missing (is \"" + misspelt + "\" a misspelling of it?);");
  }

  @Test
  void givenLogitsAndProbabilities_thenBothAreRefused() throws IOException {
    Map<String, byte[]> arrays = ExampleTask.needed();
    arrays.put("target_probabilities", NpyBytes.doubles(3, ExampleTask.rows(5, 0.5, 0.25, 0.25)));
    Path file = ExampleTask.write(folder, arrays);

    assertThatThrownBy(() -> TaskFiles.load(file))
        .hasMessage(
            file + ": has both arrays target_logits and target_probabilities; keep one of them");
  }

  @Test
  void givenNoise_thenTheFileIsNamed() throws IOException {
    byte[] noise = new byte[10_000];
    new SplittableRandom(1).nextBytes(noise);
    Path file = Files.write(folder.resolve("noise.npz"), noise);

    assertThatThrownBy(() -> TaskFiles.load(file))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file + ": is a damaged .npz (zip) archive: ");
  }

  @Test
  void givenAnyFailure_thenNoFileIsHeldOpenAndNoneIsMade() throws IOException {
    Map<String, byte[]> arrays = ExampleTask.needed();
    arrays.put("source_val_labels", NpyBytes.vector(Double.NaN));
    Path file = Files.write(folder.resolve("x.npz"), NpzBytes.deflated(arrays));
    long before = openFiles();

    for (int i = 0; i < 20; i++) {
      assertThatThrownBy(() -> TaskFiles.load(file)).isInstanceOf(InputException.class);
    }

    assertThat(openFiles()).isLessThan(before + 20);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  /** Descriptors of this process; 0 where the system does not tell. */
  private static long openFiles() throws IOException {
    Path descriptors = Path.of("/proc/self/fd");
    if (!Files.isDirectory(descriptors)) {
      return 0;
    }
    try (Stream<Path> open = Files.list(descriptors)) {
      return open.count();
    }
  }
}
