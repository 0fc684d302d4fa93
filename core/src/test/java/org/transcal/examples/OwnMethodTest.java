package org.transcal.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.transcal.Termination;
import org.transcal.calibration.Calibrator;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.example.KnownShift;
import org.transcal.shift.DensityRatioEstimator;
import org.transcal.shift.FittedTemperature;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.PreparedTask;
import org.transcal.task.TransferTask;

/** A calibrator and a density ratio of your own, beside the built-in ones. */
class OwnMethodTest {
  /** Twice the source temperature, whatever the target looks like. */
  private record Doubled() implements Calibrator {
    @Override
    public String name() {
      return "doubled";
    }

    @Override
    public String summary() {
      return "twice the source temperature";
    }

    @Override
    public FittedCalibration fit(PreparedTask prepared) {
      TransferTask task = prepared.task();
      double temperature = 2 * prepared.sourceTemperature().temperature();
      return FittedCalibration.of(
              name(), task, new FittedTemperature(temperature, 0.25, Termination.CONVERGED))
          .withEstimatedAccuracy(0.5)
          .withWeights(prepared.weights());
    }
  }

  /** Equal weights. */
  private record Flat() implements DensityRatioEstimator {
    @Override
    public String name() {
      return "flat";
    }

    @Override
    public ImportanceWeights estimate(TransferTask task) {
      return ImportanceWeights.ofLogs(new double[task.sourceValidation().logits().rows()], name());
    }
  }

  @Test
  void givenACalibratorOfYourOwn_thenItsResultIsAsCompleteAsAnyOther() {
    KnownShift shift = KnownShift.sample(200, 150, 200, 5);

    FittedCalibration fit = new Doubled().fit(PreparedTask.of(shift.task(), new Flat()));

    double source = Methods.calibrator("temperature").fit(shift.task()).temperature().orElseThrow();
    assertThat(fit.temperature().orElseThrow()).isCloseTo(2 * source, within(1e-12));
    assertThat(fit.objective()).isEqualTo(0.25);
    assertThat(fit.estimatedTargetAccuracy()).isEqualTo(0.5);
    assertThat(fit.weights().orElseThrow().estimator()).isEqualTo("flat");
    assertThat(fit.concerns()).isEmpty();
  }

  @Test
  void givenACalibratorOfYourOwn_thenItIsComparedWithTheOthers() {
    KnownShift shift = KnownShift.sample(200, 150, 200, 5);
    MethodSettings settings = MethodSettings.defaults().withTargetLabels(shift.targetLabels());

    MethodComparison comparison =
        MethodComparison.run(
            shift.task(),
            List.of(Methods.named("vanilla", settings), new Doubled()),
            settings,
            result -> {});

    assertThat(comparison.results())
        .extracting(MethodResult::method)
        .containsExactly("vanilla", "doubled");
    assertThat(comparison.results().get(1).scores().orElseThrow().ece()).isBetween(0.0, 1.0);
  }

  @Test
  void givenASearchThatHitItsLimit_thenTheFitSaysSo() {
    TransferTask task = KnownShift.sample(200, 150, 200, 5).task();

    FittedCalibration fit =
        FittedCalibration.of("mine", task, new FittedTemperature(8, 1, Termination.AT_BOUND));

    assertThat(fit.concerns())
        .containsExactly("The search hit its limit (T = 8.00), so this is not a solution.");
  }
}
