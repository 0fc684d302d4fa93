package org.transcal.vector;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.example.KnownShift;
import org.transcal.kernel.Kernels;
import org.transcal.labelling.LabelledRows;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;
import org.transcal.task.DomainFeatures;
import org.transcal.task.TransferTask;

/** Target probabilities of every method on one task, with the kernel that its loader has chosen. */
public final class EveryMethod implements Supplier<Map<String, double[][]>> {
  /** For a loader. */
  public EveryMethod() {}

  @Override
  public Map<String, double[][]> get() {
    KnownShift shift = KnownShift.sample(300, 200, 300, 5);
    TransferTask given = shift.task();
    DomainFeatures features = given.features().orElseThrow();
    Probabilities averages = given.target().logits().softmax(2);
    TransferTask task =
        TransferTask.named("kernels")
            .sourceValidation(
                floats(given.sourceValidation().logits()), given.sourceValidation().labels())
            .target(floats(given.target().logits()))
            .features(
                floats(features.sourceTrain()),
                floats(features.sourceValidation()),
                floats(features.target()))
            .mixup(given.mixup().orElseThrow())
            .mcDropout(averages)
            .ensemble(averages)
            .svi(averages)
            .build();
    MethodSettings settings =
        MethodSettings.defaults()
            .withTargetLabels(shift.targetLabels())
            .withLabelledRows(
                new LabelledRows(
                    IntStream.range(0, 100)
                        .mapToObj(i -> LabelledRows.Row.of(i, shift.targetLabels().get(i)))
                        .toList()));
    Map<String, double[][]> probabilities = new LinkedHashMap<>();
    for (String name : Methods.names()) {
      probabilities.put(
          Kernels.implementation() + " " + name,
          Methods.named(name, settings).fit(task).targetProbabilities().toMatrix().toArrays());
    }
    return probabilities;
  }

  private static Logits floats(Logits logits) {
    return Logits.of(floats(logits.values()));
  }

  /** Vectors are for single precision. */
  private static Matrix floats(Matrix rows) {
    float[] values = new float[rows.rows() * rows.columns()];
    for (int at = 0; at < values.length; at++) {
      values[at] = (float) rows.get(at / rows.columns(), at % rows.columns());
    }
    return Matrix.wrap(values, rows.rows(), rows.columns());
  }
}
