package org.transcal.calibration;

import java.util.Set;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.accuracy.TargetEstimator;
import org.transcal.labelling.LabelledAccuracy;
import org.transcal.labelling.LabelledEstimate;
import org.transcal.labelling.LabelledRows;
import org.transcal.shift.FittedTemperature;
import org.transcal.shift.PreparedTask;
import org.transcal.task.MissingPartException;
import org.transcal.task.TransferTask;

/**
 * The temperature at which mean target confidence equals the target accuracy that labelled target
 * rows and the estimate without labels give together, each weighted by how certain it is.
 *
 * @param settings labelled rows, without which it refuses to fit, seed and bins
 */
record Labelled(MethodSettings settings) implements Calibrator {
  /** The name by which commands and results know it. */
  static final String NAME = "labelled";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String summary() {
    return "one temperature matched to the accuracy of labelled target rows and label-free evidence";
  }

  @Override
  public Set<Need> needs() {
    return Set.of(Need.LABELLED_ROWS);
  }

  @Override
  public FittedCalibration fit(PreparedTask prepared) {
    LabelledRows rows =
        settings
            .labelledRows()
            .orElseThrow(
                () ->
                    new MissingPartException(
                        "labelled needs labelled target rows (--labels ROWS.csv)"));
    TransferTask task = prepared.task();
    LabelledAccuracy labels = LabelledAccuracy.of(prepared, rows);
    TargetEstimate free =
        TargetEstimator.seeded(settings.seed()).withBins(settings.bins()).estimate(prepared);
    double accuracy = labels.pooledWith(free.accuracy()).value();
    return FittedCalibration.of(NAME, task, FittedTemperature.matching(task.target(), accuracy))
        .withEstimatedAccuracy(accuracy)
        .withSeed(settings.seed())
        .withReasons(
            () ->
                LabelledEstimate.of(free, rows, settings.bins())
                    .after()
                    .judgement()
                    .reasonsAgainst());
  }
}
