package org.transcal.adapt;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.transcal.adapt.data.Sampler;
import org.transcal.adapt.method.AdaptationLoss;
import org.transcal.adapt.method.AdaptationMethod;
import org.transcal.adapt.method.LayerFactory;
import org.transcal.adapt.model.AdaptedModel;
import org.transcal.adapt.network.Dropout;
import org.transcal.adapt.network.LayerWeights;
import org.transcal.adapt.network.Network;
import org.transcal.adapt.network.NetworkWeights;
import org.transcal.adapt.train.LastLayerPosterior;
import org.transcal.adapt.train.TrainingData;
import org.transcal.adapt.train.Validation;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;
import org.transcal.task.Mixup;
import org.transcal.task.TransferTask;

/** Runs trained networks on the rows of a task. */
final class TaskOutputs {
  /** Share of a row in its mixture with another, as in PseudoCal. */
  private static final double MIXUP_SHARE = 0.65;

  private final NDManager manager;
  private final AdaptedModel model;
  private final TrainingData training;
  private final Network network;
  private final NetworkWeights onSource;
  private final AdaptationLoss loss;
  private final double featureDropout;

  /**
   * With the loss and the rate of dropout before the classifier that the network had in training.
   */
  TaskOutputs(
      NDManager manager,
      AdaptedModel model,
      NetworkWeights onSource,
      TrainingData training,
      AdaptationMethod method,
      double featureDropout) {
    this.manager = manager;
    this.onSource = onSource;
    this.model = model;
    this.training = training;
    this.network = Network.of(manager, model.weights());
    LayerWeights classifier = model.weights().classifier();
    this.loss =
        method.start(
            new LayerFactory(
                manager, new SplittableRandom(0), classifier.inputs(), classifier.outputs()));
    this.featureDropout = featureDropout;
  }

  /**
   * The task.
   *
   * @param others further models of an ensemble
   * @param second another model, whose agreement is evidence of accuracy
   * @param passes passes with dropout, and samples of the last layer; 0 for none
   */
  TransferTask task(
      String name,
      Validation validation,
      List<NetworkWeights> others,
      Optional<NetworkWeights> second,
      int passes) {
    Network.Outputs train =
        outputs(Network.of(manager, onSource), training.sourceRows(), Dropout.off());
    Network.Outputs held = validation.outputs(manager, onSource);
    Network.Outputs target = outputs(network, training.targetRows(), Dropout.off());
    SplittableRandom random = new SplittableRandom(model.seed() + 1);
    TransferTask.Builder task =
        TransferTask.named(name)
            .sourceTraining(Logits.of(train.logits()))
            .sourceValidation(Logits.of(held.logits()), validation.labels())
            .target(Logits.of(target.logits()))
            .features(train.features(), held.features(), target.features())
            .mixup(mixup(random.split()));
    if (passes > 0) {
      Dropout dropout = Dropout.of(model.dropout(), random.split());
      UnaryOperator<NDArray> change = features -> loss.afterDropout(features, featureDropout);
      task.mcDropout(
          mean(
              passes,
              pass ->
                  network
                      .outputs(
                          manager, training.targetRows(), training.rows()::batch, dropout, change)
                      .logits()));
      LastLayerPosterior posterior =
          LastLayerPosterior.fit(
              manager, model.weights().classifier(), train.features(), training.labels(), random);
      if (posterior.isUsable()) {
        LastLayerPosterior.RowLogits logits = posterior.logits(target.features());
        task.svi(mean(passes, pass -> logits.sample(random)));
      }
    }
    if (!others.isEmpty()) {
      task.ensemble(
          mean(
              1 + others.size(),
              i -> {
                if (i == 0) {
                  return target.logits();
                }
                try (NDManager inner = manager.newSubManager()) {
                  Network next = Network.of(inner, others.get(i - 1));
                  return outputs(next, training.targetRows(), Dropout.off()).logits();
                }
              }));
    }
    second.ifPresent(
        weights -> {
          Network plain = Network.of(manager, weights);
          task.secondModel(
              Logits.of(validation.outputs(manager, weights).logits()),
              Logits.of(outputs(plain, training.targetRows(), Dropout.off()).logits()));
        });
    return task.build();
  }

  private Network.Outputs outputs(Network some, int[] rows, Dropout dropout) {
    return some.outputs(manager, rows, training.rows()::batch, dropout);
  }

  private Mixup mixup(SplittableRandom random) {
    int[] rows = training.targetRows();
    int[] partner = Sampler.permutation(rows.length, random);
    Network.Outputs outputs =
        network.outputs(
            manager,
            rows,
            (inner, block) -> {
              int[] partners =
                  Arrays.stream(block).map(row -> rows[partner[row - rows[0]]]).toArray();
              return training.rows().mixed(inner, block, partners, MIXUP_SHARE);
            },
            Dropout.off());
    return new Mixup(Logits.of(outputs.logits()), partner);
  }

  /** The mean of predictions for target rows. */
  private Probabilities mean(int count, IntFunction<Matrix> logits) {
    int classes = training.labels().classes();
    double[] sums = new double[training.targetRows().length * classes];
    for (int i = 0; i < count; i++) {
      Matrix softmax = Logits.of(logits.apply(i)).softmax(1).toMatrix();
      for (int at = 0; at < sums.length; at++) {
        sums[at] += softmax.get(at / classes, at % classes);
      }
    }
    float[] means = new float[sums.length];
    for (int at = 0; at < sums.length; at++) {
      means[at] = (float) (sums[at] / count);
    }
    return Probabilities.of(Matrix.wrap(means, sums.length / classes, classes));
  }
}
