package org.transcal.accuracy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.transcal.accuracy.AccuracyEvidence.Status;
import org.transcal.shift.PreparedTask;
import org.transcal.shift.ShiftEvidence;
import org.transcal.shift.SourceCheck;
import org.transcal.task.SourceValidation;
import org.transcal.task.Target;
import org.transcal.task.TransferTask;

/**
 * A verdict on an estimate, with its reasons in words.
 *
 * <p>Trustworthy: there is no reason against it. Untrustworthy: the model does no better than
 * chance on the source, or the domains do not overlap. Doubtful: otherwise.
 *
 * @param verdict whether to rely on the estimate
 * @param reasonsFor at most one sentence for each reason, the most important first
 * @param reasonsAgainst the same
 * @param trackRecord what the verdict has meant so far
 */
public record Judgement(
    Verdict verdict, List<String> reasonsFor, List<String> reasonsAgainst, String trackRecord) {
  /** Evidence that is no farther apart than this agrees, before anything is capped or dropped. */
  public static final double CLOSE = 0.20;

  /** The reason against an estimate without features. */
  public static final String WITHOUT_FEATURES =
      "The task has no features, so the model's own confidence cannot be checked: the estimate may"
          + " be far too optimistic.";

  private static final int MOST_REASONS = 5;
  private static final double HARDLY_OVERLAP = 0.95;

  /** Domain AUC beyond which the verdict is untrustworthy. */
  private static final double NO_OVERLAP = 0.98;

  /** Capping or dropping evidence by more than this is a reason against trust. */
  private static final double MATERIAL = 0.05;

  /** Share of target predictions up to which a class is ignored. */
  private static final double RARE = 0.01;

  private static final double FEW_ROWS = 50;
  private static final double FEW_ROWS_PER_CLASS = 10;
  private static final double OTHER_CLASSES = 0.20;
  private static final double OUTSIDE = 0.5;

  /** Standard errors by which source accuracy must exceed that of naming the largest class. */
  private static final double CLEARLY_ABOVE = 2;

  /** Copies the lists. */
  public Judgement {
    reasonsFor = List.copyOf(reasonsFor);
    reasonsAgainst = List.copyOf(reasonsAgainst);
  }

  /** All reasons, those against first. */
  public List<String> reasons() {
    return Stream.concat(reasonsAgainst.stream(), reasonsFor.stream()).toList();
  }

  /** The verdict on the estimate of a task, {@link CombinedAccuracy#of}. */
  public static Judgement of(PreparedTask prepared) {
    return prepared.derive(Judgement.class, task -> of(task, CombinedAccuracy.of(task)));
  }

  static Judgement of(PreparedTask prepared, CombinedAccuracy combined) {
    TransferTask task = prepared.task();
    SourceCheck source = SourceCheck.of(task);
    Reasons reasons = new Reasons();
    reasons.source(source, task.sourceValidation().frequencies().total());
    boolean disjoint = false;
    if (combined.isValidation()) {
      reasons.support.add(
          ShiftEvidence.of(prepared).sentence() + " The estimate is source accuracy.");
    } else if (task.features().isPresent()) {
      reasons.overlap(prepared.domainAuc());
      disjoint = prepared.domainAuc() > NO_OVERLAP;
    } else {
      reasons.against(WITHOUT_FEATURES);
    }
    reasons.agreement(combined);
    reasons.rows(task);
    if (task.features().isPresent()) {
      reasons.outside(Neighbourhoods.of(prepared).outside(task.target().frequencies()));
    }
    reasons.classes(task);
    Verdict verdict = Verdict.DOUBTFUL;
    if (source.isNotAboveChance() || disjoint) {
      verdict = Verdict.UNTRUSTWORTHY;
    } else if (reasons.against.isEmpty()) {
      verdict = Verdict.TRUSTWORTHY;
    }
    List<String> against = reasons.against.stream().limit(MOST_REASONS).toList();
    List<String> support = reasons.support.stream().limit(MOST_REASONS - against.size()).toList();
    return new Judgement(verdict, support, against, verdict.trackRecord());
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }

  /** Reasons for and against an estimate, the most important first. */
  private static final class Reasons {
    private final List<String> against = new ArrayList<>();
    private final List<String> support = new ArrayList<>();

    void against(String pattern, Object... values) {
      against.add(format(pattern, values));
    }

    void support(String pattern, Object... values) {
      support.add(format(pattern, values));
    }

    void source(SourceCheck source, double rows) {
      double error = Math.sqrt(source.accuracy() * (1 - source.accuracy()) / rows);
      if (source.concern().isPresent()) {
        against.add(source.concern().get());
      } else if (source.accuracy() < source.majorityShare() + CLEARLY_ABOVE * error) {
        against(
            "Source accuracy is %.1f %%, hardly above the %.1f %% of always naming the most"
                + " frequent class.",
            100 * source.accuracy(), 100 * source.majorityShare());
      }
    }

    void overlap(double auc) {
      if (auc > HARDLY_OVERLAP) {
        against(
            "Source and target hardly overlap: a simple classifier tells unseen rows apart"
                + " almost perfectly (AUC %.2f), so source rows say little about the target.",
            auc);
      } else {
        support("Source and target overlap (AUC %.2f of a classifier that tells them apart).", auc);
      }
    }

    void agreement(CombinedAccuracy combined) {
      double points = 100 * combined.spread();
      StringBuilder values = new StringBuilder();
      values.append(format("source accuracy %.1f %%", 100 * combined.sourceAccuracy()));
      for (AccuracyEvidence one : combined.evidence()) {
        values.append(format(", %s %.1f %%", one.key(), 100 * one.accuracy()));
      }
      if (combined.spread() > CLOSE) {
        against("The evidence is %.0f points apart: %s.", points, values);
      } else if (combined.evidence().size() > 1) {
        support("The evidence agrees within %.0f points: %s.", points, values);
      }
      for (AccuracyEvidence one : combined.evidence()) {
        if (one.status() == Status.DROPPED
            && Math.abs(one.accuracy() - combined.accuracy()) > MATERIAL) {
          against(
              "The evidence of %s says %.1f %% and was dropped: %s.",
              one.key(), 100 * one.accuracy(), one.note());
        } else if (one.accuracy() - one.used() > MATERIAL) {
          against(
              "The evidence of %s says %.1f %%, %s, and was capped at %.1f %%. This is typical of"
                  + " adaptation that moved target rows into confident regions.",
              one.key(), 100 * one.accuracy(), one.note(), 100 * one.used());
        }
      }
    }

    void rows(TransferTask task) {
      double validation = task.sourceValidation().frequencies().total();
      double target = task.target().frequencies().total();
      double perClass = validation / task.classes();
      if (validation < FEW_ROWS || target < FEW_ROWS) {
        against(
            "There are only %.0f source validation and %.0f target rows; with fewer than %.0f of"
                + " either every estimate is noisy.",
            validation, target, FEW_ROWS);
      } else if (perClass < FEW_ROWS_PER_CLASS) {
        against(
            "There are only %.1f source validation rows per class on average; fewer than %.0f say"
                + " little about a class.",
            perClass, FEW_ROWS_PER_CLASS);
      } else {
        support(
            "There are %.0f source validation rows, %.0f per class on average.",
            validation, perClass);
      }
    }

    void outside(double share) {
      if (share > OUTSIDE) {
        against(
            "%.0f %% of the target rows are farther from the source than source rows usually are"
                + " from each other.",
            100 * share);
      }
    }

    /** Predicted classes without validation rows, or not as frequent as in the source. */
    void classes(TransferTask task) {
      SourceValidation source = task.sourceValidation();
      Target target = task.target();
      int classes = task.classes();
      double[] home =
          LabelShift.shares(source.logits().predictions(), source.frequencies(), classes);
      double[] away =
          LabelShift.shares(target.logits().predictions(), target.frequencies(), classes);
      double[] labelled =
          LabelShift.shares(source.labels().toArray(), source.frequencies(), classes);
      IntStream.range(0, classes)
          .filter(k -> labelled[k] == 0 && away[k] > RARE)
          .forEach(
              k ->
                  against(
                      "No source validation row is of class %d, which is predicted for %.0f %% of"
                          + " the target rows.",
                      k, 100 * away[k]));
      double distance =
          IntStream.range(0, classes).mapToDouble(k -> Math.abs(away[k] - home[k])).sum() / 2;
      if (distance > OTHER_CLASSES) {
        against(
            "Predicted class frequencies differ from the source (%.0f %% of the rows moved): class"
                + " frequencies may have shifted, too.",
            100 * distance);
      }
    }
  }
}
