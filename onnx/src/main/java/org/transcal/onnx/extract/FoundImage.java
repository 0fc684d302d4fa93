package org.transcal.onnx.extract;

import java.nio.file.Path;
import java.util.Map;
import org.transcal.io.file.InputException;

/**
 * An image with its class: the name of its folder, or the number in a list, or neither (empty and
 * −1).
 *
 * @param where the line or folder, for messages
 */
record FoundImage(Path file, String className, int number, String where) {
  /** The number of its class, or {@link ImageSet#UNLABELLED}. */
  int label(Map<String, Integer> numbers) {
    if (number < 0 && className.isEmpty()) {
      return ImageSet.UNLABELLED;
    }
    int label = className.isEmpty() ? number : numbers.getOrDefault(className, -1);
    if (label < 0 || label >= numbers.size()) {
      String given =
          className.isEmpty() ? "label " + number : "class " + InputException.quote(className);
      throw InputException.in(where, "%s is not one of the %s classes", given, numbers.size());
    }
    return label;
  }
}
