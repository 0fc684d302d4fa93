package org.transcal.adapt.command;

import org.transcal.adapt.tensor.Engine;
import picocli.CommandLine.Option;

/** Options for where PyTorch computes. */
final class EngineOptions {
  private static final int MOST_THREADS = 1024;

  @Option(
      names = "--training-threads",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "PyTorch threads; more than one may change last digits. Default: ${DEFAULT-VALUE}")
  private int trainingThreads;

  @Option(
      names = "--device",
      paramLabel = "D",
      defaultValue = "auto",
      description =
          "cpu, or auto: a CUDA GPU if this PyTorch has one, which may change last digits."
              + " Default: ${DEFAULT-VALUE}")
  private String device;

  /** Applies them, before PyTorch is started. */
  void apply() {
    Engine.useThreads(trainingThreads);
    if (device.equals("cpu")) {
      Engine.useCpu();
    }
  }

  /**
   * Checks them.
   *
   * @throws IllegalArgumentException naming a value that is not possible
   */
  EngineOptions requirePossible() {
    if (trainingThreads < 1 || trainingThreads > MOST_THREADS) {
      throw new IllegalArgumentException(
          "--training-threads is " + trainingThreads + "; it must be in 1 … " + MOST_THREADS);
    }
    if (!device.equals("auto") && !device.equals("cpu")) {
      throw new IllegalArgumentException("--device is \"" + device + "\"; it must be auto or cpu");
    }
    return this;
  }
}
