package org.transcal.calibration;

import java.util.Arrays;
import org.transcal.matrix.Frequencies;
import org.transcal.shift.FittedTemperature;
import org.transcal.shift.PreparedTask;
import org.transcal.task.SourceValidation;

/**
 * Temperature scaling on source validation rows, each weighted by how much more frequent its class
 * is in the target ({@link PreparedTask#classRatios}).
 *
 * <p>If only class frequencies shifted, this minimises the expected target likelihood loss.
 * Decision record 0040 compares it with LaSCal's objective.
 */
record LabelShiftTemperature() implements Calibrator {
  @Override
  public String name() {
    return "label-shift";
  }

  @Override
  public String summary() {
    return "one temperature by likelihood on source validation, weighted by target class ratios";
  }

  @Override
  public FittedCalibration fit(PreparedTask prepared) {
    SourceValidation source = prepared.task().sourceValidation();
    double[] ratios = prepared.classRatios();
    double[] counts = source.frequencies().toArray();
    Arrays.setAll(counts, i -> counts[i] * ratios[source.labels().get(i)]);
    if (!(Arrays.stream(counts).sum() > 0)) {
      throw new CalibrationException(
          "label-shift found none of the source validation classes in the target, so no validation"
              + " row represents it");
    }
    Frequencies weighted = Frequencies.copyOf(counts);
    return FittedCalibration.of(
            name(),
            prepared.task(),
            FittedTemperature.mostLikely(source.logits(), source.labels(), weighted))
        .withEstimatedAccuracy(weighted.mean(source.logits().correctness(source.labels())));
  }
}
