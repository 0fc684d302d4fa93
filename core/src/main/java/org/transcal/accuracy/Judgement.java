package org.transcal.accuracy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.transcal.shift.PreparedTask;
import org.transcal.shift.SourceCheck;
import org.transcal.task.SourceValidation;
import org.transcal.task.TransferTask;

/**
 * A verdict on an estimate, with its reasons in words.
 *
 * <p>The verdict follows the bracket: how far pessimistic evidence lies below optimistic evidence.
 * Up to {@value #NARROW} it is trustworthy, from {@value #WIDE} on it is not. Too few rows, no
 * features to be pessimistic with, or a source accuracy not above the largest class's share leave
 * it doubtful at best; one not above 1/K makes it untrustworthy. Decision record 0019 has the
 * figures.
 *
 * @param verdict whether to rely on the estimate
 * @param reasonsFor reasons to rely on it, one sentence each, the most important first
 * @param reasonsAgainst reasons not to rely on it, likewise
 * @param trackRecord what the verdict has meant so far, in one sentence; may be empty
 */
public record Judgement(
    Verdict verdict, List<String> reasonsFor, List<String> reasonsAgainst, String trackRecord) {
  /** A bracket no wider than this is trustworthy. */
  public static final double NARROW = 0.20;

  /** A bracket as wide as this is not. */
  public static final double WIDE = 0.30;

  private static final String AGREES = "The evidence agrees: ";
  private static final double FEW_ROWS = 50;
  private static final double FAR_APART = 0.15;
  private static final double OTHER_CLASSES = 0.15;
  private static final double OUTSIDE = 0.5;
  private static final double SURE = 0.02;

  /** Copies the lists. */
  public Judgement {
    reasonsFor = List.copyOf(reasonsFor);
    reasonsAgainst = List.copyOf(reasonsAgainst);
  }

  /** All reasons, those against first. */
  public List<String> reasons() {
    return Stream.concat(reasonsAgainst.stream(), reasonsFor.stream()).toList();
  }

  static Judgement of(
      PreparedTask prepared, CombinedAccuracy combined, Map<String, Double> estimators) {
    TransferTask task = prepared.task();
    List<String> reasons = new ArrayList<>();
    SourceCheck source = SourceCheck.of(task);
    source.concern().ifPresent(reasons::add);
    Verdict verdict = bracket(combined, reasons);
    double validationRows = task.sourceValidation().frequencies().total();
    double targetRows = task.target().frequencies().total();
    boolean fewRows = validationRows < FEW_ROWS || targetRows < FEW_ROWS;
    if (source.isNotAboveChance()) {
      verdict = Verdict.UNTRUSTWORTHY;
    } else if (verdict == Verdict.TRUSTWORTHY && (source.isNotAboveMajority() || fewRows)) {
      verdict = Verdict.DOUBTFUL;
    }
    if (fewRows) {
      reasons.add(
          format(
              "There are only %.0f source validation and %.0f target rows; with fewer than %.0f of"
                  + " either every estimate is noisy.",
              validationRows, targetRows, FEW_ROWS));
    }
    confidence(combined, estimators, reasons);
    disagreement(combined, estimators, reasons);
    if (task.features().isPresent()) {
      double outside = Neighbourhoods.of(prepared).outside(task.target().frequencies());
      if (outside > OUTSIDE) {
        reasons.add(
            format(
                "%.0f %% of the target rows are farther from the source than source rows usually"
                    + " are from each other.",
                100 * outside));
      }
    }
    classes(task, reasons);
    if (prepared.hasWeights()) {
      reasons.addAll(prepared.diagnosis().concerns());
    }
    Map<Boolean, List<String>> split =
        reasons.stream().collect(Collectors.partitioningBy(reason -> reason.startsWith(AGREES)));
    return new Judgement(verdict, split.get(true), split.get(false), "");
  }

  private static Verdict bracket(CombinedAccuracy combined, List<String> reasons) {
    if (combined.pessimistic().isEmpty()) {
      reasons.add(CombinedAccuracy.WITHOUT_FEATURES);
      return Verdict.DOUBTFUL;
    }
    double low = combined.pessimistic().getAsDouble();
    double width = combined.optimistic() - low;
    String numbers =
        format(
            "optimistic evidence says %.1f %%, pessimistic evidence %.1f %%",
            100 * combined.optimistic(), 100 * low);
    if (width <= NARROW) {
      reasons.add(AGREES + numbers + ".");
      return Verdict.TRUSTWORTHY;
    }
    reasons.add(
        (width < WIDE ? "The evidence disagrees: " : "The evidence is inconclusive: ")
            + numbers
            + ".");
    return width < WIDE ? Verdict.DOUBTFUL : Verdict.UNTRUSTWORTHY;
  }

  private static void confidence(
      CombinedAccuracy combined, Map<String, Double> estimators, List<String> reasons) {
    double confident = estimators.getOrDefault("doc", combined.believed());
    if (confident > combined.believed() + SURE) {
      reasons.add(
          format(
              "The model is more confident on the target than on source validation rows: its"
                  + " confidence suggests %.1f %% (doc), above its source accuracy of %.1f %%. This"
                  + " is typical of adaptation that moved target rows into confident regions.",
              100 * confident, 100 * combined.believed()));
    }
    if (combined.believed() > combined.optimistic() + SURE) {
      reasons.add(
          format(
              "Source rows that resemble the target are harder than the rest: with importance"
                  + " weights they suggest %.1f %% (dr), below the %.1f %% that confidence and"
                  + " source accuracy suggest.",
              100 * combined.optimistic(), 100 * combined.believed()));
    }
  }

  private static void disagreement(
      CombinedAccuracy combined, Map<String, Double> estimators, List<String> reasons) {
    double low = combined.local().orElse(Double.POSITIVE_INFINITY);
    double high = Double.NEGATIVE_INFINITY;
    for (String key : List.of("doc", "atc", "iw")) {
      if (estimators.containsKey(key)) {
        low = Math.min(low, estimators.get(key));
        high = Math.max(high, estimators.get(key));
      }
    }
    if (high - low > FAR_APART) {
      reasons.add(
          format(
              "Independent estimates are %.0f points apart (%.1f %% to %.1f %%).",
              100 * (high - low), 100 * low, 100 * high));
    }
  }

  /** Signs of label shift: predicted classes are not as frequent as in the source. */
  private static void classes(TransferTask task, List<String> reasons) {
    SourceValidation source = task.sourceValidation();
    int classes = task.classes();
    double[] home = LabelShift.shares(source.logits().predictions(), source.frequencies(), classes);
    double[] away =
        LabelShift.shares(
            task.target().logits().predictions(), task.target().frequencies(), classes);
    double distance =
        IntStream.range(0, classes).mapToDouble(k -> Math.abs(away[k] - home[k])).sum() / 2;
    if (distance > OTHER_CLASSES) {
      reasons.add(
          format(
              "Predicted class frequencies differ from the source (%.0f %% of the rows moved): class"
                  + " frequencies may have shifted, too.",
              100 * distance));
    }
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
