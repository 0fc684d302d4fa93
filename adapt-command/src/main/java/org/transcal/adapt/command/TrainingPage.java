package org.transcal.adapt.command;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.transcal.adapt.AdaptedTask;
import org.transcal.adapt.train.TrainingSettings;
import org.transcal.cli.terminal.ShellCommand;
import org.transcal.cli.terminal.Version;
import org.transcal.report.TrainingReport;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The report of a training: what was trained, how it went, and the command that does it again.
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
    facts.put("Layers", settings.widths().toString());
    facts.put("Steps", Integer.toString(settings.steps()));
    facts.put("Seed", Long.toString(settings.seed()));
    facts.put("Data", String.join("; ", task.notes()));
    return new TrainingCurves(task.log(), method)
        .in(TrainingReport.of(source + " → " + target + " by " + method).withFacts(facts))
        .madeBy(Version.get(), command())
        .toHtml();
  }

  /** Every option that was given, but for where files go and how much is said. */
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
