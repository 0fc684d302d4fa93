package org.transcal.cli.method;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.transcal.calibration.CalibrationMethod;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Message;
import org.transcal.cli.terminal.Terminal;
import picocli.CommandLine.Command;

/** {@code transcal methods}: the names that {@code --method} accepts. */
@Command(
    name = "methods",
    header = "Lists the calibration methods, one per line.",
    description = {
      "%nEach line has the name, what the method needs besides labelled source validation logits"
          + " and target logits (- for nothing more), and what it does. weights: features of both"
          + " domains, or --weights; mixup: mixup_logits and mixup_partner; mc-dropout and ensemble:"
          + " averaged target probabilities; target-labels: target_labels; labelled-rows: --labels.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal methods",
      "  transcal methods | cut -d ' ' -f 1      names only",
    })
public final class MethodsCommand extends TerminalCommand {
  /** Prints to a terminal. */
  public MethodsCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    List<CalibrationMethod> methods = Methods.all(MethodSettings.defaults());
    int nameWidth = methods.stream().mapToInt(method -> method.name().length()).max().orElse(0);
    int needsWidth = methods.stream().mapToInt(method -> needs(method).length()).max().orElse(0);
    String format = "%-" + nameWidth + "s  %-" + needsWidth + "s  %s%s";
    for (CalibrationMethod method : methods) {
      String mark = method.name().equals(Methods.DEFAULT) ? " (default)" : "";
      String line = Message.of(format, method.name(), needs(method), method.summary(), mark);
      terminal.results().println(line);
    }
    return ExitStatus.DONE.code();
  }

  private static String needs(CalibrationMethod method) {
    String needs =
        method.needs().stream()
            .sorted()
            .map(need -> need.name().toLowerCase(Locale.ROOT).replace('_', '-'))
            .collect(Collectors.joining(","));
    return needs.isEmpty() ? "-" : needs;
  }
}
