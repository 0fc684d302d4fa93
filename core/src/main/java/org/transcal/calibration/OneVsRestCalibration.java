package org.transcal.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.transcal.Termination;
import org.transcal.matrix.Frequencies;
import org.transcal.metric.CalibrationMetrics;
import org.transcal.metric.LabelledPredictions;
import org.transcal.model.BinaryMap;
import org.transcal.model.OneVsRestModel;
import org.transcal.prediction.Logits;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.SourceValidation;

/**
 * A binary calibrator for each class against the rest, renormalised; for two classes one for class
 * 1. Fitted on the log odds of a class at source validation rows.
 *
 * @param binary fits the map of one class
 */
record OneVsRestCalibration(String name, String summary, BinaryFit binary)
    implements SourceCalibrator {
  /** Fits a map to the log odds of a class and to whether each row is of that class. */
  interface BinaryFit {
    BinaryFits.Fitted fit(double[] odds, double[] positive, Frequencies frequencies);
  }

  @Override
  public FittedModel fit(SourceValidation source, Optional<ImportanceWeights> weights) {
    Logits logits = source.logits();
    int classes = logits.classes();
    double[][] odds = new double[classes][logits.rows()];
    double[] row = new double[classes];
    for (int i = 0; i < logits.rows(); i++) {
      OneVsRestModel.logOdds(logits, i, row);
      for (int k = 0; k < classes; k++) {
        odds[k][i] = row[k];
      }
    }
    List<BinaryMap> maps = new ArrayList<>();
    Termination termination = Termination.CONVERGED;
    for (int k = classes == 2 ? 1 : 0; k < classes; k++) {
      double[] positive = new double[logits.rows()];
      for (int i = 0; i < positive.length; i++) {
        positive[i] = source.labels().get(i) == k ? 1 : 0;
      }
      BinaryFits.Fitted fit = binary.fit(odds[k], positive, source.frequencies());
      maps.add(fit.map());
      termination = fit.termination() == Termination.CONVERGED ? termination : fit.termination();
    }
    OneVsRestModel model = new OneVsRestModel(classes, maps);
    LabelledPredictions predictions =
        LabelledPredictions.of(model.calibrate(logits), source.labels())
            .countedBy(source.frequencies());
    return new FittedModel(
        model, CalibrationMetrics.negativeLogLikelihood().measure(predictions), termination);
  }
}
