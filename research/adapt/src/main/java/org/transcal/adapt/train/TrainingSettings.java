package org.transcal.adapt.train;

import java.util.List;
import java.util.SplittableRandom;
import org.transcal.adapt.network.Normalization;

/**
 * How a network is built and trained.
 *
 * @param channels of the convolutional blocks before the layers, if rows are images
 * @param widths outputs of each layer before the classifier; those of the last are the features
 * @param dropout share of values set to zero after each layer in training
 * @param steps optimizer steps
 * @param batch rows of each domain in a step
 * @param learningRate lr0, the initial one
 * @param seed for initial weights, batches and dropout
 * @param normalization of each layer's outputs; images and some methods need {@link
 *     Normalization#BATCH}
 * @param stopping which weights are kept
 */
public record TrainingSettings(
    List<Integer> channels,
    List<Integer> widths,
    double dropout,
    int steps,
    int batch,
    double learningRate,
    long seed,
    Normalization normalization,
    EarlyStopping stopping) {
  /**
   * For images two blocks of 16 and 32 channels; two layers of 256 and 64, dropout ½, 800 steps of
   * 64 + 64 rows, learning rate 0.02.
   */
  public static final TrainingSettings DEFAULTS =
      new TrainingSettings(
          List.of(16, 32),
          List.of(256, 64),
          0.5,
          800,
          64,
          0.02,
          0,
          Normalization.NONE,
          EarlyStopping.NONE);

  private static final int WIDEST = 1 << 16;
  private static final int MOST_BLOCKS = 16;
  private static final int MOST_CHANNELS = 4096;
  private static final int MOST_STEPS = 10_000_000;
  private static final int LARGEST_BATCH = 4096;

  public TrainingSettings {
    channels = List.copyOf(channels);
    widths = List.copyOf(widths);
    require(
        !channels.isEmpty()
            && channels.size() <= MOST_BLOCKS
            && channels.stream().allMatch(one -> one >= 1 && one <= MOST_CHANNELS),
        "Channels are "
            + channels
            + "; 1 … "
            + MOST_BLOCKS
            + " blocks are possible, each of 1 … "
            + MOST_CHANNELS);
    require(
        !widths.isEmpty() && widths.stream().allMatch(width -> width >= 1 && width <= WIDEST),
        "Layers are " + widths + "; at least one is needed, each of 1 … " + WIDEST + " outputs");
    require(dropout >= 0 && dropout < 1, "Dropout is " + dropout + "; it must be in [0, 1)");
    require(
        steps >= 1 && steps <= MOST_STEPS,
        "Steps are " + steps + "; they must be in 1 … " + MOST_STEPS);
    require(
        batch >= 2 && batch <= LARGEST_BATCH,
        "Batch is " + batch + "; it must be in 2 … " + LARGEST_BATCH);
    require(
        learningRate > 0 && learningRate < Double.POSITIVE_INFINITY,
        "Learning rate is " + learningRate + "; it must be above 0 and finite");
  }

  private static void require(boolean valid, String message) {
    if (!valid) {
      throw new IllegalArgumentException(message);
    }
  }

  /** Settings of the second model: another seed and a quarter of the steps. */
  public TrainingSettings ofSecondModel() {
    return withSteps((steps + 3) / 4)
        .withSeed(new SplittableRandom(~seed).nextLong())
        .withNormalization(Normalization.NONE)
        .withStopping(EarlyStopping.NONE);
  }

  public TrainingSettings withChannels(List<Integer> newChannels) {
    return new TrainingSettings(
        newChannels, widths, dropout, steps, batch, learningRate, seed, normalization, stopping);
  }

  public TrainingSettings withWidths(List<Integer> newWidths) {
    return new TrainingSettings(
        channels, newWidths, dropout, steps, batch, learningRate, seed, normalization, stopping);
  }

  public TrainingSettings withDropout(double newDropout) {
    return new TrainingSettings(
        channels, widths, newDropout, steps, batch, learningRate, seed, normalization, stopping);
  }

  public TrainingSettings withSteps(int newSteps) {
    return new TrainingSettings(
        channels, widths, dropout, newSteps, batch, learningRate, seed, normalization, stopping);
  }

  public TrainingSettings withBatch(int newBatch) {
    return new TrainingSettings(
        channels, widths, dropout, steps, newBatch, learningRate, seed, normalization, stopping);
  }

  public TrainingSettings withLearningRate(double newRate) {
    return new TrainingSettings(
        channels, widths, dropout, steps, batch, newRate, seed, normalization, stopping);
  }

  public TrainingSettings withSeed(long newSeed) {
    return new TrainingSettings(
        channels, widths, dropout, steps, batch, learningRate, newSeed, normalization, stopping);
  }

  public TrainingSettings withNormalization(Normalization newNormalization) {
    return new TrainingSettings(
        channels, widths, dropout, steps, batch, learningRate, seed, newNormalization, stopping);
  }

  public TrainingSettings withStopping(EarlyStopping newStopping) {
    return new TrainingSettings(
        channels, widths, dropout, steps, batch, learningRate, seed, normalization, newStopping);
  }
}
