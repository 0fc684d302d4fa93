package org.transcal.adapt.command;

import java.util.function.ToDoubleFunction;
import org.transcal.adapt.train.TrainingLog;
import org.transcal.adapt.train.TrainingStep;
import org.transcal.report.TrainingReport;

/** The curves of a training log, for its report. */
final class TrainingCurves {
  private final TrainingLog log;
  private final String method;

  TrainingCurves(TrainingLog log, String method) {
    this.log = log;
    this.method = method;
  }

  TrainingReport in(TrainingReport report) {
    return report
        .withCurve(
            "Source loss",
            values(TrainingStep::sourceLoss),
            "Cross-entropy on source batches; it should fall and then stay low.")
        .withCurve(
            "Loss of " + method,
            values(TrainingStep::transferLoss),
            "What the method adds; of an adversarial method it need not fall.")
        .withCurve(
            "Source accuracy",
            values(TrainingStep::sourceAccuracy),
            "Share of source batches that is classified right, with dropout on.");
  }

  private double[] values(ToDoubleFunction<TrainingStep> value) {
    return log.steps().stream().mapToDouble(value).toArray();
  }
}
