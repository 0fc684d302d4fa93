package org.transcal.calibration;

import java.util.Arrays;
import org.transcal.matrix.Frequencies;
import org.transcal.shift.FittedTemperature;
import org.transcal.shift.PreparedTask;
import org.transcal.task.SourceValidation;

/**
 * Temperature scaling on source validation rows, each weighted by w + ½, where w is how much more
 * frequent its class is in the target ({@link PreparedTask#classRatios}).
 *
 * <p>If only class frequencies shifted, the loss weighted by w is the expected target loss. The ½
 * keeps every class in the sample if the ratios are wrong. Decision record 0040 has the evidence.
 */
record LabelShiftTemperature() implements Calibrator {
  private static final double SOURCE_SHARE = 0.5;

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
    Arrays.setAll(counts, i -> counts[i] * (ratios[source.labels().get(i)] + SOURCE_SHARE));
    return FittedCalibration.of(
        name(),
        prepared.task(),
        FittedTemperature.mostLikely(source.logits(), source.labels(), Frequencies.copyOf(counts)));
  }
}
