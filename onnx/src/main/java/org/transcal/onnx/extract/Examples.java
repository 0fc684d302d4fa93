package org.transcal.onnx.extract;

import java.util.List;
import org.transcal.onnx.image.UnreadableImageException;

/** What goes through a network, one by one; safe from several threads. */
public interface Examples {
  /** How many there are. */
  int size();

  /** Shape of one. */
  List<Long> shape();

  /** Names one in messages. */
  String name(int index);

  /**
   * Reads one into an array, from a position on.
   *
   * @throws UnreadableImageException naming it and what is wrong with it
   */
  void read(int index, float[] target, int at) throws UnreadableImageException;

  /** Numbers in one. */
  default int length() {
    return Math.toIntExact(shape().stream().reduce(1L, Math::multiplyExact));
  }
}
