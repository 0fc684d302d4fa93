package org.transcal.cli.method;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.transcal.calibration.CalibrationMethod;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.cli.option.JsonOutput;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Message;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.json.JsonCodec;
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
    Listing listing = Listing.of(Methods.all(MethodSettings.defaults()));
    json.print(terminal, () -> JsonCodec.encode(listing), () -> lines(listing));
    return ExitStatus.DONE.code();
  }

  @JsonCodec.Schema("transcal.methods/1")
  private record Listing(List<Entry> methods) {
    static Listing of(List<CalibrationMethod> methods) {
      return new Listing(methods.stream().map(Entry::of).toList());
    }
  }

  /** A method and what it needs besides logits and source labels, such as labelled-rows. */
  private record Entry(
      String name,
      List<String> needs,
      String summary,
      @JsonCodec.Name("default") boolean isDefault) {
    static Entry of(CalibrationMethod method) {
      List<String> needs =
          method.needs().stream()
              .sorted()
              .map(need -> need.name().toLowerCase(Locale.ROOT).replace('_', '-'))
              .toList();
      boolean isDefault = method.name().equals(Methods.DEFAULT);
      return new Entry(method.name(), needs, method.summary(), isDefault);
    }

    String needsText() {
      return needs.isEmpty() ? "-" : String.join(",", needs);
    }
  }

  private static List<String> lines(Listing listing) {
    List<String> lines = new ArrayList<>();
    List<Entry> methods = listing.methods();
    int nameWidth = methods.stream().mapToInt(method -> method.name().length()).max().orElse(0);
    int needsWidth = methods.stream().mapToInt(m -> m.needsText().length()).max().orElse(0);
    String format = "%-" + nameWidth + "s  %-" + needsWidth + "s  %s%s";
    for (Entry method : methods) {
      String mark = method.isDefault() ? " (default)" : "";
      lines.add(Message.of(format, method.name(), method.needsText(), method.summary(), mark));
    }
    return lines;
  }
}
