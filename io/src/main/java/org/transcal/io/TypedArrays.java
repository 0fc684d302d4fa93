package org.transcal.io;

import java.util.List;
import org.transcal.io.array.StoredArray;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.task.DomainFeatures;

/** Arrays as features, labels and numbers; every error names the array. */
final class TypedArrays {
  private TypedArrays() {}

  static Matrix features(StoredArray array) {
    Matrix matrix = array.matrix();
    if (matrix.rows() == 0 || matrix.columns() == 0) {
      throw InputException.in(
          array.where(),
          "has %d rows and %d columns; features need at least one of each",
          matrix.rows(),
          matrix.columns());
    }
    return InputException.naming(
        array.where(),
        () -> {
          DomainFeatures.requireUsable("a", matrix);
          return matrix;
        });
  }

  /** Class numbers, or names of classes if they are known. */
  static Labels labels(StoredArray array, int classes, List<String> names) {
    int[] labels = classNumbers(array, names);
    return InputException.naming(array.where(), () -> Labels.copyOf(labels, classes));
  }

  /** Labels, some possibly −1 or an empty text: unlabelled. */
  static Labels partialLabels(StoredArray array, int classes, List<String> names) {
    int[] labels = classNumbers(array, names);
    return InputException.naming(array.where(), () -> Labels.partial(labels, classes));
  }

  private static int[] classNumbers(StoredArray array, List<String> names) {
    if (!array.isText()) {
      return array.integers("label");
    }
    if (names.isEmpty()) {
      try {
        return array.integers("label");
      } catch (InputException notNumbers) {
        throw new InputException(
            notNumbers.getMessage()
                + " (names of classes need an array class_names beside them, such as"
                + " np.unique(labels))",
            notNumbers);
      }
    }
    List<String> texts = array.texts();
    int[] labels = new int[texts.size()];
    for (int i = 0; i < labels.length; i++) {
      String text = texts.get(i).strip();
      labels[i] = text.isEmpty() ? Labels.UNKNOWN : names.indexOf(text);
      if (labels[i] < 0 && !text.isEmpty()) {
        throw InputException.in(
            array.where(),
            "label at row %d is %s; class_names are %s",
            i,
            InputException.quote(text),
            InputException.list(names));
      }
    }
    return labels;
  }
}
