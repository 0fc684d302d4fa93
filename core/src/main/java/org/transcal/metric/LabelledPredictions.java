package org.transcal.metric;

import org.transcal.matrix.Frequencies;
import org.transcal.parallel.Lazy;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Probabilities;
import org.transcal.prediction.TopPredictions;

/**
 * Probabilities with true labels, each row counted by its frequency: the input of every metric.
 *
 * <p>Symbols: confidence {@code c}, correctness {@code r}.
 */
public final class LabelledPredictions {
  private final Probabilities probabilities;
  private final Labels labels;
  private final Frequencies frequencies;
  private final TopPredictions top;
  private final Lazy<Outcomes> outcomes;
  private final Lazy<ConfidenceLevels> levels;

  private LabelledPredictions(
      Probabilities probabilities,
      Labels labels,
      Frequencies frequencies,
      TopPredictions top,
      Lazy<Outcomes> outcomes) {
    this.probabilities = probabilities;
    this.labels = labels;
    this.frequencies = frequencies;
    this.top = top;
    this.outcomes = outcomes;
    this.levels = new Lazy<>(() -> outcomes.get().levels(frequencies));
  }

  /** Pairs probabilities with labels, every row once. */
  public static LabelledPredictions of(Probabilities probabilities, Labels labels) {
    labels.requireRows(probabilities.rows(), "Probabilities");
    if (labels.classes() != probabilities.classes()) {
      String both = probabilities.classes() + " classes but labels have " + labels.classes();
      throw new IllegalArgumentException("Probabilities have " + both);
    }
    return of(probabilities, labels, Frequencies.ones(labels.rows()), probabilities.top());
  }

  private static LabelledPredictions of(
      Probabilities probabilities, Labels labels, Frequencies frequencies, TopPredictions top) {
    return new LabelledPredictions(
        probabilities, labels, frequencies, top, new Lazy<>(() -> outcomes(top, labels)));
  }

  /**
   * The same rows, each as a prediction of one class: its confidence is the probability of that
   * class, and it is correct if the label is that class.
   */
  public LabelledPredictions ofClass(int label) {
    if (label < 0 || label >= classes()) {
      throw new IllegalArgumentException(
          "Class is " + label + "; it must be in 0 … " + (classes() - 1));
    }
    return of(probabilities, labels, frequencies, probabilities.always(label));
  }

  private static Outcomes outcomes(TopPredictions top, Labels labels) {
    ConfidenceRows rows = new ConfidenceRows();
    for (int i = 0; i < labels.rows(); i++) {
      rows.add(top.confidence(i), top.prediction(i) == labels.get(i) ? 1 : 0, 1);
    }
    return new Outcomes(rows);
  }

  /** The same rows with other frequencies, without copying the data or sorting it again. */
  public LabelledPredictions countedBy(Frequencies newFrequencies) {
    newFrequencies.requireRows(rows(), "Labelled predictions");
    return new LabelledPredictions(probabilities, labels, newFrequencies, top, outcomes);
  }

  /** Number of rows. */
  public int rows() {
    return labels.rows();
  }

  /** Number of classes. */
  public int classes() {
    return labels.classes();
  }

  /** The probabilities. */
  public Probabilities probabilities() {
    return probabilities;
  }

  /** The true classes. */
  public Labels labels() {
    return labels;
  }

  /** How often each row counts. */
  public Frequencies frequencies() {
    return frequencies;
  }

  /** Predicted class of a row: the most probable one, or that of {@link #ofClass}. */
  public int prediction(int row) {
    return top.prediction(row);
  }

  /** Confidence of a row: the probability of the predicted class. */
  public double confidence(int row) {
    return top.confidence(row);
  }

  /** 1 if the predicted class is the label, else 0. */
  public double correctness(int row) {
    return top.prediction(row) == labels.get(row) ? 1 : 0;
  }

  /** The rows grouped by confidence, in ascending order. */
  public ConfidenceLevels confidenceLevels() {
    return levels.get();
  }
}
