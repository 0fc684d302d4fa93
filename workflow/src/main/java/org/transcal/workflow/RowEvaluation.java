package org.transcal.workflow;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.transcal.comparison.EvaluatedRows;
import org.transcal.io.file.InputException;
import org.transcal.metric.Bootstrap;
import org.transcal.metric.CalibrationMetrics;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.MetricEvaluation;
import org.transcal.metric.StreamingEvaluation;

/** Evaluates rows that arrive in blocks: all metrics, and those of one class on request. */
final class RowEvaluation {
  private final StreamingEvaluation overall;
  private final OptionalInt positive;
  private final Optional<StreamingEvaluation> ofPositive;

  /** Starts an evaluation; {@code positive} is the class to evaluate on its own. */
  RowEvaluation(int classes, long seed, int bins, OptionalInt positive) {
    Bootstrap bootstrap = Bootstrap.seeded(seed);
    this.overall = new StreamingEvaluation(classes, bins, bootstrap);
    this.positive = positive;
    this.ofPositive =
        positive.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new StreamingEvaluation(
                    classes, CalibrationMetrics.ofClass(bins), bins, bootstrap));
  }

  /** Adds rows. */
  void add(LabelledPredictions block) {
    overall.add(block);
    ofPositive.ifPresent(rows -> rows.add(block.ofClass(positive.getAsInt())));
  }

  /**
   * The metrics over all rows.
   *
   * @param labels the labels' name in messages
   * @throws InputException if no row, or every row, has the positive class
   */
  EvaluatedRows result(String name, String labels, List<String> classNames) {
    Optional<MetricEvaluation> one = ofPositive.map(StreamingEvaluation::result);
    EvaluatedRows rows =
        new EvaluatedRows(
            name,
            classNames,
            overall.result(),
            one.map(e -> new EvaluatedRows.PositiveClass(positive.getAsInt(), e)));
    one.map(e -> e.reliability().accuracy())
        .filter(share -> share == 0 || share == 1)
        .ifPresent(
            share -> {
              throw InputException.in(
                  labels,
                  "%s row has the class %s; --positive needs rows of the class and of others",
                  share == 0 ? "no" : "every",
                  rows.className(positive.getAsInt()));
            });
    return rows;
  }

  /**
   * The number of a class.
   *
   * @param given its name or number
   * @throws OptionException if there is no such class
   */
  static int classNumber(String given, List<String> classNames, int classes) {
    int named = classNames.indexOf(given);
    if (named >= 0) {
      return named;
    }
    if (given.matches("[0-9]{1,9}") && Integer.parseInt(given) < classes) {
      return Integer.parseInt(given);
    }
    String names = classNames.isEmpty() || classes > 20 ? "" : ", or one of " + classNames;
    throw new OptionException(
        "--positive is " + given + "; it must be a class in 0 … " + (classes - 1) + names);
  }
}
