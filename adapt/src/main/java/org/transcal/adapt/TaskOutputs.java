package org.transcal.adapt;

import ai.djl.ndarray.NDManager;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.transcal.adapt.data.InputRows;
import org.transcal.adapt.data.Permutation;
import org.transcal.adapt.model.AdaptedModel;
import org.transcal.adapt.network.Dropout;
import org.transcal.adapt.network.Network;
import org.transcal.adapt.network.NetworkWeights;
import org.transcal.adapt.train.TrainingData;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/** What trained networks say about the rows of a task. */
final class TaskOutputs {
  /** Share of a row in its mixture with another, as PseudoCal has it. */
  private static final double MIXUP_SHARE = 0.65;

  final Network.Outputs sourceTrain;
  final Network.Outputs sourceValidation;
  final Network.Outputs target;
  final int[] mixupPartner;
  final Matrix mixupLogits;
  final Optional<Matrix> dropoutProbabilities;
  final Optional<Matrix> ensembleProbabilities;

  TaskOutputs(
      NDManager manager,
      AdaptedModel model,
      List<NetworkWeights> others,
      TrainingData training,
      InputRows validation,
      int passes) {
    InputRows onTarget = training.target();
    Network network = Network.of(manager, model.weights());
    sourceTrain = network.outputs(manager, training.source(), Dropout.off());
    sourceValidation = network.outputs(manager, validation, Dropout.off());
    target = network.outputs(manager, onTarget, Dropout.off());
    SplittableRandom random = new SplittableRandom(model.seed() + 1);
    mixupPartner = Permutation.random(onTarget.rows(), random.split());
    mixupLogits =
        network
            .outputs(
                manager,
                onTarget.rows(),
                (inner, rows) -> onTarget.mixed(inner, rows, partners(rows), MIXUP_SHARE),
                Dropout.off())
            .logits();
    dropoutProbabilities =
        passes == 0
            ? Optional.empty()
            : Optional.of(dropout(manager, network, model, onTarget, passes, random.split()));
    ensembleProbabilities =
        others.isEmpty() ? Optional.empty() : Optional.of(ensemble(manager, others, onTarget));
  }

  private int[] partners(int[] rows) {
    int[] partners = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      partners[i] = mixupPartner[rows[i]];
    }
    return partners;
  }

  private static Matrix dropout(
      NDManager manager,
      Network network,
      AdaptedModel model,
      InputRows rows,
      int passes,
      SplittableRandom random) {
    Dropout dropout = Dropout.of(model.dropout(), random);
    Mean mean = new Mean(rows.rows(), model.weights().classes());
    for (int pass = 0; pass < passes; pass++) {
      mean.add(network.outputs(manager, rows, dropout).logits());
    }
    return mean.toMatrix();
  }

  private Matrix ensemble(NDManager manager, List<NetworkWeights> others, InputRows rows) {
    Mean mean = new Mean(rows.rows(), target.logits().columns());
    mean.add(target.logits());
    for (NetworkWeights other : others) {
      try (NDManager inner = manager.newSubManager()) {
        mean.add(Network.of(inner, other).outputs(inner, rows, Dropout.off()).logits());
      }
    }
    return mean.toMatrix();
  }

  /** The mean of softmax outputs. */
  private static final class Mean {
    private final int rows;
    private final int classes;
    private final double[] sums;
    private int count;

    Mean(int rows, int classes) {
      this.rows = rows;
      this.classes = classes;
      this.sums = new double[rows * classes];
    }

    void add(Matrix logits) {
      Probabilities probabilities = Logits.of(logits).softmax(1);
      double[] row = new double[classes];
      for (int i = 0; i < rows; i++) {
        probabilities.copyRow(i, row);
        for (int k = 0; k < classes; k++) {
          sums[i * classes + k] += row[k];
        }
      }
      count++;
    }

    Matrix toMatrix() {
      float[] means = new float[sums.length];
      for (int i = 0; i < means.length; i++) {
        means[i] = (float) (sums[i] / count);
      }
      return Matrix.wrap(means, rows, classes);
    }
  }
}
