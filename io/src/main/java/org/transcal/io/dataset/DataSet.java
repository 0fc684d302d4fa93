package org.transcal.io.dataset;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.task.DomainFeatures;

/**
 * Examples of several domains, labelled or not, to train adaptation models on.
 *
 * <pre>{@code
 * DataSet photos =
 *     DataSet.of(
 *         Matrix.copyOf(new double[][] {{0.1, 2}, {0.3, 1}, {0.2, 4}, {0.5, 3}}),
 *         new int[] {0, 1, 1, DataSet.UNLABELLED},
 *         new int[] {0, 0, 1, 1},
 *         List.of("studio", "street"),
 *         List.of("cat", "dog"));
 * }</pre>
 */
public final class DataSet {
  /** The label of a row whose class is unknown. */
  public static final int UNLABELLED = -1;

  private final FeatureRows features;
  private final int[] labels;
  private final int[] domains;
  private final int[] splits;
  private final List<String> domainNames;
  private final List<String> classNames;
  private final ClassList classList;

  /** Where the list of classes comes from. */
  enum ClassList {
    /** Somebody named the classes. */
    NAMED,
    /** The labels of all rows. */
    FROM_LABELS
  }

  DataSet(
      FeatureRows features,
      int[] labels,
      int[] domains,
      int[] splits,
      List<String> domainNames,
      List<String> classNames,
      ClassList classList) {
    int rows = features.rows();
    requireRows(rows, labels.length, "labels");
    requireRows(rows, domains.length, "domains");
    requireRows(rows, splits.length == 0 ? rows : splits.length, "splits");
    if (classNames.size() < 2) {
      throw new IllegalArgumentException(
          "Data set has "
              + classNames.size()
              + " class(es); at least 2 classes are needed, not counting -1, which means"
              + " unlabelled");
    }
    requireIndices("Label", labels, UNLABELLED, classNames.size(), ", or -1 for unlabelled");
    requireIndices("Domain", domains, 0, domainNames.size(), "");
    this.features = features;
    this.labels = labels.clone();
    this.domains = domains.clone();
    this.splits = splits.clone();
    this.domainNames = List.copyOf(domainNames);
    this.classNames = List.copyOf(classNames);
    this.classList = classList;
  }

  /**
   * A data set from arrays, which are copied; the matrix is shared.
   *
   * @param labels for each row an index into the class names, or {@link #UNLABELLED}
   * @param domains for each row an index into the domain names
   * @throws IllegalArgumentException naming the row or array that does not fit
   */
  public static DataSet of(
      Matrix features,
      int[] labels,
      int[] domains,
      List<String> domainNames,
      List<String> classNames) {
    DomainFeatures.requireUsable("a", features);
    FeatureRows rows = new FeatureRows.Dense(features);
    return new DataSet(rows, labels, domains, new int[0], domainNames, classNames, ClassList.NAMED);
  }

  /**
   * A data set of images from arrays, which are copied; the matrix is shared.
   *
   * @throws IllegalArgumentException naming the row or array that does not fit
   */
  public static DataSet of(
      FeatureRows.Images images,
      int[] labels,
      int[] domains,
      List<String> domainNames,
      List<String> classNames) {
    DomainFeatures.requireUsable("a", images.values());
    return new DataSet(
        images, labels, domains, new int[0], domainNames, classNames, ClassList.NAMED);
  }

  /** The same data set with a split per row, such as 0 for training and 1 for testing. */
  public DataSet withSplits(int... split) {
    return new DataSet(features, labels, domains, split, domainNames, classNames, classList);
  }

  private static void requireRows(int rows, int actual, String what) {
    if (actual != rows) {
      throw new IllegalArgumentException(
          "Data set has " + rows + " rows but " + actual + " " + what + "; one per row is needed");
    }
  }

  private static void requireIndices(
      String what, int[] indices, int least, int names, String note) {
    for (int row = 0; row < indices.length; row++) {
      if (indices[row] < least || indices[row] >= names) {
        String range = "; it must be in 0 … " + (names - 1) + note;
        throw new IllegalArgumentException(what + " at row " + row + " is " + indices[row] + range);
      }
    }
  }

  /** Fails, naming file, row, column and value, unless all values are usable features. */
  static void requireUsable(String where, Matrix values) {
    InputException.naming(
        where,
        () -> {
          DomainFeatures.requireUsable("a", values);
          return values;
        });
  }

  /** Number of rows. */
  public int rows() {
    return domains.length;
  }

  /** The features. */
  public FeatureRows features() {
    return features;
  }

  /** Number of classes, including any that do not occur. */
  public int classes() {
    return classNames.size();
  }

  /** Whether somebody named the classes; if not, they are those of all labels, of any domain. */
  public boolean namesClasses() {
    return classList == ClassList.NAMED;
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
   * @throws InputException if one of them is unlabelled
   */
  public Labels labels(int[] rows) {
    int[] selected = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      if (!isLabelled(rows[i])) {
        String domain = InputException.quote(domainNames.get(domains[rows[i]]));
        throw new InputException(
            String.format(
                Locale.ROOT,
                "Row %d of the data set, in domain %s, is unlabelled (-1); only rows of the target"
                    + " domain may be",
                rows[i],
                domain));
      }
      selected[i] = labels[rows[i]];
    }
    return Labels.copyOf(selected, classes());
  }

  /**
   * The classes of all rows.
   *
   * @throws InputException if a row is unlabelled
   */
  public Labels labels() {
    return labels(IntStream.range(0, rows()).toArray());
  }

  /** The domain of a row, an index into {@link #domainNames()}. */
  public int domain(int row) {
    return domains[row];
  }

  /** The split that a row belongs to, as published with the data set; 0 if there are no splits. */
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
    long used = Arrays.stream(domains).distinct().count();
    return String.format(
        Locale.ROOT,
        "DataSet of %d rows, %d features, domains %s, %d of them used",
        rows(),
        features.columns(),
        domainNames,
        used);
  }
}
