package org.transcal.monitoring.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.io.example.NpyBytes;
import org.transcal.io.example.NpzBytes;
import org.transcal.io.file.Digest;
import org.transcal.io.file.InputException;
import org.transcal.io.json.Provenance;
import org.transcal.matrix.Matrix;
import org.transcal.model.TemperatureModel;
import org.transcal.monitoring.Baseline;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Reference;
import org.transcal.monitoring.Segment;
import org.transcal.monitoring.Variation;
import org.transcal.monitoring.history.example.ExampleBatches;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;

class ReferenceFileTest {
  @TempDir Path folder;

  private Path file() {
    return folder.resolve("ref.npz");
  }

  private static Baseline baseline(int batches, double... confidences) {
    return new Baseline(
        1000L * (batches + 1),
        batches,
        Map.of(
            Metric.ACCURACY, new Variation(0.8, 0, 0.4, 0.01),
            Metric.ECE, new Variation(0.05, 0, 0.3, 0.01),
            Metric.CONFIDENCE, new Variation(0, 0.87, 0.26, 0.02),
            Metric.CLASSES, new Variation(0, 0.9, 0.3, 0.02),
            Metric.DOMAIN_AUC, new Variation(0.5, 0, 0.6, 0)),
        confidences,
        new double[] {0.25, 0.25, 0.5});
  }

  private static Reference reference(boolean withFeatures) {
    Map<Segment, Baseline> segments = new LinkedHashMap<>();
    segments.put(new Segment("camera", "left, \"up\""), baseline(2, 0.5));
    segments.put(new Segment("camera", ""), baseline(1, 0.1, 0.2));
    return new Reference(
        Logits.copyOf(new float[][] {{1, 2, 3}, {3, 2, 1}}),
        Labels.copyOf(new int[] {2, 1}, 3),
        withFeatures
            ? Optional.of(
                new Reference.Features(
                    Matrix.copyOf(new float[][] {{1, 2}}),
                    Matrix.copyOf(new float[][] {{1, 2}, {3, 4}}),
                    Matrix.copyOf(new double[][] {{1, 2}, {3, 4}, {5, 6}}),
                    Map.of("camera", List.of("left, \"up\"", "", "Ω"))))
            : Optional.empty(),
        new TemperatureModel(3, 1.5),
        baseline(3, 0.3, 0.6, 0.9),
        withFeatures ? segments : Map.of(),
        withFeatures
            ? List.of(
                ExampleBatches.whole("reference/2026-10-01"),
                ExampleBatches.segment("reference/2026-10-01", "left, \"up\""))
            : List.of(),
        withFeatures ? List.of("cat", "Ωmega", "") : List.of(),
        withFeatures ? List.of("size", "age") : List.of());
  }

  private void write(boolean withFeatures) {
    ReferenceFile.write(file(), reference(withFeatures), Provenance.unknown());
  }

  private static void assertSame(Reference actual, Reference expected) {
    assertThat(actual)
        .usingRecursiveComparison()
        .withEqualsForType(Double::equals, Double.class)
        .isEqualTo(expected);
  }

  @Test
  void givenAReference_thenItReadsBackAsItWas() {
    write(true);
    assertSame(ReferenceFile.read(file()), reference(true));
    write(false);
    assertSame(ReferenceFile.read(file()), reference(false));
  }

  @Test
  void givenTheSameReference_thenTheBytesAreTheSame() throws IOException {
    write(true);
    byte[] first = Files.readAllBytes(file());
    write(true);

    assertThat(Files.readAllBytes(file())).isEqualTo(first);
  }

  /** The members of the file that {@link #write} writes. */
  private SortedMap<String, byte[]> members() throws IOException {
    write(true);
    SortedMap<String, byte[]> members = new TreeMap<>();
    try (ZipFile zip = new ZipFile(file().toFile())) {
      for (var entry : zip.stream().toList()) {
        members.put(entry.getName().replace(".npy", ""), zip.getInputStream(entry).readAllBytes());
      }
    }
    return members;
  }

  private void writeSigned(SortedMap<String, byte[]> members) throws IOException {
    SortedMap<String, String> digests = new TreeMap<>();
    for (Map.Entry<String, byte[]> member : members.entrySet()) {
      if (!member.getKey().equals("digest")) {
        digests.put(member.getKey(), Digest.of(new ByteArrayInputStream(member.getValue())));
      }
    }
    members.put("digest", NpyBytes.texts(Digest.of(digests)));
    Files.write(file(), NpzBytes.deflated(members));
  }

  @Test
  void givenAnEqualCopyOfTheArrays_thenItIsAccepted() throws IOException {
    writeSigned(members());

    assertSame(ReferenceFile.read(file()), reference(true));
  }

  @Test
  void givenAChangedArray_thenTheDigestTells() throws IOException {
    SortedMap<String, byte[]> members = members();
    byte[] labels = members.get("source_val_labels");
    labels[labels.length - 4] = 0;
    Files.write(file(), NpzBytes.deflated(members));

    assertRefused("has been changed or damaged: its digest does not match; make it again");
  }

