package org.transcal.adapt.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.transcal.io.file.Allocation;
import org.transcal.matrix.Matrix;

/** Encoder F and classifier G in memory of the engine, ready to train or predict. */
public final class Network {
  private final Encoder encoder;
  private final int rowsAtOnce;
  private final int width;
  private final int classes;
  private final Layer classifier;

  private Network(NDManager manager, NetworkWeights start, Normalization normalization) {
    this.encoder = start.encoder().in(manager, normalization);
    this.rowsAtOnce = start.encoder().rowsAtOnce();
    this.width = start.encoder().features();
    this.classes = start.classes();
    this.classifier = Layer.of(manager, start.classifier());
  }

  /**
   * What a network computes for rows.
   *
   * @param features one row each
   * @param logits one row each
   */
  public record Outputs(Matrix features, Matrix logits) {}

  /** A network with given weights, whose arrays belong to the manager. */
  public static Network of(NDManager manager, NetworkWeights start) {
    return of(manager, start, Normalization.NONE);
  }

  /** A network to train with normalization, on batches with as many source as target rows. */
  public static Network of(NDManager manager, NetworkWeights start, Normalization normalization) {
    return new Network(manager, start, normalization);
  }

  /** Features of inputs, one row each. */
  public NDArray features(NDArray inputs, Dropout dropout) {
    return encoder.features(inputs, dropout);
  }

  public NDArray logits(NDArray features) {
    return classifier.apply(features);
  }

  public Encoder encoder() {
    return encoder;
  }

  public Layer classifier() {
    return classifier;
  }

  /** Features and logits of rows that are made block by block. */
  public Outputs outputs(
      NDManager manager, int[] rows, BiFunction<NDManager, int[], NDArray> maker, Dropout dropout) {
    return outputs(manager, rows, maker, dropout, features -> features);
  }

  /** The same with features changed before the classifier sees them. */
  public Outputs outputs(
      NDManager manager,
      int[] rows,
      BiFunction<NDManager, int[], NDArray> maker,
      Dropout dropout,
      UnaryOperator<NDArray> change) {
    float[] features =
        Allocation.floats("Features of " + rows.length + " rows", (long) rows.length * width);
    float[] logits =
        Allocation.floats("Logits of " + rows.length + " rows", (long) rows.length * classes);
    for (int from = 0; from < rows.length; from += rowsAtOnce) {
      int[] block = Arrays.copyOfRange(rows, from, Math.min(rows.length, from + rowsAtOnce));
      try (NDManager inner = manager.newSubManager();
          NDScope scope = new NDScope()) {
        scope.suppressNotUsedWarning();
        NDArray f = change.apply(features(maker.apply(inner, block), dropout));
        copy(f, features, from * width);
        copy(logits(f), logits, from * classes);
      }
    }
    return new Outputs(
        Matrix.wrap(features, rows.length, width), Matrix.wrap(logits, rows.length, classes));
  }

  private static void copy(NDArray from, float[] to, int at) {
    float[] values = from.toFloatArray();
    System.arraycopy(values, 0, to, at, values.length);
  }
}
