package org.transcal.adapt.command;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.transcal.adapt.AdaptedTask;
import org.transcal.adapt.train.EarlyStopping;
import org.transcal.adapt.train.TrainingLog;
import org.transcal.adapt.train.TrainingSettings;
import org.transcal.adapt.train.TrainingStep;
import org.transcal.cli.terminal.ShellCommand;
import org.transcal.io.json.Provenance;
import org.transcal.report.TrainingReport;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The report of a training: settings, curves, and the command to repeat it.
 *
 * @param spec the command, parsed
 * @param data the files of the data set
 */
record TrainingPage(
    CommandSpec spec,
    List<Path> data,
    String source,
    String target,
    String method,
    TrainingSettings settings) {
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
              facts.put("Convolutions", settings.channels().toString());
            });
    facts.put("Layers", settings.widths().toString());
    facts.put("Steps", Integer.toString(settings.steps()));
    facts.put("Seed", Long.toString(settings.seed()));
    facts.put("Data", String.join("; ", task.notes()));
    Confusion onSource =
        new Confusion(
            task.task().sourceValidation().logits(), task.task().sourceValidation().labels());
    facts.put("Accuracy on source validation", onSource.accuracy());
    Optional<Confusion> onTarget =
        task.targetLabels().map(labels -> new Confusion(task.targetLogits(), labels));
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
            .withCurve(
                "Validation accuracy",
                task.log().validationAccuracy().stream().mapToDouble(one -> one).toArray(),
                "Accuracy on source validation rows, without dropout, at equal distances.")
            .withConfusion("Source validation", task.model().classNames(), onSource.counts());
    addCheckpoints(report, task.log());
    onTarget.ifPresent(
        counts -> report.withConfusion("Target", task.model().classNames(), counts.counts()));
    return report.madeBy(Provenance.currentVersion(), command()).toHtml();
  }

  private void addCheckpoints(TrainingReport report, TrainingLog log) {
    if (log.checkpoints().isEmpty()) {
      return;
    }
    List<TrainingLog.Checkpoint> all = log.checkpoints();
    EarlyStopping.Criterion criterion = settings.stopping().criterion();
    String kept =
        log.kept()
            .map(
                one ->
                    "Kept: checkpoint "
                        + (all.indexOf(one) + 1)
                        + ", after step "
                        + (one.step() + 1))
            .orElse("None is kept");
    report
        .withCurve(
            "Early stopping by " + criterion.optionName(),
            all.stream().mapToDouble(TrainingLog.Checkpoint::score).toArray(),
            kept
                + " of "
                + settings.steps()
                + "; "
                + (criterion == EarlyStopping.Criterion.INFORMATION ? "larger" : "smaller")
                + " is better. One point per checkpoint, from the middle of training on.")
        .withCurve(
            "Class entropy on the target",
            all.stream().mapToDouble(TrainingLog.Checkpoint::classEntropyRatio).toArray(),
            "Entropy of predicted target classes divided by that of source classes; checkpoints"
                + " below 0.5 are not kept.");
  }

  private static double[] values(AdaptedTask task, ToDoubleFunction<TrainingStep> value) {
    return task.log().steps().stream().mapToDouble(value).toArray();
  }

  /** The command with every option given, except for outputs and verbosity. */
  private String command() {
    ShellCommand command = new ShellCommand("transcal", "adapt");
    data.forEach(file -> command.add(file.toString()));
    for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
      if (!option.inherited() && !option.longestName().equals("--out")) {
        command.add(option.longestName());
        if (option.arity().max() > 0) {
          command.add(String.join(",", option.originalStringValues()));
        }
      }
    }
    return command.toString();
  }
}
