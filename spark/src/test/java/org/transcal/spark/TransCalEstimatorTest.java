package org.transcal.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.TransCal;
import org.transcal.example.KnownShift;
import org.transcal.shift.TransferTask;

@ExtendWith(LocalSpark.class)
class TransCalEstimatorTest {
  @Test
  void givenAGeneratedTask_thenTemperatureIsThatOfOneMachine() {
    TransferTask task = KnownShift.demo(7).task();
    FittedCalibration expected = TransCal.released().fit(task);

    TransCalModel model = new TransCalEstimator().fit(TaskFrame.of(task));

    System.err.println(model.temperature() + " " + expected.temperature() + " " + model.summary());
    assertThat(model.temperature()).isCloseTo(expected.temperature().orElseThrow(), within(1e-8));
  }
}
