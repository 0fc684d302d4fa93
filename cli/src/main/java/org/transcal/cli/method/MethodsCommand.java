package org.transcal.cli.method;

import java.util.ArrayList;
import java.util.List;
import org.transcal.calibration.CalibrationMethod;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.cli.option.JsonOutput;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Message;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.json.MethodsJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code transcal methods}: the names that {@code --method} accepts. */
@Command(
    name = "methods",
    header = "Lists the calibration methods, one per line.",
    description = {
      "%nEach line has the name, what the method needs besides labelled source validation logits"
          + " and target logits (- for nothing more), and what it does. weights: features of both"
          + " domains, or --weights; mixup: mixup_logits and mixup_partner; mc-dropout, ensemble and"
          + " svi: averaged target probabilities; target-labels: target_labels; labelled-rows: --labels.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal methods",
      "  transcal methods | cut -d ' ' -f 1      names only",
      "  transcal methods --json | jq -r '.methods[].name'",
    })
public final class MethodsCommand extends TerminalCommand {
  @Mixin private JsonOutput json;

  /** Prints to a terminal. */
  public MethodsCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    List<CalibrationMethod> methods = Methods.all(MethodSettings.defaults());
    json.print(terminal, () -> MethodsJson.encode(methods), () -> lines(methods));
    return ExitStatus.DONE.code();
  }

  private static List<String> lines(List<CalibrationMethod> methods) {
    List<String> lines = new ArrayList<>();
    int nameWidth = methods.stream().mapToInt(method -> method.name().length()).max().orElse(0);
    int needsWidth = methods.stream().mapToInt(method -> needs(method).length()).max().orElse(0);
    String format = "%-" + nameWidth + "s  %-" + needsWidth + "s  %s%s";
    for (CalibrationMethod method : methods) {
      String mark = method.name().equals(Methods.DEFAULT) ? " (default)" : "";
      lines.add(Message.of(format, method.name(), needs(method), method.summary(), mark));
    }
    return lines;
  }

  private static String needs(CalibrationMethod method) {
    List<String> needs = MethodsJson.needs(method);
    return needs.isEmpty() ? "-" : String.join(",", needs);
  }
}
