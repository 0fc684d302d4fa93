package org.transcal.report.summary;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.transcal.accuracy.ControlVariates;
import org.transcal.calibration.TransCal;
import org.transcal.experiment.TaskName;
import org.transcal.experiment.TaskPortrait;
import org.transcal.experiment.Trial;
import org.transcal.experiment.Trials;

/**
 * The effect of each part of the method: results without its bias term, without its variance term,
 * and under every control variate.
 *
 * <p>Paper: the ablations of the main results, and the table of control variates with variances.
 */
public final class Ablations {
  private Ablations() {}

  /** Methods that lack a part, then the whole method; only those that ran. */
  public static List<String> parts(Trials trials) {
    List<String> ran = trials.methodsThatRan();
    return Stream.of(
            TransCal.withControlVariates(ControlVariates.NONE).name(),
            TransCal.withoutBiasReduction().name(),
            TransCal.released().name())
        .filter(ran::contains)
        .toList();
  }

  /** The method under each control variate; only those that ran. */
  public static Map<ControlVariates, String> variates(Trials trials) {
    List<String> ran = trials.methodsThatRan();
    Map<ControlVariates, String> names = new EnumMap<>(ControlVariates.class);
    for (ControlVariates variates : ControlVariates.values()) {
      String name = TransCal.withControlVariates(variates).name();
      if (ran.contains(name)) {
        names.put(variates, name);
      }
    }
    return names;
  }

  /**
   * Variances under a control variate.
   *
   * @param terms mean over tasks of the sample variance of the estimate's terms, as a share of that
   *     without control variates, all at one λ; empty if no task has it
   * @param estimate mean over tasks of the standard deviation of the estimated accuracy over
   *     repeats; empty if nothing was repeated
   */
  public record Variances(Optional<Double> terms, Optional<Double> estimate) {}

  /** The variances under a control variate over all tasks. */
  public static Variances variances(
      Trials trials, List<TaskPortrait> portraits, ControlVariates variates, String method) {
    List<Double> shares = new ArrayList<>();
    for (TaskPortrait portrait : portraits) {
      Map<ControlVariates, Double> ofTask =
          portrait
              .shift()
              .flatMap(TaskPortrait.Shift::search)
              .map(TaskPortrait.Search::variances)
              .orElse(Map.of());
      double none = ofTask.getOrDefault(ControlVariates.NONE, Double.NaN);
      if (none > 0 && ofTask.containsKey(variates)) {
        shares.add(ofTask.get(variates) / none);
      }
    }
    List<Double> deviations = new ArrayList<>();
    for (TaskName task : trials.tasks()) {
      List<Double> estimates =
          trials.of(task, method).stream()
              .flatMap(trial -> trial.fitted().stream())
              .map(Trial.Fitted::estimatedAccuracy)
              .toList();
      Spread.ofAny(estimates)
          .filter(spread -> spread.count() > 1)
          .ifPresent(spread -> deviations.add(spread.deviation()));
    }
    return new Variances(
        Spread.ofAny(shares).map(Spread::mean), Spread.ofAny(deviations).map(Spread::mean));
  }
}
