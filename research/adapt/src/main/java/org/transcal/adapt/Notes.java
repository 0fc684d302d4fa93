package org.transcal.adapt;

import java.util.ArrayList;
import java.util.List;
import org.transcal.adapt.data.PreparationKind;
import org.transcal.adapt.train.EarlyStopping;
import org.transcal.adapt.train.TrainingLog;
import org.transcal.adapt.train.TrainingSettings;

/** What users should know about a training, one line each. */
final class Notes {
  private final String source;
  private final String target;
  private final List<String> lines = new ArrayList<>();

  Notes(String source, String target) {
    this.source = source;
    this.target = target;
  }

  Notes values(PreparationKind kind, boolean isDetected) {
    String detected = isDetected ? ", detected automatically" : "";
    lines.add("values: " + kind.description() + " (" + kind.optionName() + detected + ")");
    return this;
  }

  Notes rows(int sourceRows, int sourceAll, int targetRows, int targetAll) {
    if (sourceRows < sourceAll || targetRows < targetAll) {
      lines.add(
          ("rows: those with split 0, " + sourceRows + " of " + sourceAll + " of " + source)
              + (" and " + targetRows + " of " + targetAll + " of " + target));
    }
    return this;
  }

  Notes labelled(int labelled, int targetRows) {
    if (labelled == 0) {
      lines.add("target labels: none, so nothing is scored on the target");
    } else if (labelled < targetRows) {
      lines.add(
          "target labels: only "
              + labelled
              + " of "
              + targetRows
              + " rows have one; the task is written without them and nothing is scored on the"
              + " target");
    }
    return this;
  }

  Notes stopping(TrainingSettings settings, TrainingLog log) {
    EarlyStopping.Criterion criterion = settings.stopping().criterion();
    if (criterion == EarlyStopping.Criterion.NONE) {
      return this;
    }
    String by = "early stopping (" + criterion.optionName() + "): ";
    String after = ", trained " + log.steps().size() + " of " + settings.steps();
    lines.add(
        log.kept()
            .map(kept -> by + "kept the weights after step " + (kept.step() + 1) + after)
            .orElse(
                by
                    + "kept the last weights, since at each of "
                    + log.checkpoints().size()
                    + " checkpoints most target rows were predicted as few classes"));
    return this;
  }

  List<String> lines() {
    return List.copyOf(lines);
  }
}
