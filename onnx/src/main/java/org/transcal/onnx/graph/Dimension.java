package org.transcal.onnx.graph;

/**
 * One dimension of a tensor.
 *
 * @param size its size; −1 if not fixed
 * @param symbol the name of a size that is not fixed, or empty
 */
public record Dimension(long size, String symbol) {
  public static final Dimension UNKNOWN = new Dimension(-1, "");

  public static Dimension of(long size) {
    return new Dimension(size, "");
  }

  public boolean isFixed() {
    return size >= 0;
  }

  @Override
  public String toString() {
    return isFixed() ? Long.toString(size) : symbol.isEmpty() ? "?" : symbol;
  }
}