  private void assertRefused(String message) {
    assertThatThrownBy(() -> ReferenceFile.read(file()))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file().toString())
        .hasMessageContaining(message);
  }

  @Test
  void givenATruncatedFile_thenEveryLengthIsRefused() throws IOException {
    write(true);
    byte[] whole = Files.readAllBytes(file());

    for (int length = 0; length < whole.length; length += 97) {
      Files.write(file(), Arrays.copyOf(whole, length));
      assertRefused("");
    }
  }

  @Test
  void givenAnotherFile_thenTheMessageSaysHowToMakeAReference() throws IOException {
    Files.write(file(), NpzBytes.deflated(Map.of("target_logits", NpyBytes.integers(1))));
    assertRefused("is not a reference; transcal reference TASK --out REF.npz makes one");

    Files.delete(file());
    assertRefused("there is no such file");
  }

  static Stream<Arguments> damages() {
    byte[] huge = NpyBytes.array("<f8", "(1000000000, 1000)", new byte[0]);
    return Stream.of(
        Arguments.of(
            "schema",
            NpyBytes.texts("transcal.reference/2"),
            "array schema: is \"transcal.reference/2\"; this version of transcal reads \"transcal.reference/1\""),
        Arguments.of("source_val_logits", huge, "array source_val_logits: has 0 bytes of data"),
        Arguments.of(
            "source_val_logits",
            NpyBytes.floats(2, 1, 2, 3, 4),
            "array model: has 3 classes where 2 are needed"),
        Arguments.of(
            "source_val_logits",
            NpyBytes.floats(3, 1, Double.NaN, 3, 1, 2, 3),
            "array source_val_logits: Logit at row 0"),
        Arguments.of(
            "source_val_labels",
            NpyBytes.integers(1),
            "array source_val_labels: has 1 values where 2 are needed"),
        Arguments.of(
            "source_val_labels",
            NpyBytes.integers(1, 3),
            "array source_val_labels: Label at row 1 is 3"),
        Arguments.of(
            "source_val_labels",
            NpyBytes.vector(1, 0.5),
            "value at row 1 is 0.5; it must be an integer"),
        Arguments.of("model", NpyBytes.array("|u1", "(1,)", new byte[] {'{'}), "is not valid JSON"),
        Arguments.of(
            "model", NpyBytes.integers(1), "array model: holds int64; bytes (u1) are needed"),
        Arguments.of(
            "source_val_features",
            NpyBytes.floats(2, 1, 2),
            "array source_val_features: has 1 rows where 2 are needed"),
        Arguments.of(
            "reference_features",
            NpyBytes.floats(3, 1, 2, 3),
            "array reference_features: has 3 columns where 2 are needed"),
        Arguments.of(
            "reference_features", NpyBytes.floats(2, 1, Double.NaN), "array reference_features: "),
        Arguments.of(
            "class_names",
            NpyBytes.texts("a"),
            "array class_names: has 1 names where 3 are needed"),
        Arguments.of(
            "segment_values",
            NpyBytes.texts("a"),
            "array segment_values: has 1 values where 2 are needed"),
        Arguments.of(
            "segment_values",
            NpyBytes.texts("a", "a"),
            "array segment_values: has 1 different segments where 2"),
        Arguments.of(
            "metrics", NpyBytes.texts("speed"), "array metrics: has \"speed\", which is unknown"),
        Arguments.of(
            "metrics",
            NpyBytes.texts("accuracy", "ece", "confidence", "classes", "classes"),
            "array metrics: has 4 different metrics where 5 are needed"),
        Arguments.of(
            "metrics",
            NpyBytes.texts(),
            "array baseline_variations: has 20 columns where 0 are needed"),
        Arguments.of(
            "baseline_variations",
            NpyBytes.doubles(20, variations(4)),
            "Baseline of all rows has no calibration error; learn the reference again"),
        Arguments.of(
            "baseline_variations",
            NpyBytes.doubles(20, variations(43)),
            "baseline 2: Variation of level 0.5, drift 0.1, noise 0.1 and between NaN"),
        Arguments.of(
            "baseline_variations",
            NpyBytes.doubles(20, variations(56)),
            "Baseline of camera= has no feature drift (AUC); learn the reference again"),
        Arguments.of(
            "baseline_rows",
            NpyBytes.vector(1),
            "array baseline_rows: has 1 values where 3 are needed"),
        Arguments.of(
            "baseline_quantiles",
            NpyBytes.integers(3, 1, 3),
            "array baseline_quantiles: value at row 2 is 3"),
        Arguments.of(
            "baseline_quantiles",
            NpyBytes.integers(3, 1, 1),
            "array baseline_confidences: has 6 values where 5 are needed"),
        Arguments.of(
            "baseline_quantiles",
            NpyBytes.integers(-1, 1, 1),
            "array baseline_quantiles: value at row 0 is -1"),
        Arguments.of(
            "baseline_class_shares",
            NpyBytes.doubles(3, 1, 0, 0),
            "array baseline_class_shares: has 1 rows where 3 are needed"),
        Arguments.of(
            "nights",
            NpyBytes.array("|u1", "(3,)", new byte[] {'a', ',', 'b'}),
            "is not a history of transcal"));
  }

  /** Numbers of three baselines, one of which is NaN. */
  private static double[] variations(int damaged) {
    double[] numbers = new double[60];
    Arrays.setAll(numbers, i -> i == damaged ? Double.NaN : i % 4 == 0 ? 0.5 : 0.1);
    return numbers;
  }

  @ParameterizedTest
  @MethodSource("damages")
  void givenAHostileArray_thenItIsNamed(String array, byte[] bytes, String message)
      throws IOException {
    SortedMap<String, byte[]> members = members();
    members.put(array, bytes);
    writeSigned(members);

    assertRefused(message);
  }

  @Test
  void givenAMissingArray_thenItIsNamed() throws IOException {
    SortedMap<String, byte[]> members = members();
    for (String name : List.copyOf(members.keySet())) {
      SortedMap<String, byte[]> others = new TreeMap<>(members);
      others.remove(name);
      if (name.equals("digest")) {
        Files.write(file(), NpzBytes.deflated(others));
      } else {
        writeSigned(others);
      }
      assertRefused(
          name.equals("schema")
              ? "is not a reference"
              : "has no array \""
                  + name
                  + "\"; another version of transcal made it; make it again with transcal reference");
    }
  }
}
