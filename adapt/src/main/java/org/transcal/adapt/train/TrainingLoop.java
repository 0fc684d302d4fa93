package org.transcal.adapt.train;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.training.GradientCollector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.transcal.adapt.data.Sampler;
import org.transcal.adapt.loss.CrossEntropy;
import org.transcal.adapt.loss.OneHot;
import org.transcal.adapt.method.AdaptationLoss;
import org.transcal.adapt.method.AdaptationMethod;
import org.transcal.adapt.method.Forward;
import org.transcal.adapt.method.Parts;
import org.transcal.adapt.network.Dropout;
import org.transcal.adapt.network.Network;
import org.transcal.adapt.network.NetworkWeights;
import org.transcal.adapt.tensor.Engine;
import org.transcal.calibration.CalibrationException;

/** Trains a network by a method: every method goes through this loop. */
public final class TrainingLoop {
  private final AdaptationMethod method;
  private final TrainingSettings settings;
  private final TrainingData data;
  private final NDManager manager;
  private final Network network;
  private final AdaptationLoss loss;
  private final List<NDArray> heads;
  private final List<NDArray> parameters;
  private final NesterovDescent descent;
  private final Sampler sourceRows;
  private final Sampler targetRows;
  private final Dropout dropout;
  private final List<TrainingStep> log = new ArrayList<>();

  /**
   * What a training gave.
   *
   * @param weights the network
   * @param log what happened
   */
  public record Trained(NetworkWeights weights, TrainingLog log) {}

  private TrainingLoop(
      AdaptationMethod method, TrainingSettings settings, TrainingData data, NDManager manager) {
    this.method = method;
    this.settings = settings;
    this.data = data;
    this.manager = manager;
    // One stream each, so that what one of them uses does not move the others.
    SplittableRandom random = new SplittableRandom(settings.seed());
    NetworkWeights start =
        NetworkWeights.random(
            data.source().columns(), settings.widths(), data.labels().classes(), random.split());
    SplittableRandom ofParts = random.split();
    this.sourceRows = new Sampler(data.source().rows(), random.split());
    this.targetRows = new Sampler(data.target().rows(), random.split());
    this.dropout = Dropout.of(settings.dropout(), random.split());
    this.network = Network.of(manager, start);
    this.loss = method.start(new Parts(manager, ofParts, network.classifier()));
    this.heads =
        Stream.concat(Stream.of(network.classifier()), loss.layers().stream())
            .flatMap(layer -> layer.parameters().stream())
            .toList();
    this.parameters = Stream.concat(network.encoderParameters().stream(), heads.stream()).toList();
    this.descent = new NesterovDescent(manager, parameters);
  }

  /**
   * Trains.
   *
   * @param onStep is told after every step
   * @throws CalibrationException where a loss or weight is no number any more
   */
  public static Trained run(
      AdaptationMethod method, TrainingSettings settings, TrainingData data, Runnable onStep) {
    return Engine.exclusively(
        () -> {
          try (NDManager manager = Engine.newManager()) {
            return new TrainingLoop(method, settings, data, manager).run(onStep);
          }
        });
  }

  private Trained run(Runnable onStep) {
    for (int step = 0; step < settings.steps(); step++) {
      step(step);
      onStep.run();
    }
    NetworkWeights trained = network.weights();
    NetworkWeights kept = trained.withClassifier(loss.classifier(trained.classifier()));
    if (!kept.isFinite()) {
      throw diverged(settings.steps() - 1, "a weight is no number");
    }
    return new Trained(kept, new TrainingLog(log));
  }

  private void step(int step) {
    double progress = (double) step / settings.steps();
    double rate = Schedule.learningRate(settings.learningRate(), progress);
    double ramp = Schedule.ramp(progress);
    try (NDManager inner = manager.newSubManager();
        NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      int[] rows = sourceRows.next(settings.batch());
      NDArray inputs = data.rows().batch(inner, joined(rows, targetRows.next(settings.batch())));
      NDArray labels =
          OneHot.of(inner, data.labels().select(rows).toArray(), data.labels().classes());
      try (GradientCollector gradients = Engine.newGradientCollector()) {
        Forward forward = forward(inputs, labels, ramp);
        NDArray sourceLoss = CrossEntropy.mean(forward.sourceLogits(), labels);
        Optional<NDArray> transfer = loss.transfer(forward);
        gradients.backward(transfer.map(sourceLoss::add).orElse(sourceLoss));
        note(step, rate, ramp, forward, sourceLoss, transfer);
      }
      descent.step(parameters, rate);
      for (AdaptationLoss.Move move : loss.moves()) {
        try (GradientCollector gradients = Engine.newGradientCollector()) {
          gradients.backward(move.objective().of(forward(inputs, labels, ramp)));
        }
        boolean encoder = move.moved() == AdaptationLoss.Moved.ENCODER;
        descent.step(encoder ? network.encoderParameters() : heads, rate);
      }
    }
  }

  private int[] joined(int[] source, int[] target) {
    int[] rows = Arrays.copyOf(source, source.length + target.length);
    for (int i = 0; i < target.length; i++) {
      rows[source.length + i] = data.labels().rows() + target[i];
    }
    return rows;
  }

  /** One pass over both domains: half as many, twice as large products of matrices. */
  private Forward forward(NDArray inputs, NDArray labels, double ramp) {
    NDArray features = network.features(inputs, dropout);
    return new Forward(features, network.logits(features), labels, ramp, dropout);
  }

  private void note(
      int step,
      double rate,
      double ramp,
      Forward forward,
      NDArray sourceLoss,
      Optional<NDArray> transfer) {
    double onSource = sourceLoss.getFloat();
    double onTransfer = transfer.map(NDArray::getFloat).orElse(0f);
    if (!Double.isFinite(onSource)) {
      throw diverged(step, "the source loss is " + onSource);
    }
    if (!Double.isFinite(onTransfer)) {
      throw diverged(step, "the loss of " + method.word() + " is " + onTransfer);
    }
    NDArray right = OneHot.ofLargest(forward.sourceLogits()).mul(forward.sourceLabels()).sum();
    log.add(
        new TrainingStep(
            step, rate, ramp, onSource, onTransfer, right.getFloat() / forward.sourceRows()));
  }

  private CalibrationException diverged(int step, String what) {
    return new CalibrationException(
        "Training by "
            + method.word()
            + " diverged at step "
            + step
            + " of "
            + settings.steps()
            + ": "
            + what
            + "; try a learning rate below "
            + settings.learningRate()
            + ", or another preparation of the values");
  }
}
