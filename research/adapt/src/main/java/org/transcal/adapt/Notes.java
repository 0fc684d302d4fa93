package org.transcal.adapt;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.transcal.adapt.data.PreparationKind;
import org.transcal.adapt.train.EarlyStopping;
import org.transcal.adapt.train.TrainingLog;
import org.transcal.adapt.train.TrainingSettings;

/** What users should know about a training, one line each. */
final class Notes {
  private final List<String> lines = new ArrayList<>();

  private void add(String pattern, Object... values) {
    lines.add(String.format(Locale.ROOT, pattern, values));
  }

  Notes values(PreparationKind kind, boolean isDetected) {
    String detected = isDetected ? ", detected automatically" : "";
    add("values: %s (%s%s)", kind.description(), kind.optionName(), detected);
    return this;
  }

  Notes rows(String source, int sourceRows, int sourceAll, String target, int targetRows, int all) {
    if (sourceRows < sourceAll || targetRows < all) {
      add(
          "rows: those with split 0, %d of %d of %s and %d of %d of %s",
          sourceRows, sourceAll, source, targetRows, all, target);
    }
    return this;
  }

  Notes labelled(int labelled, int targetRows) {
    if (labelled == 0) {
      add("target labels: none, so nothing is scored on the target");
    } else if (labelled < targetRows) {
      add(
          "target labels: only %d of %d rows have one; the task is written without them and nothing"
              + " is scored on the target",
          labelled, targetRows);
    }
    return this;
  }

  Notes stopping(TrainingSettings settings, TrainingLog log) {
    EarlyStopping.Criterion criterion = settings.stopping().criterion();
    if (criterion != EarlyStopping.Criterion.NONE) {
      String kept =
          log.kept()
              .map(one -> "weights after step " + (one.step() + 1))
              .map(
                  weights ->
                      weights + ", trained " + log.steps().size() + " of " + settings.steps())
              .orElse(
                  "last weights, since at each of "
                      + log.checkpoints().size()
                      + " checkpoints most target rows were predicted as few classes");
      add("early stopping (%s): kept the %s", criterion.optionName(), kept);
    }
    return this;
  }

  List<String> lines() {
    return List.copyOf(lines);
  }
}
