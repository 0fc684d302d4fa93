package org.transcal.workflow;

import static org.transcal.workflow.Findings.format;

import java.util.Comparator;
import java.util.List;
import org.transcal.comparison.EvaluatedRows;
import org.transcal.metric.ReliabilityDiagram;

/** The findings of an evaluation: the words about its result. */
final class EvaluateFindings {
  /** Largest difference at which confidence and accuracy are called equal. */
  private static final double CLOSE = 0.005;

  private EvaluateFindings() {}

  static Findings of(List<EvaluatedRows> rows, List<String> warnings) {
    return Findings.of(rows.size() == 1 ? one(rows.get(0)) : several(rows), warnings);
  }

  private static String one(EvaluatedRows rows) {
    ReliabilityDiagram diagram = rows.overall().reliability();
    if (diagram.total() == 0) {
      return "There are no rows to evaluate.";
    }
    double gap = diagram.meanConfidence() - diagram.accuracy();
    return format(
        "%s: %.1f %% claimed, %.1f %% right, calibration error %s.",
        Math.abs(gap) <= CLOSE
            ? "Confidence matches accuracy on average"
            : format(
                "Confidence is %.1f points too %s", 100 * Math.abs(gap), gap > 0 ? "high" : "low"),
        100 * diagram.meanConfidence(),
        100 * diagram.accuracy(),
        error(rows));
  }

  private static String several(List<EvaluatedRows> rows) {
    Comparator<EvaluatedRows> byError =
        Comparator.comparingDouble(r -> r.overall().reliability().expectedCalibrationError());
    EvaluatedRows best = rows.stream().min(byError).orElseThrow();
    EvaluatedRows worst = rows.stream().max(byError).orElseThrow();
    return format(
        "Calibration error is smallest for %s: %s, and largest for %s: %s.",
        Evaluate.Result.shortName(best, rows),
        error(best),
        Evaluate.Result.shortName(worst, rows),
        error(worst));
  }

  private static String error(EvaluatedRows rows) {
    String value = format("%.1f %%", 100 * rows.overall().reliability().expectedCalibrationError());
    return rows.overall().scores().stream()
        .filter(score -> score.metric().key().equals("ece"))
        .map(score -> score.estimate().interval())
        .map(i -> format("%s (%.1f to %.1f %%)", value, 100 * i.low(), 100 * i.high()))
        .findFirst()
        .orElse(value);
  }
}
