package org.transcal.adapt.data;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.transcal.io.dataset.DataSet;
import org.transcal.io.file.InputException;

/**
 * The rows of two domains of a data set, the source split into training and validation.
 *
 * @param sourceTrain rows of the data set
 * @param sourceValidation rows of the data set, a fifth of each class
 * @param target rows of the data set
 */
public record DomainPair(int[] sourceTrain, int[] sourceValidation, int[] target) {
  private static final double VALIDATION_SHARE = 0.2;

  /**
   * Splits the source class by class.
   *
   * @param sourceRows rows of the source, all of which must be labelled
   * @param targetRows rows of the target, labelled or not
   * @param seed for the split of the source
   * @throws InputException if the source is too small, of one class or has an unlabelled row, or if
   *     the target has a class that neither the source nor a list of classes has
   */
  public static DomainPair split(
      DataSet data, int[] sourceRows, int[] targetRows, String source, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    // Fails if one of them is unlabelled.
    int[] labels = data.labels(sourceRows).toArray();
    List<Integer> train = new ArrayList<>();
    List<Integer> validation = new ArrayList<>();
    int classesSeen = 0;
    for (int k = 0; k < data.classes(); k++) {
      int wanted = k;
      int[] rows =
          IntStream.range(0, labels.length)
              .filter(i -> labels[i] == wanted)
              .map(i -> sourceRows[i])
              .toArray();
      classesSeen += rows.length > 0 ? 1 : 0;
      Sampler.shuffle(rows, random);
      int kept = (int) Math.round(rows.length * VALIDATION_SHARE);
      for (int i = 0; i < rows.length; i++) {
        (i < kept ? validation : train).add(rows[i]);
      }
    }
    if (classesSeen < 2) {
      throw InputException.of(
          "Source domain %s has rows of %d class(es); at least 2 are needed to train a classifier",
          InputException.quote(source), classesSeen);
    }
    if (validation.isEmpty()) {
      throw InputException.of(
          "Source domain %s has %d rows, too few to hold out a fifth of a class for validation; at"
              + " least 3 of one class are needed",
          InputException.quote(source), sourceRows.length);
    }
    requireSourceClasses(data, labels, targetRows);
    return new DomainPair(sorted(train), sorted(validation), targetRows.clone());
  }

  /** Labels of the target must not decide how many classes there are. */
  private static void requireSourceClasses(DataSet data, int[] labels, int[] targetRows) {
    BitSet known = new BitSet();
    IntStream.of(labels).forEach(known::set);
    for (int row : targetRows) {
      if (!data.namesClasses() && data.isLabelled(row) && !known.get(data.label(row))) {
        throw InputException.of(
            "Row %d of the data set has class %s, which no source row has; list all classes in"
                + " class_names, or mark the target row as unlabelled (-1)",
            row, data.classNames().get(data.label(row)));
      }
    }
  }

  /** Rows to train on: source, then target. */
  public int[] training() {
    return IntStream.concat(IntStream.of(sourceTrain), IntStream.of(target)).toArray();
  }

  private static int[] sorted(List<Integer> rows) {
    return rows.stream().mapToInt(row -> row).sorted().toArray();
  }
}
