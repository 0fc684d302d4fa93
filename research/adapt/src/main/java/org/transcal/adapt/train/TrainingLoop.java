package org.transcal.adapt.train;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.nn.Block;
import ai.djl.training.GradientCollector;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.transcal.adapt.data.InputRows;
import org.transcal.adapt.data.Sampler;
import org.transcal.adapt.loss.CrossEntropy;
import org.transcal.adapt.loss.OneHot;
import org.transcal.adapt.method.AdaptationLoss;
import org.transcal.adapt.method.AdaptationMethod;
import org.transcal.adapt.method.ForwardPass;
import org.transcal.adapt.method.LayerFactory;
import org.transcal.adapt.network.BlockEncoder;
import org.transcal.adapt.network.Dropout;
import org.transcal.adapt.network.EncoderWeights;
import org.transcal.adapt.network.LayerWeights;
import org.transcal.adapt.network.LayeredEncoder;
import org.transcal.adapt.network.Network;
import org.transcal.adapt.network.NetworkWeights;
import org.transcal.adapt.tensor.Engine;
import org.transcal.calibration.CalibrationException;

/** The one training loop, the same for every method. */
public final class TrainingLoop {
  private final AdaptationMethod method;
  private final TrainingSettings settings;
  private final TrainingData data;
  private final NDManager manager;
  private final Network network;
  private final AdaptationLoss loss;
  private final List<NDArray> heads;
  private final List<NDArray> upper;
  private final List<NDArray> parameters;
  private final NesterovDescent descent;
  private final Sampler sourceRows;
  private final Sampler targetRows;
  private final Dropout dropout;
  private final double featureDropout;
  private final Optional<Validation> validation;
  private final Optional<Checkpoints> checkpoints;
  private final List<TrainingStep> log = new ArrayList<>();
  private final List<Double> accuracies = new ArrayList<>();

  /**
   * The result of a training.
   *
   * @param weights the network
   * @param sourceWeights the network for source rows, the same without normalization
   * @param log what happened in each step
   */
  public record Trained(NetworkWeights weights, NetworkWeights sourceWeights, TrainingLog log) {}

  private TrainingLoop(
      AdaptationMethod method,
      TrainingSettings settings,
      Optional<Supplier<Block>> encoder,
      TrainingData data,
      Optional<Validation> validation,
      NDManager manager) {
    this.method = method;
    this.settings = settings;
    this.data = data;
    this.validation = validation;
    this.checkpoints = Checkpoints.of(settings, data, validation);
    this.manager = manager;
    // Separate streams: how many numbers one of them takes does not affect the others.
    SplittableRandom random = new SplittableRandom(settings.seed());
    SplittableRandom forNetwork = random.split();
    SplittableRandom forLayers = random.split();
    int classes = data.labels().classes();
    List<Integer> widths = method.widths(settings.widths());
    EncoderWeights start = start(settings, widths, encoder, data.rows(), forNetwork);
    int features = start.features();
    this.sourceRows = new Sampler(data.sourceRows(), random.split());
    this.targetRows = new Sampler(data.targetRows(), random.split());
    this.dropout = Dropout.of(settings.dropout(), random.split());
    // A block of the caller's applies its own.
    this.featureDropout = encoder.isPresent() ? 0 : settings.dropout();
    this.network =
        Network.of(
            manager,
            new NetworkWeights(start, LayerWeights.random(features, classes, forNetwork)),
            method.normalization(settings.normalization()));
    this.loss = method.start(new LayerFactory(manager, forLayers, features, classes));
    this.heads =
        Stream.concat(Stream.of(network.classifier()), loss.layers().stream())
            .flatMap(layer -> layer.parameters().stream())
            .toList();
    this.upper =
        Stream.concat(network.encoder().lastLayerParameters().stream(), heads.stream()).toList();
    this.parameters =
        Stream.concat(network.encoder().parameters().stream(), heads.stream()).toList();
    this.descent = new NesterovDescent(manager, parameters);
  }

  private static EncoderWeights start(
      TrainingSettings settings,
      List<Integer> widths,
      Optional<Supplier<Block>> encoder,
      InputRows rows,
      SplittableRandom random) {
    if (encoder.isPresent()) {
      return BlockEncoder.start(encoder.get(), rows.columns(), settings.seed());
    }
    return rows.image().isPresent()
        ? LayeredEncoder.random(rows.image().get(), settings.channels(), widths, random)
        : LayeredEncoder.random(rows.columns(), widths, random);
  }

  /**
   * Trains a network.
   *
   * @param encoder makes the block to use in place of linear layers
   * @param validation rows to measure accuracy on from time to time, and for early stopping
   * @param onStep called after every step
   * @throws CalibrationException if a loss or weight is no longer finite
   */
  @SuppressWarnings("exports")
  public static Trained run(
      AdaptationMethod method,
      TrainingSettings settings,
      Optional<Supplier<Block>> encoder,
      TrainingData data,
      Optional<Validation> validation,
      Runnable onStep) {
    return Engine.withManager(
        manager ->
            new TrainingLoop(method, settings, encoder, data, validation, manager).run(onStep));
  }

