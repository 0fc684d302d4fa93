package org.transcal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.transcal.io.array.BlockSize;
import org.transcal.io.array.RowBlocks;
import org.transcal.io.example.Shared;
import org.transcal.matrix.Matrix;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.DomainFeatures;

/** All 71 real tasks against figures of numpy and scikit-learn. */
class BankTest {
  /** Both sides compute in doubles from the same single-precision logits. */
  private static final double ROUNDING = 1e-9;

  @Test
  void givenTheBank_thenEveryTaskIsReadAndScoresAsGolden() throws IOException {
    List<Path> tasks = TaskFiles.list(Shared.path("bank"));
    Map<?, ?> golden = Shared.json("golden/bank.json");

    assertThat(tasks).hasSize(71).hasSize(golden.size());
    for (Path path : tasks) {
      LoadedTask loaded = TaskFiles.load(path);
      assertCase(loaded, golden.get(loaded.task().name()));
    }
  }

  private static void assertCase(LoadedTask loaded, Object golden) {
    Logits validation = loaded.task().sourceValidation().logits();
    Labels labels = loaded.task().sourceValidation().labels();
    DomainFeatures features = loaded.task().features().orElseThrow();

    assertThat(loaded.warnings()).isEmpty();
    assertThat((double) loaded.task().classes()).isEqualTo(Shared.number(golden, "classes"));
    assertThat((double) features.sourceTrain().rows())
        .isEqualTo(Shared.number(golden, "rows", "source_train"));
    assertThat((double) validation.rows()).isEqualTo(Shared.number(golden, "rows", "source_val"));
    assertThat((double) loaded.task().target().logits().rows())
        .isEqualTo(Shared.number(golden, "rows", "target"));
    assertThat(features.columns()).isEqualTo(64);
    assertThat(features.target()).isInstanceOf(Matrix.OfFloats.class);
    assertThat(loaded.task().mixup()).isPresent();
    assertThat(loaded.task().mcDropout()).isPresent();
    assertThat(accuracy(validation, labels))
        .isCloseTo(Shared.number(golden, "source_val", "accuracy"), within(ROUNDING));
    assertThat(ece(validation, labels))
        .isCloseTo(Shared.number(golden, "source_val", "ece"), within(ROUNDING));
    Logits target = loaded.task().target().logits();
    Labels targetLabels = loaded.targetLabels().orElseThrow();
    assertThat(accuracy(target, targetLabels))
        .isCloseTo(Shared.number(golden, "target_accuracy"), within(ROUNDING));
    assertThat(ece(target, targetLabels))
        .isCloseTo(Shared.number(golden, "vanilla", "ece"), within(ROUNDING));
  }

  private static double accuracy(Logits logits, Labels labels) {
    int[] predictions = logits.predictions();
    int correct = 0;
    for (int i = 0; i < predictions.length; i++) {
      correct += predictions[i] == labels.get(i) ? 1 : 0;
    }
    return (double) correct / predictions.length;
  }

  private static double ece(Logits logits, Labels labels) {
    return ReliabilityDiagram.of(LabelledPredictions.of(logits.softmax(1), labels), 15)
        .expectedCalibrationError();
  }

  /** hashlib.sha256(array.tobytes()) of arrays that numpy loaded. */
  @Test
  void givenOneTask_thenDigestsAndLastValuesAreNumpys() {
    LoadedTask loaded = TaskFiles.load(Shared.path("bank/office__A2C__bnm.npz"));

    assertThat(loaded.digests())
        .containsEntry(
            "source_val_logits", "5b0702fe722b1a6cb1be5ac96160181c0c0cf72113e61f0f58600942edea7166")
        .containsEntry(
            "target_labels", "b3d20a768ba0bc817f9d0fde790709b60949b2199cb1de92aa075fb7b786e544")
        .containsEntry(
            "target_features", "b69fc1a427663326a53d1ccc561e47f236f11ac5dbfb464c8c19eecf0ba1e865")
        .containsEntry(
            "mixup_partner", "f00defb446131dc9166012b4ba04b63c9c41bac638280e1eac3db6c21f875477");
    assertThat(loaded.task().sourceValidation().logits().values().get(191, 9))
        .isEqualTo(-1.5484136f);
    // Half precision between 1 and 2 has steps of 2^−10; numpy prints this one as 1.558.
    assertThat(loaded.task().features().orElseThrow().target().get(1122, 63))
        .isCloseTo(1.558, within(0x1p-11));
    assertThat(loaded.task().mixup().orElseThrow().partner(1122)).isEqualTo(326);
  }

  @Test
  void givenTheGoldenWeights_thenEachVectorStartsAsGolden() throws IOException {
    Path weights = Shared.path("golden/bank_weights.npz");
    Map<?, ?> golden = Shared.json("golden/bank.json");

    for (Object name : golden.keySet()) {
      double[] vector = ArrayFiles.readVector(ArrayLocation.in(weights, name.toString()));
      for (int i = 0; i < 5; i++) {
        assertThat(vector[i])
            .isCloseTo(Shared.number(golden.get(name), "weights", "first", i), within(1e-12));
      }
    }
  }

  @Test
  void givenLogitsOfANetwork_thenBlocksAndWholeAgree() {
    ArrayLocation logits = ArrayLocation.in(Shared.path("data/lenet-5-cifar-10.npz"), "logit");
    ArrayLocation labels = ArrayLocation.in(logits.file(), "y");
    ReliabilityDiagram whole =
        ReliabilityDiagram.of(
            LabelledPredictions.of(
                Logits.of(ArrayFiles.readMatrix(logits)).softmax(1),
                ArrayFiles.readLabels(labels, 10)),
            15);

    Labels all = ArrayFiles.readLabels(labels, 10);
    ReliabilityDiagram merged = ReliabilityDiagram.empty(15);
    try (RowBlocks blocks = ArrayFiles.rows(logits, BlockSize.ofRows(999))) {
      int from = 0;
      for (var block = blocks.take(); block.isPresent(); block = blocks.take()) {
        int first = from;
        int[] rows = new int[block.get().rows()];
        Arrays.setAll(rows, i -> first + i);
        merged =
            merged.merge(
                ReliabilityDiagram.of(
                    LabelledPredictions.of(
                        PredictionScale.LOGITS.logits(block.get()).softmax(1), all.select(rows)),
                    15));
        from += rows.length;
      }
    }

    // METHODS.md: ECE15 of lenet-5 is .107888.
    assertThat(whole.expectedCalibrationError()).isCloseTo(0.107888, within(5e-7));
    assertThat(merged.expectedCalibrationError())
        .isCloseTo(whole.expectedCalibrationError(), within(ROUNDING));
  }
}
