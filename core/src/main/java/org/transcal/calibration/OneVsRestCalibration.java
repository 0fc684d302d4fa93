package org.transcal.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.transcal.Termination;
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
 */
record OneVsRestCalibration(Kind kind) implements SourceCalibrator {
  /** The binary calibrators. */
  public enum Kind {
    /** Sigmoid with smoothed targets. */
    PLATT,
    /** Non-decreasing fit by pooling violators, ties merged first. */
    ISOTONIC,
    /** Mean label in each of 15 equal-width bins. */
    HISTOGRAM
  }

  @Override
  public String name() {
    return switch (kind) {
      case PLATT -> "platt";
      case ISOTONIC -> "isotonic";
      case HISTOGRAM -> "histogram";
    };
  }

  @Override
  public String summary() {
    return switch (kind) {
      case PLATT -> "a sigmoid for each class on source validation, renormalised";
      case ISOTONIC -> "an isotonic regression for each class on source validation, renormalised";
      case HISTOGRAM -> "bin means for each class on source validation, renormalised";
    };
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
      switch (kind) {
        case PLATT -> {
          BinaryFits.Sigmoid fit = BinaryFits.platt(odds[k], positive, source.frequencies());
          maps.add(fit.map());
          termination =
              fit.termination() == Termination.CONVERGED ? termination : fit.termination();
        }
        case ISOTONIC -> maps.add(BinaryFits.isotonic(odds[k], positive, source.frequencies()));
        case HISTOGRAM -> maps.add(BinaryFits.histogram(odds[k], positive, source.frequencies()));
      }
    }
    OneVsRestModel model = new OneVsRestModel(classes, maps);
    LabelledPredictions predictions =
        LabelledPredictions.of(model.calibrate(logits), source.labels())
            .countedBy(source.frequencies());
    return new FittedModel(
        model, CalibrationMetrics.negativeLogLikelihood().measure(predictions), termination);
  }
}
