package org.transcal.onnx.extract;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.InputException;
import org.transcal.io.npy.Elements;
import org.transcal.io.npy.NpyArray;
import org.transcal.io.npy.NpyHeader;

/** Rows of an array of any rank, fed as they are. */
public final class ArrayExamples implements Examples {
  private static final int CHUNK = 1 << 16;

  private final String where;
  private final List<Long> shape;
  private final int rows;
  private final float[] values;

  private ArrayExamples(String where, List<Long> shape, int rows, float[] values) {
    this.where = where;
    this.shape = List.copyOf(shape);
    this.rows = rows;
    this.values = values;
  }

  /**
   * Reads an array whole; its first dimension counts the examples.
   *
   * @throws InputException naming the array and what is wrong with it
   */
  public static ArrayExamples of(NpyArray array) {
    NpyHeader header = array.header();
    if (header.rank() < 2 || header.elements() == 0) {
      throw new InputException(
          array.where()
              + ": has shape "
              + header.shapeText()
              + "; examples along the first dimension, and at least one more dimension, are needed");
    }
    array.requireNumbers(header.rank());
    if (header.order() == NpyHeader.ElementOrder.COLUMN_MAJOR && header.rank() > 1) {
      throw new InputException(
          array.where() + ": is in Fortran order; save it in C order (numpy.ascontiguousarray)");
    }
    List<Long> shape = new ArrayList<>();
    for (int i = 1; i < header.rank(); i++) {
      shape.add(header.dimension(i));
    }
    return new ArrayExamples(
        array.where(), shape, Math.toIntExact(header.dimension(0)), values(array));
  }

  private static float[] values(NpyArray array) {
    float[] values = Allocation.floats(array.where(), array.header().elements());
    double[] chunk = new double[Math.min(CHUNK, values.length)];
    try (Elements elements = array.elements()) {
      for (int at = 0; at < values.length; at += chunk.length) {
        int count = Math.min(chunk.length, values.length - at);
        elements.read(chunk, 0, count);
        for (int i = 0; i < count; i++) {
          values[at + i] = (float) chunk[i];
        }
      }
      elements.requireEnd();
      return values;
    } catch (IOException e) {
      throw new InputException(array.where() + ": cannot be read: " + e.getMessage(), e);
    }
  }

  @Override
  public int size() {
    return rows;
  }

  @Override
  public List<Long> shape() {
    return shape;
  }

  @Override
  public String name(int index) {
    return where + ", row " + index;
  }

  @Override
  public void read(int index, float[] target, int at) {
    int length = values.length / rows;
    System.arraycopy(values, index * length, target, at, length);
  }
}
