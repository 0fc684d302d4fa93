package org.transcal.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.TransCal;
import org.transcal.example.KnownShift;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.shift.DensityRatioEstimator;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.TransferTask;

/** Importance weights of your own: as numbers, or as an estimator. */
class OwnWeightsTest {
  @Test
  void givenPlainArraysAndWeights_thenNoFeaturesAreNeeded() {
    double[][] validationLogits = {{2.1, 0.3}, {0.2, 1.4}, {3.0, -1.0}, {-0.5, 0.9}, {1.2, 1.0}};
    int[] validationLabels = {0, 1, 0, 0, 1};
    double[][] targetLogits = {{1.0, 0.2}, {0.1, 0.6}, {2.2, 0.0}};
    double[] weights = {0.4, 1.3, 0.7, 1.9, 1.1};

    TransferTask task =
        TransferTask.named("plain arrays")
            .sourceValidation(Logits.copyOf(validationLogits), Labels.copyOf(validationLabels, 2))
            .target(Logits.copyOf(targetLogits))
            .weights(weights)
            .build();
    FittedCalibration fit = TransCal.released().fit(task);

    assertThat(fit.weights().orElseThrow().estimator()).isEqualTo("given");
    assertThat(fit.estimatedTargetAccuracy()).isBetween(0.0, 1.0);
  }

  @Test
  void givenAnEstimatorOfYourOwn_thenTransCalUsesIt() {
    KnownShift shift = KnownShift.sample(100, 200, 300, 1);
    DensityRatioEstimator oracle =
        new DensityRatioEstimator() {
          @Override
          public String name() {
            return "truth";
          }

          @Override
          public ImportanceWeights estimate(TransferTask task) {
            return shift.trueWeights();
          }
        };

    FittedCalibration fit = TransCal.released().withDensityRatio(oracle).fit(shift.task());

    assertThat(fit.weights().orElseThrow().values()).isEqualTo(shift.trueWeights().values());
  }
}
