package org.transcal.onnx.extract;

import java.util.List;
import org.transcal.onnx.image.UnreadableImageException;

/** Examples for a network; thread-safe. */
public interface Examples {
  int size();

  List<Long> shape();

  /** The name of an example in messages. */
  String name(int index);

  /**
   * Reads an example into an array, starting at a position.
   *
   * @throws UnreadableImageException naming it and what is wrong with it
   */
  void read(int index, float[] target, int at) throws UnreadableImageException;

  /** Number of values in an example. */
  default int length() {
    return Math.toIntExact(shape().stream().reduce(1L, Math::multiplyExact));
  }
}
