package org.transcal.shift;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.transcal.task.SourceValidation;
import org.transcal.task.TransferTask;

/**
 * Whether the model knows its own source: an accuracy no better than guessing usually means that
 * labels and logits do not belong together.
 *
 * @param accuracy share of source validation rows that the model gets right
 * @param chance accuracy of guessing evenly, 1/K
 * @param majorityShare accuracy of always naming the most frequent class
 */
public record SourceCheck(double accuracy, double chance, double majorityShare) {
  /** Checks the source validation rows of a task. */
  public static SourceCheck of(TransferTask task) {
    return of(task.sourceValidation());
  }

  /** Checks source validation rows. */
  public static SourceCheck of(SourceValidation source) {
    double[] correct = source.logits().correctness(source.labels());
    double[] rows = new double[source.logits().classes()];
    for (int i = 0; i < correct.length; i++) {
      rows[source.labels().get(i)] += source.frequencies().get(i);
    }
    return new SourceCheck(
        source.frequencies().mean(correct),
        1.0 / rows.length,
        Arrays.stream(rows).max().orElseThrow() / source.frequencies().total());
  }

  /** Whether guessing would do as well. */
  public boolean isNotAboveChance() {
    return accuracy <= chance;
  }

  /** Whether always naming the most frequent class would do as well. */
  public boolean isNotAboveMajority() {
    return accuracy <= majorityShare;
  }

  /** What is wrong, in words; empty if the accuracy is above both. */
  public Optional<String> concern() {
    if (isNotAboveChance()) {
      return Optional.of(
          format(
              "Source validation accuracy is %.1f %%, not above 1/K = %.1f %%: is the class order"
                  + " the same in labels and logits? Do labels start at 0?",
              100 * accuracy, 100 * chance));
    }
    if (isNotAboveMajority()) {
      return Optional.of(
          format(
              "Source validation accuracy is %.1f %%, not above the share of the most frequent"
                  + " class, %.1f %%: the model does no better than always naming that class.",
              100 * accuracy, 100 * majorityShare));
    }
    return Optional.empty();
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
