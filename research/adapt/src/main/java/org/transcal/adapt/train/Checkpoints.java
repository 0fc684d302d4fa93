package org.transcal.adapt.train;

import ai.djl.ndarray.NDManager;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.transcal.adapt.network.Dropout;
import org.transcal.adapt.network.Network;
import org.transcal.adapt.network.NetworkWeights;
import org.transcal.adapt.train.TrainingLog.Checkpoint;
import org.transcal.prediction.Logits;
import org.transcal.shift.DomainClassifier;
import org.transcal.task.TransferTask;

/** The checkpoints of one training, and the best of them. */
final class Checkpoints {
  /** Training ends after this many checkpoints without a better one. */
  static final int PATIENCE = 5;

  /** Least entropy of predicted classes, relative to that of source classes. */
  static final double LEAST_CLASS_ENTROPY = 0.5;

  /** Rows of each domain that a checkpoint is judged by, evenly spaced. */
  private static final int MOST_ROWS = 4096;

  private final EarlyStopping stopping;
  private final int steps;
  private final int distance;
  private final TrainingData data;
  private final Validation validation;
  private final int[] sourceRows;
  private final int[] targetRows;
  private final double sourceEntropy;
  private final List<Checkpoint> all = new ArrayList<>();
  private Optional<Kept> best = Optional.empty();
  private int since;

  /**
   * A checkpoint with its weights.
   *
   * @param number its position among the checkpoints
   */
  record Kept(int number, double score, NetworkWeights weights, NetworkWeights sourceWeights) {}

  private Checkpoints(TrainingSettings settings, TrainingData data, Validation validation) {
    this.stopping = settings.stopping();
    this.steps = settings.steps();
    this.distance =
        stopping.checkpointEvery() > 0
            ? stopping.checkpointEvery()
            : Math.max(1, steps / TrainingLog.MEASUREMENTS);
    this.data = data;
    this.validation = validation;
    this.sourceRows = someOf(data.sourceRows());
    this.targetRows = someOf(data.targetRows());
    this.sourceEntropy =
        LabelFreeScores.classEntropy(data.labels().toArray(), data.labels().classes());
  }

  /** Those of a training; none without early stopping. */
  static Optional<Checkpoints> of(
      TrainingSettings settings, TrainingData data, Optional<Validation> validation) {
    if (settings.stopping().criterion() == EarlyStopping.Criterion.NONE) {
      return Optional.empty();
    }
    if (validation.isEmpty()) {
      throw new IllegalArgumentException("Early stopping needs source validation rows");
    }
    return Optional.of(new Checkpoints(settings, data, validation.get()));
  }

  private static int[] someOf(int[] rows) {
    int count = Math.min(MOST_ROWS, rows.length);
    return IntStream.range(0, count)
        .map(i -> rows[(int) ((long) i * rows.length / count)])
        .toArray();
  }

  /** Whether there is one after this step: in the second half, when methods have full weight. */
  boolean isDueAfter(int step) {
    return (steps - 1 - step) % distance == 0 && 2L * (step + 1) >= steps;
  }

  /** Judges the weights after a step. */
  void add(int step, NDManager manager, NetworkWeights weights, NetworkWeights sourceWeights) {
    try (NDManager inner = manager.newSubManager()) {
      Network onTarget = Network.of(inner, weights);
      Network.Outputs target =
          onTarget.outputs(inner, targetRows, data.rows()::batch, Dropout.off());
      Logits logits = Logits.of(target.logits());
      double score =
          switch (stopping.criterion()) {
            case NONE -> throw new IllegalStateException("No criterion");
            case SOURCE_VALIDATION ->
                Arrays.stream(losses(validation.outputs(inner, sourceWeights)))
                    .average()
                    .orElseThrow();
            case DEV -> weightedLoss(inner, sourceWeights, target);
            case INFORMATION -> LabelFreeScores.information(logits);
          };
      double entropy = LabelFreeScores.classEntropy(logits.predictions(), logits.classes());
      double diversity = sourceEntropy > 0 ? entropy / sourceEntropy : 1;
      since++;
      if (diversity >= LEAST_CLASS_ENTROPY
          && Double.isFinite(score)
          && best.map(kept -> stopping.criterion().isBetter(score, kept.score())).orElse(true)) {
        best = Optional.of(new Kept(all.size(), score, weights, sourceWeights));
        since = 0;
      }
      all.add(new Checkpoint(step, score, diversity, false));
    }
  }

  private double[] losses(Network.Outputs held) {
    return LabelFreeScores.losses(Logits.of(held.logits()), validation.labels());
  }

  private double weightedLoss(
      NDManager manager, NetworkWeights sourceWeights, Network.Outputs target) {
    Network onSource = Network.of(manager, sourceWeights);
    Network.Outputs train =
        onSource.outputs(manager, sourceRows, data.rows()::batch, Dropout.off());
    Network.Outputs held = validation.outputs(manager, sourceWeights);
    TransferTask task =
        TransferTask.named("checkpoint")
            .sourceValidation(Logits.of(held.logits()), validation.labels())
            .target(Logits.of(target.logits()))
            .features(train.features(), held.features(), target.features())
            .build();
    double[] weights = DomainClassifier.reweighted().estimate(task).values();
    return LabelFreeScores.deepEmbeddedValidation(losses(held), weights);
  }

  /** Whether training ends here. */
  boolean isOver() {
    return best.isPresent() && since >= PATIENCE;
  }

  /** The best one; none if each predicted too few classes. */
  Optional<Kept> best() {
    return best;
  }

  /** All checkpoints, the best one marked. */
  List<Checkpoint> log() {
    int kept = best.map(Kept::number).orElse(-1);
    return IntStream.range(0, all.size())
        .mapToObj(i -> i == kept ? all.get(i).asKept() : all.get(i))
        .toList();
  }
}
