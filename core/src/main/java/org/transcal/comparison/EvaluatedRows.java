package org.transcal.comparison;

import java.util.List;
import java.util.Optional;
import org.transcal.metric.MetricEvaluation;

/**
 * Labelled predictions of one file, evaluated.
 *
 * @param name names them in tables and charts
 * @param classNames one per class, or empty
 * @param overall evaluation of the predicted class
 * @param positive evaluation of one class, if asked for
 */
public record EvaluatedRows(
    String name,
    List<String> classNames,
    MetricEvaluation overall,
    Optional<PositiveClass> positive) {
  /** A class with the evaluation of its probability. */
  public record PositiveClass(int label, MetricEvaluation evaluation) {}

  /** Copies the list. */
  public EvaluatedRows {
    classNames = List.copyOf(classNames);
  }

  /** The name of a class, else its number. */
  public String className(int label) {
    return classNames.isEmpty() ? Integer.toString(label) : classNames.get(label);
  }
}
