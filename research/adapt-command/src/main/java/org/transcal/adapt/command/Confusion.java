package org.transcal.adapt.command;

import org.transcal.cli.terminal.Figures;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;

/** Predicted against true classes. */
record Confusion(Logits logits, Labels labels) {
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
    double right = 0;
    for (double one : logits.correctness(labels)) {
      right += one;
    }
    return Figures.percent(right / labels.rows(), 1) + " %";
  }
}
