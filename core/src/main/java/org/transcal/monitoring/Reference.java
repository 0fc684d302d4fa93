package org.transcal.monitoring;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.transcal.matrix.Matrix;
import org.transcal.model.CalibrationModel;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.TransferTask;

/**
 * Everything that later nights are compared with.
 *
 * @param validation logits of source validation rows, possibly every n-th
 * @param labels their classes
 * @param features features of source rows and reference rows; empty if the task has none
 * @param model the calibration model in use
 * @param whole quiet nights, all rows
 * @param segments quiet nights of each segment; empty without reference nights that have columns
 * @param nights the reference nights themselves, for charts
 * @param classNames one per class; empty if the classes have no names
 * @param featureNames one per column; empty if the columns have no names
 */
public record Reference(
    Logits validation,
    Labels labels,
    Optional<Features> features,
    CalibrationModel model,
    Baseline whole,
    Map<Segment, Baseline> segments,
    List<Night> nights,
    List<String> classNames,
    List<String> featureNames) {

  /**
   * Features, possibly of every n-th row.
   *
   * @param sourceTrain of source training rows
   * @param sourceValidation of the validation rows
   * @param reference of the reference rows
   */
  public record Features(Matrix sourceTrain, Matrix sourceValidation, Matrix reference) {}

  /** A night of the reference period. */
  public record PeriodNight(NightTime at, Batch batch) {}

  /**
   * Learns how much the metrics vary.
   *
   * @param task its source rows are kept
   * @param model the calibration model in use
   * @param period nights known to be fine; if there are none, nights are resampled from the source
   *     validation rows
   */
  public static Reference learn(
      TransferTask task,
      CalibrationModel model,
      List<PeriodNight> period,
      List<String> classNames,
      List<String> featureNames,
      long seed) {
    throw new UnsupportedOperationException("to be written");
  }
}
