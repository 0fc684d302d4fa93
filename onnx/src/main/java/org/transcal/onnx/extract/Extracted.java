package org.transcal.onnx.extract;

import java.util.List;
import java.util.Map;
import org.transcal.matrix.Matrix;

/** What a network gave for the examples that could be read. */
public final class Extracted {
  private final Map<String, Matrix> tensors;
  private final int[] kept;
  private final List<String> unreadable;
  private final long readingNanos;
  private final long runningNanos;

  Extracted(
      Map<String, Matrix> tensors,
      int[] kept,
      List<String> unreadable,
      long readingNanos,
      long runningNanos) {
    this.tensors = Map.copyOf(tensors);
    this.kept = kept;
    this.unreadable = List.copyOf(unreadable);
    this.readingNanos = readingNanos;
    this.runningNanos = runningNanos;
  }

  /** Number of examples that were read. */
  public int rows() {
    return kept.length;
  }

  /** The rows of a tensor, one an example that was read. */
  public Matrix tensor(String name) {
    return tensors.get(name);
  }

  /** Indices of the examples that were read. */
  public int[] kept() {
    return kept.clone();
  }

  /** One line for each example that was left out. */
  public List<String> unreadable() {
    return unreadable;
  }

  /** Processor time spent on reading and preparing, of all threads together. */
  public double readingSeconds() {
    return readingNanos * 1e-9;
  }

  /** Processor time spent in the network, of all threads together. */
  public double runningSeconds() {
    return runningNanos * 1e-9;
  }
}
