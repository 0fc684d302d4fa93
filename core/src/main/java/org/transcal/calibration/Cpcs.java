package org.transcal.calibration;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.transcal.kernel.Kernels;
import org.transcal.kernel.RowMoments;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.optim.GridBrent;
import org.transcal.prediction.Labels;
import org.transcal.shift.DensityRatioEstimator;
import org.transcal.shift.FittedTemperature;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.PreparedTask;
import org.transcal.task.SourceValidation;
import org.transcal.task.TransferTask;

/**
 * Calibrated prediction with covariate shift: the temperature at the global minimum of the
 * importance-weighted Brier score on source validation.
 *
 * <p>Deviation: {@link Form#ORIGINAL} weighs rows by w + ½, as the method's authors do; {@link
 * Form#PLAIN} by w, as TransCal's released code does.
 */
record Cpcs(Form form, DensityRatioEstimator densityRatio) implements SourceCalibrator {
  /** Which weight a row gets. */
  public enum Form {
    /** w. */
    PLAIN,
    /** w + ½. */
    ORIGINAL
  }

  /** Some tasks have a second, local minimum near T = 0.05: the scan tells them apart. */
  private static final GridBrent SEARCH = new GridBrent(91, 1e-7);

  @Override
  public String name() {
    return form == Form.PLAIN ? "cpcs" : "cpcs-original";
  }

  @Override
  public String summary() {
    return form == Form.PLAIN
        ? "one temperature by importance-weighted Brier score"
        : "CPCS with its authors' weight w + 1/2";
  }

  @Override
  public Set<Need> needs() {
    return Set.of(Need.WEIGHTS);
  }

  @Override
  public FittedCalibration fit(PreparedTask prepared) {
    TransferTask task = prepared.task();
    ImportanceWeights weights = prepared.weights(densityRatio);
    return FittedCalibration.of(name(), task, fit(task.sourceValidation(), Optional.of(weights)))
        .withWeights(weights)
        .withSeed(densityRatio.seed());
  }

  @Override
  public FittedModel fit(SourceValidation source, Optional<ImportanceWeights> weights) {
    double[] rowWeights = weights.orElseThrow().values();
    if (form == Form.ORIGINAL) {
      Arrays.setAll(rowWeights, i -> rowWeights[i] + 0.5);
    }
    FittedTemperature fitted =
        Temperatures.minimize(
            temperature -> weightedBrier(source, rowWeights, temperature),
            Math.exp(FittedTemperature.LOG_LOWEST),
            Math.exp(FittedTemperature.LOG_HIGHEST),
            SEARCH);
    return FittedModel.of(fitted, source.logits().classes());
  }

  /** mean w Σ_k (p_k − y_k)², where Σ_k (p_k − y_k)² = Σ_k p_k² − 2 p_y + 1. */
  private static double weightedBrier(
      SourceValidation source, double[] weights, double temperature) {
    Matrix logits = source.logits().values();
    Labels labels = source.labels();
    Frequencies frequencies = source.frequencies();
    double inverse = 1 / temperature;
    RowMoments once = new RowMoments(logits.rows());
    RowMoments twice = new RowMoments(logits.rows());
    Kernels.moments(logits, 0, logits.rows(), inverse, once);
    Kernels.moments(logits, 0, logits.rows(), 2 * inverse, twice);
    double sum = 0;
    for (int i = 0; i < logits.rows(); i++) {
      double frequency = frequencies.get(i);
      if (frequency > 0) {
        double normalizer = once.zeroth()[i];
        double gap = logits.get(i, labels.get(i)) - once.max()[i];
        double truth = Math.exp(gap * inverse) / normalizer;
        double squares = twice.zeroth()[i] / (normalizer * normalizer);
        sum += frequency * weights[i] * (squares - 2 * truth + 1);
      }
    }
    return sum / frequencies.total();
  }
}
