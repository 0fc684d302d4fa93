package org.transcal.adapt.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.transcal.adapt.AdaptedTask;
import org.transcal.adapt.train.EarlyStopping;
import org.transcal.adapt.train.TrainingLog;
import org.transcal.adapt.train.TrainingSettings;
import org.transcal.adapt.train.TrainingStep;
import org.transcal.report.TrainingReport;

/**
 * The report of a training: settings, curves, and the command to repeat it.
 *
 * @param command the command to repeat it
 */
record TrainingPage(
    String command, String source, String target, String method, TrainingSettings settings) {
  String toHtml(AdaptedTask task) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("Source", source);
    facts.put("Target", target);
    facts.put("Method", method);
    task.model()
        .weights()
        .encoder()
        .image()
        .ifPresent(
            shape -> {
              facts.put("Images", shape.toString());
              facts.put("Convolutions", listed(settings.channels()));
            });
    facts.put("Layers", listed(settings.widths()));
    facts.put("Steps", Integer.toString(settings.steps()));
    facts.put("Seed", Long.toString(settings.seed()));
    for (String note : task.notes()) {
      int colon = note.indexOf(": ");
      facts.put(capitalised(note.substring(0, colon)), note.substring(colon + 2));
    }
    Confusion onSource = Confusion.onSource(task);
    facts.put("Accuracy on source validation", onSource.accuracy());
    Optional<Confusion> onTarget = Confusion.onTarget(task);
    onTarget.ifPresent(
        counts -> facts.put("Accuracy on target, labels not used", counts.accuracy()));
    TrainingReport report =
        TrainingReport.of(source + " → " + target + " by " + method)
            .withFacts(facts)
            .withCurve(
                "Source loss",
                values(task, TrainingStep::sourceLoss),
                "Cross-entropy on source batches; it should fall and then stay low.")
            .withCurve(
                "Loss of " + method,
                values(task, TrainingStep::transferLoss),
                "The method's own loss; that of an adversarial method need not fall.")
            .withCurve(
                "Source accuracy",
                values(task, TrainingStep::sourceAccuracy),
                "Accuracy on source batches, with dropout.")
            .withMeasurements(
                "Validation accuracy",
                measuredSteps(task.log()),
                task.log().validationAccuracy().stream().mapToDouble(one -> one).toArray(),
                OptionalInt.empty(),
                "Accuracy on source validation rows, without dropout, at regular intervals.")
            .withConfusion("Source validation", task.model().classNames(), onSource.counts());
    addCheckpoints(report, task.log());
    onTarget.ifPresent(
        counts -> report.withConfusion("Target", task.model().classNames(), counts.counts()));
    return report.toHtml(command);
  }

  private static String listed(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private static String capitalised(String words) {
    return Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }

  private void addCheckpoints(TrainingReport report, TrainingLog log) {
    if (log.checkpoints().isEmpty()) {
      return;
    }
    List<TrainingLog.Checkpoint> all = log.checkpoints();
    EarlyStopping.Criterion criterion = settings.stopping().criterion();
    String kept =
        log.kept()
            .map(one -> "checkpoint " + (all.indexOf(one) + 1) + ", after step " + (one.step() + 1))
            .map(checkpoint -> "Kept: " + checkpoint)
            .orElse("None is kept");
    int[] steps = all.stream().mapToInt(TrainingLog.Checkpoint::step).toArray();
    OptionalInt chosen =
        log.kept().map(one -> OptionalInt.of(all.indexOf(one))).orElse(OptionalInt.empty());
    report
        .withMeasurements(
            "Early stopping by " + criterion.optionName(),
            steps,
            all.stream().mapToDouble(TrainingLog.Checkpoint::score).toArray(),
            chosen,
            kept
                + " of "
                + settings.steps()
                + "; "
                + (criterion == EarlyStopping.Criterion.INFORMATION ? "larger" : "smaller")
                + " is better. The dot is the kept checkpoint.")
        .withMeasurements(
            "Class entropy on the target",
            steps,
            all.stream().mapToDouble(TrainingLog.Checkpoint::classEntropyRatio).toArray(),
            chosen,
            "Entropy of predicted target classes divided by that of source classes; checkpoints"
                + " below 0.5 are not kept.");
  }

  /** The steps at which validation accuracy was measured, as the training loop does. */
  private int[] measuredSteps(TrainingLog log) {
    int distance = Math.max(1, settings.steps() / TrainingLog.MEASUREMENTS);
    int first = (settings.steps() - 1) % distance;
    return IntStream.range(0, log.validationAccuracy().size())
        .map(i -> first + i * distance)
        .toArray();
  }

  private static double[] values(AdaptedTask task, ToDoubleFunction<TrainingStep> value) {
    return task.log().steps().stream().mapToDouble(value).toArray();
  }
}
