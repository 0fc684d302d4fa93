package org.transcal.adapt.command;

import java.util.ArrayList;
import java.util.List;
import org.transcal.adapt.AdaptedTask;
import org.transcal.cli.terminal.Figures;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;

/** How often a trained model is right where labels are known, in plain text. */
final class TrainedScores {
  private final AdaptedTask task;

  TrainedScores(AdaptedTask task) {
    this.task = task;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "accuracy on source validation: "
            + accuracy(
                task.task().sourceValidation().logits(), task.task().sourceValidation().labels()));
    task.targetLabels()
        .ifPresent(
            labels ->
                lines.add(
                    "accuracy on target, whose labels were not used: "
                        + accuracy(task.targetLogits(), labels)));
    return lines;
  }

  private static String accuracy(Logits logits, Labels labels) {
    double right = 0;
    for (double correct : logits.correctness(labels)) {
      right += correct;
    }
    return Figures.percent(right / labels.rows(), 1) + " %";
  }
}
