package org.transcal.io.dataset;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.task.DomainFeatures;

/** Examples of several domains, labelled or not, to train adaptation models on. */
public final class DataSet {
  /** The label of a row whose class is unknown. */
  public static final int UNLABELLED = -1;

  private final FeatureRows features;
  private final int[] labels;
  private final int[] domains;
  private final int[] splits;
  private final List<String> domainNames;
  private final List<String> classNames;

  /**
   * Copies the arrays.
   *
   * @param labels an index into the class names per row, or {@link #UNLABELLED}
   * @param domains an index into the domain names per row
   * @param splits one per row, or none for split 0 everywhere
   */
  DataSet(
      FeatureRows features,
      int[] labels,
      int[] domains,
      int[] splits,
      List<String> domainNames,
      List<String> classNames) {
    int rows = features.rows();
    if (labels.length != rows
        || domains.length != rows
        || (splits.length != 0 && splits.length != rows)) {
      throw new IllegalArgumentException(
          "Data set has "
              + rows
              + " rows but "
              + labels.length
              + " labels, "
              + domains.length
              + " domains and "
              + splits.length
              + " splits");
    }
    if (classNames.size() < 2) {
      throw new IllegalArgumentException(
          "Data set has "
              + classNames.size()
              + " class(es); at least 2 classes are needed, not counting -1, which means unlabelled");
    }
    for (int row = 0; row < rows; row++) {
      if (labels[row] < UNLABELLED || labels[row] >= classNames.size()) {
        throw new IllegalArgumentException(
            "Label at row "
                + row
                + " is "
                + labels[row]
                + "; labels of "
                + classNames.size()
                + " classes must be in 0 … "
                + (classNames.size() - 1)
                + ", or -1 for unlabelled");
      }
    }
    for (int row = 0; row < domains.length; row++) {
      if (domains[row] < 0 || domains[row] >= domainNames.size()) {
        throw new IllegalArgumentException(
            "Domain of row "
                + row
                + " is "
                + domains[row]
                + "; it must be in 0 … "
                + (domainNames.size() - 1));
      }
    }
    this.features = features;
    this.labels = labels.clone();
    this.domains = domains.clone();
    this.splits = splits.clone();
    this.domainNames = List.copyOf(domainNames);
    this.classNames = List.copyOf(classNames);
  }

  /** Fails, naming file, row, column and value, unless all values can be computed with. */
  static void requireUsable(String where, Matrix values) {
    try {
      DomainFeatures.requireUsable("a", values);
    } catch (IllegalArgumentException bad) {
      throw new InputException(where + ": " + bad.getMessage(), bad);
    }
  }

  /** Number of rows. */
  public int rows() {
    return domains.length;
  }

  /** The features. */
  public FeatureRows features() {
    return features;
  }

  /** Number of classes, whether or not each of them occurs. */
  public int classes() {
    return classNames.size();
  }

  /** The class of a row, or {@link #UNLABELLED}. */
  public int label(int row) {
    return labels[row];
  }

  /** Whether the class of a row is known. */
  public boolean isLabelled(int row) {
    return labels[row] != UNLABELLED;
  }

  /**
   * The classes of the given rows.
   *
   * @throws InputException where one of them is unlabelled
   */
  public Labels labels(int[] rows) {
    int[] selected = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      if (!isLabelled(rows[i])) {
        throw new InputException(
            "Row "
                + rows[i]
                + " of the data set, in domain "
                + InputException.quote(domainNames.get(domains[rows[i]]))
                + ", is unlabelled (-1); only rows of the target domain may be");
      }
      selected[i] = labels[rows[i]];
    }
    return Labels.copyOf(selected, classes());
  }

  /**
   * The classes of all rows.
   *
   * @throws InputException where a row is unlabelled
   */
  public Labels labels() {
    return labels(IntStream.range(0, rows()).toArray());
  }

  /** The domain of a row, an index into {@link #domainNames()}. */
  public int domain(int row) {
    return domains[row];
  }

  /**
   * The part of the data set that a row was put into by those who made it; 0 where they made no
   * parts.
   */
  public int split(int row) {
    return splits.length == 0 ? 0 : splits[row];
  }

  /** Rows of a domain, in order. */
  public int[] rowsOf(int domain) {
    return IntStream.range(0, domains.length).filter(row -> domains[row] == domain).toArray();
  }

  /** Names of the domains. */
  public List<String> domainNames() {
    return domainNames;
  }

  /** Names of the classes. */
  public List<String> classNames() {
    return classNames;
  }

  @Override
  public String toString() {
    return "DataSet of "
        + rows()
        + " rows, "
        + features.columns()
        + " features, domains "
        + domainNames
        + ", "
        + Arrays.stream(domains).distinct().count()
        + " of them used";
  }
}
