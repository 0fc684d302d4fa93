package org.transcal.monitoring;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.transcal.matrix.Matrix;
import org.transcal.model.TemperatureModel;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.TransferTask;

/**
 * Batches of a classifier that is calibrated at temperature 1.5 for Gaussian classes; damage moves
 * the classes towards each other, so that accuracy falls.
 */
final class GeneratedBatches {
  static final double TEMPERATURE = 1.5;
  private static final int COLUMNS = 6;
  private final int classes;
  private final double[][] means;

  GeneratedBatches(int classes) {
    this.classes = classes;
    this.means = new double[classes][COLUMNS];
    Random places = new Random(classes);
    for (double[] mean : means) {
      Arrays.setAll(mean, j -> 1.2 * places.nextGaussian());
    }
  }

  TransferTask task(int rows, long seed) {
    Random random = new Random(seed);
    Batch train = batch(rows, i -> 0, random);
    Batch validation = batch(rows, i -> 0, random);
    return TransferTask.named("source")
        .sourceValidation(validation.logits(), validation.labels().orElseThrow())
        .target(validation.logits())
        .features(
            train.features().orElseThrow(),
            validation.features().orElseThrow(),
            validation.features().orElseThrow())
        .build();
  }

  TemperatureModel model() {
    return new TemperatureModel(classes, TEMPERATURE);
  }

  Batch batch(int rows, double damage, Random random) {
    return batch(rows, i -> damage, random);
  }

  /** A batch with labels and a column {@code camera}, which is 0, 1 or 2 in turn. */
  Batch batch(int rows, IntToDoubleFunction damage, Random random) {
    double[][] x = new double[rows][COLUMNS];
    double[][] logits = new double[rows][classes];
    int[] labels = new int[rows];
    for (int i = 0; i < rows; i++) {
      int label = random.nextInt(classes);
      labels[i] = label;
      double left = 1 - damage.applyAsDouble(i);
      Arrays.setAll(x[i], j -> left * means[label][j] + random.nextGaussian());
      for (int k = 0; k < classes; k++) {
        for (int j = 0; j < COLUMNS; j++) {
          double gap = x[i][j] - means[k][j];
          logits[i][k] -= TEMPERATURE * gap * gap / 2;
        }
      }
    }
    return new Batch(
        Logits.copyOf(logits),
        Optional.of(Matrix.copyOf(x)),
        Optional.of(Labels.copyOf(labels, classes)),
        Map.of("camera", IntStream.range(0, rows).mapToObj(i -> "" + i % 3).toList()));
  }

  Reference withoutPeriod(int rows, long seed) {
    return Reference.learn(task(rows, seed), model(), List.of(), List.of(), List.of(), 0);
  }

  /** Damage of each reference batch, undamaged otherwise. */
  Reference withPeriod(int sourceRows, int batchRows, double[] damage, long seed) {
    Random random = new Random(seed + 1);
    List<Reference.PeriodBatch> period = new ArrayList<>();
    for (double ofBatch : damage) {
      period.add(
          new Reference.PeriodBatch(
              BatchTime.reference(period.size() + 1), batch(batchRows, ofBatch, random)));
    }
    return Reference.learn(task(sourceRows, seed), model(), period, List.of(), List.of(), 0);
  }

  static Batch withoutColumns(Batch batch) {
    return new Batch(batch.logits(), batch.features(), batch.labels(), Map.of());
  }

  static Batch withLabels(Batch batch, Labels labels) {
    return new Batch(batch.logits(), batch.features(), Optional.of(labels), batch.columns());
  }

  /** The rows of a batch in another order. */
  static Batch inOrder(Batch batch, int[] order) {
    return new Batch(
        batch.logits().selectRows(order),
        batch.features().map(f -> f.selectRows(order)),
        batch.labels().map(l -> l.select(order)),
        Map.of(
            "camera",
            IntStream.of(order).mapToObj(i -> batch.columns().get("camera").get(i)).toList()));
  }
}
