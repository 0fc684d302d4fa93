package org.transcal.adapt.command;

import org.transcal.workflow.Progress;

/** Updates a progress display after every step: those of the models, then of the second model. */
final class TrainingProgress implements Runnable {
  private final Progress progress;
  private final String pair;
  private final String training;
  private final int steps;
  private final int models;
  private int done;

  /** A training of some models that starts now, with a number of steps for each. */
  TrainingProgress(
      Progress progress, String source, String target, String method, int steps, int models) {
    this.progress = progress;
    this.pair = source + " → " + target;
    this.training = pair + " by " + method;
    this.steps = steps;
    this.models = models;
    name();
  }

  @Override
  public void run() {
    if (done == steps * models) {
      progress.running(pair + ", second model");
    }
    progress.advance(1);
    done++;
    if (done % steps == 0 && done / steps < models) {
      name();
    }
  }

  private void name() {
    progress.running(
        models == 1 ? training : training + ", model " + (done / steps + 1) + " of " + models);
  }
}
