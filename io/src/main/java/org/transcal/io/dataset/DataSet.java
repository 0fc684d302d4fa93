package org.transcal.io.dataset;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.transcal.prediction.Labels;

/** Labelled examples of several domains, to train adaptation models on. */
public final class DataSet {
  private final FeatureRows features;
  private final Labels labels;
  private final int[] domains;
  private final int[] splits;
  private final List<String> domainNames;
  private final List<String> classNames;

  /**
   * Copies the domains and splits; each domain is an index into the names, and no splits stand for
   * split 0 everywhere.
   */
  DataSet(
      FeatureRows features,
      Labels labels,
      int[] domains,
      int[] splits,
      List<String> domainNames,
      List<String> classNames) {
    labels.requireRows(features.rows(), "Data set");
    if (splits.length != 0 && splits.length != features.rows()) {
      throw new IllegalArgumentException(
          "Data set has " + features.rows() + " rows but " + splits.length + " splits");
    }
    if (domains.length != features.rows() || classNames.size() != labels.classes()) {
      throw new IllegalArgumentException(
          "Data set has "
              + features.rows()
              + " rows and "
              + labels.classes()
              + " classes but "
              + domains.length
              + " domains and "
              + classNames.size()
              + " class names");
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
    this.labels = labels;
    this.domains = domains.clone();
    this.splits = splits.clone();
    this.domainNames = List.copyOf(domainNames);
    this.classNames = List.copyOf(classNames);
  }

  /** Number of rows. */
  public int rows() {
    return domains.length;
  }

  /** The features. */
  public FeatureRows features() {
    return features;
  }

  /** The classes. */
  public Labels labels() {
    return labels;
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
