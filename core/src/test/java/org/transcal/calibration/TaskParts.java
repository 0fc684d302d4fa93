package org.transcal.calibration;

import java.util.Arrays;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.transcal.labelling.LabelledRows;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;
import org.transcal.task.DomainFeatures;
import org.transcal.task.Mixup;
import org.transcal.task.TransferTask;

/**
 * A small task with every part a method may need, as plain arrays, so that tests can shift,
 * permute, relabel and repeat its rows.
 */
record TaskParts(
    Storage storage,
    Source source,
    TargetRows target,
    double[][] trainFeatures,
    double[] trainFrequencies) {

  /** How logits are stored. */
  enum Storage {
    FLOATS,
    DOUBLES
  }

  /** Source validation rows. */
  record Source(double[][] logits, int[] labels, double[][] features, double[] frequencies) {
    int rows() {
      return labels.length;
    }

    Source withLogits(double[][] newLogits) {
      return new Source(newLogits, labels, features, frequencies);
    }

    Source withLabels(int[] newLabels) {
      return new Source(logits, newLabels, features, frequencies);
    }

    Source withFrequencies(double[] newFrequencies) {
      return new Source(logits, labels, features, newFrequencies);
    }

    Source select(int[] rows) {
      return new Source(
          picked(logits, rows),
          IntStream.of(rows).map(i -> labels[i]).toArray(),
          picked(features, rows),
          IntStream.of(rows).mapToDouble(i -> frequencies[i]).toArray());
    }
  }

  /** Target rows with the labels that only an oracle sees. */
  record TargetRows(
      double[][] logits,
      int[] labels,
      double[][] features,
      double[][] mixup,
      int[] partner,
      double[][] averaged,
      double[] frequencies) {
    int rows() {
      return labels.length;
    }

    TargetRows withLogits(double[][] newLogits, double[][] newMixup) {
      return new TargetRows(newLogits, labels, features, newMixup, partner, averaged, frequencies);
    }

    TargetRows withFeatures(double[][] newFeatures) {
      return new TargetRows(logits, labels, newFeatures, mixup, partner, averaged, frequencies);
    }

    TargetRows withFrequencies(double[] newFrequencies) {
      return new TargetRows(logits, labels, features, mixup, partner, averaged, newFrequencies);
    }

    /** The given rows, each mixed with the next one. */
    TargetRows selectWithNewPartners(int[] rows) {
      int[] next = IntStream.range(0, rows()).map(i -> (i + 1) % rows()).toArray();
      for (int at = 0; at < rows.length; at++) {
        next[rows[at]] = rows[(at + 1) % rows.length];
      }
      return new TargetRows(logits, labels, features, mixup, next, averaged, frequencies)
          .select(rows);
    }

    /** The given rows; the partner of each must be among them. */
    TargetRows select(int[] rows) {
      int[] firstPlace = new int[labels.length];
      for (int at = rows.length - 1; at >= 0; at--) {
        firstPlace[rows[at]] = at;
      }
      return new TargetRows(
          picked(logits, rows),
          IntStream.of(rows).map(i -> labels[i]).toArray(),
          picked(features, rows),
          picked(mixup, rows),
          IntStream.of(rows).map(i -> firstPlace[partner[i]]).toArray(),
          picked(averaged, rows),
          IntStream.of(rows).mapToDouble(i -> frequencies[i]).toArray());
    }
  }

  /** Row counts repeat 0, 1, 2, 3, 1; partners stay among rows of the same count. */
  private static final int PERIOD = 5;

  private static final int FEATURES = 3;
  private static final double WRONG_LABELS = 0.15;

  /**
   * An over-confident classifier whose target is shifted along a feature that costs accuracy. There
   * are enough rows and wrong labels that no linear map of the logits separates the classes.
   */
  static TaskParts random(int classes, long seed) {
    Random random = new Random(seed);
    int validation = 60 * classes;
    int targets = 100;
    int train = 110;
    Draw source = new Draw(validation, classes, 0, random);
    Draw target = new Draw(targets, classes, 0.8, random);
    Draw mixed = new Draw(targets, classes, 0.8, random);
    Draw averaged = new Draw(targets, classes, 0.8, random);
    Draw training = new Draw(train, classes, 0, random);
    int[] partner = IntStream.range(0, targets).map(i -> (i + PERIOD) % targets).toArray();
    return new TaskParts(
        Storage.DOUBLES,
        new Source(source.logits, source.labels, source.features, ones(validation)),
        new TargetRows(
            target.logits,
            target.labels,
            target.features,
            mixed.logits,
            partner,
            softmax(averaged.logits),
            ones(targets)),
        training.features,
        ones(train));
  }

  TaskParts storedAs(Storage other) {
    return new TaskParts(other, source, target, trainFeatures, trainFrequencies);
  }

  TaskParts with(Source newSource) {
    return new TaskParts(storage, newSource, target, trainFeatures, trainFrequencies);
  }

  TaskParts with(TargetRows newTarget) {
    return new TaskParts(storage, source, newTarget, trainFeatures, trainFrequencies);
  }

  /** The same task with each feature as three categories, one-hot. */
  TaskParts withOneHotFeatures() {
    return new TaskParts(
        storage,
        new Source(source.logits, source.labels, oneHot(source.features), source.frequencies),
        target.withFeatures(oneHot(target.features)),
        oneHot(trainFeatures),
        trainFrequencies);
  }

  private static double[][] oneHot(double[][] features) {
    return Arrays.stream(features)
        .map(
            row -> {
              double[] wide = new double[3 * row.length];
              for (int j = 0; j < row.length; j++) {
                wide[3 * j + (row[j] < -0.5 ? 0 : row[j] < 0.5 ? 1 : 2)] = 1;
              }
              return wide;
            })
        .toArray(double[][]::new);
  }

  int classes() {
    return source.logits[0].length;
  }

  /** Every logit mapped. */
  TaskParts mapLogits(DoubleUnaryOperator function) {
    return mapLogitRows((i, row) -> Arrays.stream(row).map(function).toArray());
  }

  /** A constant added to the logits of every row: its own for each, or one for all. */
  TaskParts plus(IntUnaryOperator constant) {
    return mapLogitRows(
        (i, row) -> Arrays.stream(row).map(z -> z + constant.applyAsInt(i)).toArray());
  }

  private TaskParts mapLogitRows(BiFunction<Integer, double[], double[]> function) {
    return with(source.withLogits(mapped(source.logits, function)))
        .with(target.withLogits(mapped(target.logits, function), mapped(target.mixup, function)));
  }

  /** Rows of all three sets in another order; target row i moves to {@code targetOrder⁻¹(i)}. */
  TaskParts select(int[] validationOrder, int[] targetOrder, int[] trainOrder) {
    return new TaskParts(
        storage,
        source.select(validationOrder),
        target.select(targetOrder),
        picked(trainFeatures, trainOrder),
        IntStream.of(trainOrder).mapToDouble(i -> trainFrequencies[i]).toArray());
  }

  /** Class k becomes {@code newClass[k]} everywhere. */
  TaskParts relabelled(int[] newClass) {
    return new TaskParts(
        storage,
        new Source(
            columns(source.logits, newClass),
            IntStream.of(source.labels).map(k -> newClass[k]).toArray(),
            source.features,
            source.frequencies),
        new TargetRows(
            columns(target.logits, newClass),
            IntStream.of(target.labels).map(k -> newClass[k]).toArray(),
            target.features,
            columns(target.mixup, newClass),
            target.partner,
            columns(target.averaged, newClass),
            target.frequencies),
        trainFeatures,
        trainFrequencies);
  }

  /** The same task with row counts 0, 1, 2, 3, 1, 0, … in all three sets. */
  TaskParts counted() {
    return new TaskParts(
        storage,
        source.withFrequencies(counts(source.rows())),
        target.withFrequencies(counts(target.rows())),
        trainFeatures,
        counts(trainFeatures.length));
  }

  /** Every row repeated as often as it counts, then counting once. */
  TaskParts repeated() {
    TaskParts repeated =
        select(repeats(source.frequencies), repeats(target.frequencies), repeats(trainFrequencies));
    Arrays.fill(repeated.source.frequencies, 1);
    Arrays.fill(repeated.target.frequencies, 1);
    Arrays.fill(repeated.trainFrequencies, 1);
    return repeated;
  }

  /** Row i as often as it counts, for each i. */
  static int[] repeats(double[] frequencies) {
    return IntStream.range(0, frequencies.length)
        .flatMap(i -> IntStream.generate(() -> i).limit((long) frequencies[i]))
        .toArray();
  }

  /** The labels and logits alone. */
  TransferTask.Builder bare() {
    return TransferTask.named("small")
        .sourceValidation(
            logits(source.logits),
            Labels.copyOf(source.labels, classes()),
            Frequencies.copyOf(source.frequencies))
        .target(logits(target.logits), Frequencies.copyOf(target.frequencies));
  }

  /** The task with all parts. */
  TransferTask task() {
    return bare()
        .features(
            new DomainFeatures(
                Matrix.copyOf(trainFeatures),
                Frequencies.copyOf(trainFrequencies),
                Matrix.copyOf(source.features),
                Matrix.copyOf(target.features)))
        .mixup(new Mixup(logits(target.mixup), target.partner))
        .mcDropout(Probabilities.of(Matrix.copyOf(target.averaged)))
        .ensemble(Probabilities.of(Matrix.copyOf(target.averaged)))
        .svi(Probabilities.of(Matrix.copyOf(target.averaged)))
        .build();
  }

  Labels targetLabels() {
    return Labels.copyOf(target.labels, classes());
  }

  /** Default settings that know the target labels, also as rows that methods may use. */
  MethodSettings settings() {
    return MethodSettings.defaults()
        .withTargetLabels(targetLabels())
        .withLabelledRows(
            new LabelledRows(
                IntStream.range(0, target.rows())
                    .mapToObj(i -> LabelledRows.Row.of(i, target.labels()[i]))
                    .toList()));
  }

  private Logits logits(double[][] rows) {
    Matrix doubles = Matrix.copyOf(rows);
    if (storage == Storage.DOUBLES) {
      return Logits.of(doubles);
    }
    float[] values = new float[doubles.rows() * doubles.columns()];
    for (int i = 0; i < doubles.rows(); i++) {
      for (int k = 0; k < doubles.columns(); k++) {
        values[i * doubles.columns() + k] = (float) rows[i][k];
      }
    }
    return Logits.of(Matrix.wrap(values, doubles.rows(), doubles.columns()));
  }

  static double[] ones(int rows) {
    double[] ones = new double[rows];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static double[] counts(int rows) {
    double[] cycle = {0, 1, 2, 3, 1};
    return IntStream.range(0, rows).mapToDouble(i -> cycle[i % PERIOD]).toArray();
  }

  private static double[][] mapped(
      double[][] matrix, BiFunction<Integer, double[], double[]> function) {
    return IntStream.range(0, matrix.length)
        .mapToObj(i -> function.apply(i, matrix[i]))
        .toArray(double[][]::new);
  }

  private static double[][] picked(double[][] matrix, int[] rows) {
    return IntStream.of(rows).mapToObj(i -> matrix[i]).toArray(double[][]::new);
  }

  private static double[][] columns(double[][] matrix, int[] newColumn) {
    double[][] moved = new double[matrix.length][newColumn.length];
    for (int i = 0; i < matrix.length; i++) {
      for (int k = 0; k < newColumn.length; k++) {
        moved[i][newColumn[k]] = matrix[i][k];
      }
    }
    return moved;
  }

  static double[][] softmax(double[][] logits) {
    return Logits.copyOf(logits).softmax(1).toMatrix().toArrays();
  }

  /** Rows of one domain. */
  private static final class Draw {
    private final double[][] logits;
    private final int[] labels;
    private final double[][] features;

    Draw(int rows, int classes, double shift, Random random) {
      logits = new double[rows][classes];
      labels = new int[rows];
      features = new double[rows][FEATURES];
      for (int i = 0; i < rows; i++) {
        features[i][0] = shift + random.nextGaussian();
        features[i][1] = random.nextGaussian();
        features[i][2] = random.nextGaussian() + 0.3 * shift;
        labels[i] = random.nextInt(classes);
        double signal = 2.2 + Math.log(classes) / 2 - 0.9 * features[i][0];
        for (int k = 0; k < classes; k++) {
          logits[i][k] = 2 * (random.nextGaussian() + (k == labels[i] ? signal : 0));
        }
        labels[i] = random.nextDouble() < WRONG_LABELS ? random.nextInt(classes) : labels[i];
      }
    }
  }
}
