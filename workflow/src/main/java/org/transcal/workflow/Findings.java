package org.transcal.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.accuracy.Verdict;
import org.transcal.metric.Interval;
import org.transcal.task.TransferTask;

/**
 * What a result means, in sentences: terminal, JSON, page and Python show the same ones.
 *
 * @param headline the most important fact
 * @param verdict whether to rely on the estimate, if there is one
 * @param against reasons for doubt, the most important first
 * @param inFavour reasons for trust, the most important first
 * @param next what to do next
 * @param warnings about the input, and about methods without a verdict
 */
public record Findings(
    String headline,
    Optional<Verdict> verdict,
    List<String> against,
    List<String> inFavour,
    List<Step> next,
    List<String> warnings) {
  private static final int MOST_LABELS = 200;

  /** Copies the lists. */
  public Findings {
    against = List.copyOf(against);
    inFavour = List.copyOf(inFavour);
    next = List.copyOf(next);
    warnings = List.copyOf(warnings);
  }

  /** Only a headline and warnings. */
  static Findings of(String headline, List<String> warnings) {
    return new Findings(headline, Optional.empty(), List.of(), List.of(), List.of(), warnings);
  }

  /** All reasons, those for doubt first. */
  public List<String> why() {
    return Stream.concat(against.stream(), inFavour.stream()).toList();
  }

  /**
   * Something to do next.
   *
   * @param text one sentence
   * @param command the command that does it; may be empty
   */
  public record Step(String text, String command) {
    private static final Pattern PLAIN =
        Pattern.compile("[\\p{L}\\p{N}_./:=,@%+-]+", Pattern.UNICODE_CHARACTER_CLASS);

    /** A step without a command. */
    static Step of(String text) {
      return new Step(text, "");
    }

    /** A step with a command; the values are quoted for a shell where needed. */
    static Step of(String text, String command, String... values) {
      return new Step(text, format(command, Stream.of(values).map(Step::shell).toArray()));
    }

    /** A word as typed into a shell, quoted where needed. */
    public static String shell(String word) {
      return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
  }

  /** What would make an estimate better: labels, and arrays that the task lacks. */
  static List<Step> evidence(TaskInput input, TargetEstimate estimate) {
    List<Step> steps = new ArrayList<>();
    long labels = estimate.labelsNeeded();
    String budget = Long.toString(Math.min(labels, MOST_LABELS));
    if (input.labels().isPresent()) {
      steps.add(
          labels == 0
              ? Step.of("More labels are not worth it: the interval is narrow enough.")
              : Step.of(
                  format("Label %,d more rows for an interval of ± 5 points.", labels),
                  "transcal label %s --labels rows.csv --budget %s --out more.csv",
                  input.name(),
                  budget));
    } else if (labels > 0) {
      steps.add(
          Step.of(
              format(
                  "Label some target rows: %,d random labels would give the accuracy to within 3"
                      + " points.",
                  labels),
              "transcal label %s --budget %s --out rows.csv",
              input.name(),
              budget));
    } else if (estimate.verdict() == Verdict.TRUSTWORTHY) {
      steps.add(Step.of("No target labels are needed: they would not narrow the interval."));
    }
    List<String> missing = missing(input.task());
    if (!missing.isEmpty()) {
      steps.add(Step.of("Add evidence to the task: " + String.join("; ", missing) + "."));
    }
    return steps;
  }

  /** Optional arrays that the task lacks, and what each would add. */
  private static List<String> missing(TransferTask task) {
    List<String> missing = new ArrayList<>();
    if (task.features().isEmpty()) {
      missing.add("features of both domains, so that confidence can be checked against neighbours");
    }
    if (task.mixup().isEmpty()) {
      missing.add("mixup_logits and mixup_partner, for evidence from mixed inputs");
    }
    if (task.secondModel().isEmpty()) {
      missing.add("second_source_val_logits and second_target_logits, another model's outputs");
    }
    return missing;
  }

  /** Two shares in percent: "32 to 72 %". */
  static String range(Interval range) {
    return format("%.0f to %.0f %%", 100 * range.low(), 100 * range.high());
  }

  static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
