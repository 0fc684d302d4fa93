package org.transcal.cli.testing;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.transcal.calibration.CalibrationException;
import org.transcal.example.KnownShift;
import org.transcal.io.file.InputException;
import org.transcal.workflow.Progress;
import org.transcal.workflow.TaskTrainer;
import org.transcal.workflow.TrainingOrder;

/** A trainer that trains nothing but writes an example that depends on the order. */
public final class FakeTrainer implements TaskTrainer {
  private static final int STEPS = 5;

  @Override
  public List<String> methods() {
    return List.of("made-up", "diverging", "refusing");
  }

  @Override
  public long steps(TrainingOrder order) {
    return STEPS;
  }

  @Override
  public List<String> train(TrainingOrder order, Progress progress) {
    if (order.method().equals("diverging")) {
      throw new CalibrationException("training diverged at step 3");
    }
    if (order.method().equals("refusing")) {
      throw InputException.in(order.dataSet().get(0), "has too few rows");
    }
    for (int step = 0; step < STEPS; step++) {
      progress.advance(1);
      sleep();
    }
    String all = order.source() + order.target() + order.steps() + order.ensemble();
    TaskFile.of(KnownShift.sample(120, 90, 100, order.seed() + all.hashCode())).write(order.task());
    return List.of();
  }

  private static void sleep() {
    try {
      TimeUnit.MILLISECONDS.sleep(Integer.getInteger("transcal.test.step", 0));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
