package org.transcal.onnx.graph;

/**
 * One dimension of a tensor.
 *
 * @param size its length; −1 where it differs between runs
 * @param symbol the name of a length that is not fixed; empty where it has none
 */
public record Dimension(long size, String symbol) {
  /** A length nobody knows. */
  public static final Dimension UNKNOWN = new Dimension(-1, "");

  /** A fixed length. */
  public static Dimension of(long size) {
    return new Dimension(size, "");
  }

  /** Whether the length is fixed. */
  public boolean isFixed() {
    return size >= 0;
  }

  @Override
  public String toString() {
    return isFixed() ? Long.toString(size) : symbol.isEmpty() ? "?" : symbol;
  }
}
