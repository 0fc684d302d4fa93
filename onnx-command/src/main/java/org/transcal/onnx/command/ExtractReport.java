package org.transcal.onnx.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.Terminal;
import org.transcal.onnx.extract.Extracted;
import org.transcal.onnx.extract.TensorChoice;

/** Says what an extraction took and wrote. */
final class ExtractReport {
  private static final int MOST_SHOWN = 20;

  private final Terminal terminal;
  private final Path out;

  ExtractReport(Terminal terminal, Path out) {
    this.terminal = terminal;
    this.out = out;
  }

  void print(TensorChoice choice, Extracted extracted) {
    if (!extracted.unreadable().isEmpty()) {
      List<String> shown = extracted.unreadable().stream().limit(MOST_SHOWN).toList();
      terminal.warn(shown);
      terminal.warn(
          List.of(
              Figures.count(extracted.unreadable().size())
                  + " image(s) that cannot be read were left out"));
    }
    Map<String, String> names =
        choice
            .logits()
            .map(name -> Map.of("features", choice.features(), "logits", name))
            .orElse(Map.of("features", choice.features()));
    for (String what : List.of("features", "logits")) {
      if (names.containsKey(what)) {
        String tensor = names.get(what);
        terminal
            .results()
            .println(
                "Took "
                    + what
                    + " from "
                    + tensor
                    + ": "
                    + extracted.tensor(tensor).columns()
                    + " numbers per example");
      }
    }
    double each = 1000.0 / extracted.rows();
    terminal
        .results()
        .println(
            "Processor time per example: "
                + Figures.decimals(extracted.readingSeconds() * each, 1)
                + " ms to read it, "
                + Figures.decimals(extracted.runningSeconds() * each, 1)
                + " ms in the network");
    terminal.results().println(Figures.count(extracted.rows()) + " examples: " + out);
  }
}
