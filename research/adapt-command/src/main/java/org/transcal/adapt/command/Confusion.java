package org.transcal.adapt.command;

import java.util.Arrays;
import java.util.Optional;
import org.transcal.adapt.AdaptedTask;
import org.transcal.cli.terminal.Figures;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.SourceValidation;

/** Predicted against true classes. */
record Confusion(Logits logits, Labels labels) {
  static Confusion onSource(AdaptedTask task) {
    SourceValidation validation = task.task().sourceValidation();
    return new Confusion(validation.logits(), validation.labels());
  }

  /** Empty if not all target labels are known. */
  static Optional<Confusion> onTarget(AdaptedTask task) {
    return task.targetLabels().map(labels -> new Confusion(task.targetLogits(), labels));
  }

  /** Rows by true class, then by predicted class. */
  int[][] counts() {
    int[][] counts = new int[logits.classes()][logits.classes()];
    int[] predictions = logits.predictions();
    int[] truth = labels.toArray();
    for (int i = 0; i < predictions.length; i++) {
      counts[truth[i]][predictions[i]]++;
    }
    return counts;
  }

  String accuracy() {
    double right = Arrays.stream(logits.correctness(labels)).average().orElseThrow();
    return Figures.percent(right, 1) + " %";
  }
}