  private Trained run(Runnable onStep) {
    int distance = Math.max(1, settings.steps() / TrainingLog.MEASUREMENTS);
    boolean over = false;
    for (int step = 0; step < settings.steps(); step++) {
      // Steps that are left out count as done.
      if (!over) {
        step(step);
        if ((settings.steps() - 1 - step) % distance == 0) {
          validation.ifPresent(rows -> accuracies.add(rows.accuracy(manager, onSource())));
        }
        over = isOverAfter(step);
      }
      onStep.run();
    }
    TrainingLog full =
        new TrainingLog(log, accuracies, checkpoints.map(Checkpoints::log).orElse(List.of()));
    return checkpoints
        .flatMap(Checkpoints::best)
        .map(best -> new Trained(best.weights(), best.sourceWeights(), full))
        .orElseGet(() -> new Trained(finiteWeights(log.size() - 1), onSource(), full));
  }

  private boolean isOverAfter(int step) {
    if (checkpoints.isEmpty() || !checkpoints.get().isDueAfter(step)) {
      return false;
    }
    checkpoints.get().add(step, manager, finiteWeights(step), onSource());
    return checkpoints.get().isOver();
  }

  private NetworkWeights finiteWeights(int step) {
    NetworkWeights weights = new NetworkWeights(network.encoder().weights(), classifier());
    if (!weights.isFinite()) {
      throw diverged(step, "a weight is not finite");
    }
    return weights;
  }

  private LayerWeights classifier() {
    return loss.classifier(network.classifier().weights());
  }

  private NetworkWeights onSource() {
    return loss.forSource(new NetworkWeights(network.encoder().sourceWeights(), classifier()));
  }

  private void step(int step) {
    double progress = (double) step / settings.steps();
    double rate = Schedule.learningRate(settings.learningRate(), progress);
    double ramp = Schedule.ramp(progress);
    loss.beforeStep(network, progress);
    try (NDManager inner = manager.newSubManager();
        NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      int[] rows = sourceRows.next(settings.batch());
      int[] both =
          IntStream.concat(IntStream.of(rows), IntStream.of(targetRows.next(settings.batch())))
              .toArray();
      NDArray inputs = data.rows().batch(inner, both);
      NDArray labels =
          OneHot.of(inner, data.labels().select(rows).toArray(), data.labels().classes());
      try (GradientCollector gradients = Engine.newGradientCollector()) {
        ForwardPass pass = forward(inputs, labels, ramp);
        NDArray sourceLoss = CrossEntropy.mean(pass.sourceLogits(), labels);
        Optional<NDArray> transfer = loss.transfer(pass);
        record(step, rate, ramp, pass, sourceLoss, transfer);
        if (loss.learnsSource()) {
          gradients.backward(transfer.map(sourceLoss::add).orElse(sourceLoss));
        }
      }
      if (loss.learnsSource()) {
        descent.step(parameters, rate);
      }
      for (AdaptationLoss.Update update : loss.updates()) {
        try (GradientCollector gradients = Engine.newGradientCollector()) {
          gradients.backward(update.objective().apply(forward(inputs, labels, ramp)));
        }
        double its = rate * update.rate();
        switch (update.updated()) {
          case ENCODER -> descent.step(network.encoder().parameters(), its);
          case LOWER_LAYERS -> descent.plainStep(network.encoder().lowerParameters(), its);
          case UPPER_LAYERS -> descent.step(upper, its);
          case HEADS -> descent.step(heads, its);
        }
      }
    }
  }

  /** Both domains in one pass: half as many matrix products, twice as large. */
  private ForwardPass forward(NDArray inputs, NDArray labels, double ramp) {
    NDArray features = loss.afterDropout(network.features(inputs, dropout), featureDropout);
    NDArray logits = loss.logits(features, network.classifier());
    return new ForwardPass(inputs, features, logits, labels, ramp, dropout);
  }

  private void record(
      int step,
      double rate,
      double ramp,
      ForwardPass pass,
      NDArray sourceLoss,
      Optional<NDArray> transfer) {
    double onSource = sourceLoss.getFloat();
    double onTransfer = transfer.map(NDArray::getFloat).orElse(0f);
    if (!Double.isFinite(onSource)) {
      throw diverged(step, "the source loss is " + onSource);
    }
    if (!Double.isFinite(onTransfer)) {
      throw diverged(step, "the loss of " + method.name() + " is " + onTransfer);
    }
    NDArray correct = OneHot.ofLargest(pass.sourceLogits()).mul(pass.sourceLabels()).sum();
    log.add(
        new TrainingStep(
            step, rate, ramp, onSource, onTransfer, correct.getFloat() / pass.sourceRows()));
  }

  private CalibrationException diverged(int step, String what) {
    return new CalibrationException(
        String.format(
            Locale.ROOT,
            "Training by %s diverged at step %d of %d: %s; try a learning rate below %s, or another"
                + " preparation of the values",
            method.name(),
            step,
            settings.steps(),
            what,
            settings.learningRate()));
  }
}
