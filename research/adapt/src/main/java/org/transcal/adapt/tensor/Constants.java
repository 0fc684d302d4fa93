package org.transcal.adapt.tensor;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import java.lang.ref.Reference;

/**
 * Numbers and arrays in memory of the engine, safe to combine with arrays that have gradients.
 *
 * <p>DJL wraps a temporary Java buffer for a number given as an operand ({@code x.mul(n)}) and for
 * arrays made from Java ones. Autograd keeps the wrapper but not the buffer, so a garbage
 * collection before the backward pass silently corrupts gradients. Everything made here is copied
 * into memory that the engine owns. The build forbids the other forms in this module.
 */
public final class Constants {
  private Constants() {}

  /** A number of the same type and on the same device as an array. */
  public static NDArray like(NDArray array, double value) {
    return array.getManager().full(new Shape(), (float) value, array.getDataType());
  }

  public static NDArray number(NDManager manager, double value) {
    return manager.full(new Shape(), (float) value);
  }

  public static NDArray times(NDArray array, double factor) {
    return array.mul(like(array, factor));
  }

  public static NDArray plus(NDArray array, double summand) {
    return array.add(like(array, summand));
  }

  /** A matrix of given values, row after row. */
  public static NDArray matrix(NDManager manager, float[] values, long rows, long columns) {
    return owned(manager.create(values, new Shape(rows, columns)));
  }

  public static NDArray vector(NDManager manager, float[] values) {
    return owned(manager.create(values, new Shape(values.length)));
  }

  /** A matrix in double precision, row after row. */
  public static NDArray matrix(NDManager manager, double[] values, long rows, long columns) {
    return owned(manager.create(values, new Shape(rows, columns)));
  }

  /**
   * A matrix of which most values are zero; values at the same position add up.
   *
   * @param positions the rows of all values, then their columns
   */
  public static NDArray sparse(
      NDManager manager, float[] values, long[] positions, long rows, long columns) {
    NDArray owned = vector(manager, values);
    NDArray indices = owned(manager.create(positions, new Shape(2, values.length)));
    return JniUtils.createSparseCoo(
        (PtNDArray) indices, (PtNDArray) owned, new Shape(rows, columns));
  }

  /** Copies an array that shares a Java buffer, and keeps the buffer alive until then. */
  private static NDArray owned(NDArray borrowed) {
    NDArray copy = borrowed.duplicate();
    Reference.reachabilityFence(borrowed);
    borrowed.close();
    return copy;
  }
}
