package org.transcal.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.transcal.Termination;
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
          PlattFit.Fit fit = PlattFit.fit(odds[k], positive, source.frequencies());
          maps.add(fit.map());
          termination =
              fit.termination() == Termination.CONVERGED ? termination : fit.termination();
        }
        case ISOTONIC -> maps.add(BinnedFits.isotonic(odds[k], positive, source.frequencies()));
        case HISTOGRAM -> maps.add(BinnedFits.histogram(odds[k], positive, source.frequencies()));
      }
    }
    OneVsRestModel model = new OneVsRestModel(classes, maps);
    double nll = meanNegativeLogLikelihood(model, source);
    return new FittedModel(model, nll, termination);
  }

  private static double meanNegativeLogLikelihood(OneVsRestModel model, SourceValidation source) {
    var probabilities = model.calibrate(source.logits());
    double[] losses = new double[probabilities.rows()];
    for (int i = 0; i < losses.length; i++) {
      // A row that does not count may have probability 0, and 0 · ∞ is NaN.
      boolean counts = source.frequencies().get(i) > 0;
      losses[i] = counts ? -probabilities.log(i, source.labels().get(i)) : 0;
    }
    return source.frequencies().mean(losses);
  }
}
