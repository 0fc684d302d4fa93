package org.transcal.cli.experiment;

import java.nio.file.Files;
import java.nio.file.Path;
import org.transcal.cli.TaskTrainer;
import org.transcal.cli.TrainingOrder;
import org.transcal.cli.terminal.Progress;

/**
 * A task that is trained first, once: its file's name holds a digest of all that it depends on.
 *
 * @param trainer trains it
 * @param order what is trained
 * @param files the list of what was trained
 * @param name the name under which results list it, which is not the file's
 * @param firstRun how many runs of tasks of the same name come before
 */
record TrainedTask(
    TaskTrainer trainer, TrainingOrder order, TrainedFiles files, String name, int firstRun)
    implements PlannedTask {
  @Override
  public long seed() {
    return order.seed();
  }

  @Override
  public long steps() {
    return Files.isRegularFile(order.task()) ? 0 : trainer.steps(order);
  }

  @Override
  public Path prepare(Progress progress) {
    if (!Files.isRegularFile(order.task())) {
      progress.running("training " + name);
      files.start(order.task());
      // The trainer writes the file whole or not at all, so one that is there is finished.
      trainer.train(order, progress);
    }
    files.finish(order.task());
    return order.task();
  }
}
