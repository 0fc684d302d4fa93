package org.transcal.cli.method;

import java.util.List;
import java.util.concurrent.Callable;
import org.transcal.calibration.CalibrationMethod;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;
import picocli.CommandLine.Command;

/** {@code transcal methods}: the names that {@code --method} takes. */
@Command(
    name = "methods",
    header = "Lists the calibration methods, one a line.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal methods",
      "  transcal methods | cut -d ' ' -f 1      names only",
    })
public final class MethodsCommand implements Callable<Integer> {
  private final Terminal terminal;

  /** Prints to the terminal's results. */
  public MethodsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    List<CalibrationMethod> methods = Methods.all(MethodSettings.defaults());
    int width = methods.stream().mapToInt(method -> method.name().length()).max().orElse(0);
    for (CalibrationMethod method : methods) {
      String gap = " ".repeat(width + 2 - method.name().length());
      String mark = method.name().equals(Methods.DEFAULT) ? " (default)" : "";
      terminal.results().println(method.name() + gap + method.summary() + mark);
    }
    return ExitStatus.DONE.code();
  }
}
