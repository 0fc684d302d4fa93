package org.transcal.onnx.extract;

import java.util.List;
import java.util.Map;
import org.transcal.matrix.Matrix;

/** A network's outputs for the examples that could be read. */
public final class Extracted {
  private final Map<String, Matrix> tensors;
  private final int[] kept;
  private final List<String> unreadable;
  private final double readingSeconds;
  private final double runningSeconds;

  Extracted(
      Map<String, Matrix> tensors,
      int[] kept,
      List<String> unreadable,
      double readingSeconds,
      double runningSeconds) {
    this.tensors = Map.copyOf(tensors);
    this.kept = kept;
    this.unreadable = List.copyOf(unreadable);
    this.readingSeconds = readingSeconds;
    this.runningSeconds = runningSeconds;
  }

  /** Number of examples that were read. */
  public int rows() {
    return kept.length;
  }

  /** A tensor's values, one row per example that was read. */
  public Matrix tensor(String name) {
    return tensors.get(name);
  }

  /** Indices of the examples that were read. */
  public int[] kept() {
    return kept.clone();
  }

  /** One line per example that could not be read. */
  public List<String> unreadable() {
    return unreadable;
  }

  /** CPU time spent on reading and preparing, over all threads. */
  public double readingSeconds() {
    return readingSeconds;
  }

  /** CPU time spent in the network, over all threads. */
  public double runningSeconds() {
    return runningSeconds;
  }
}
