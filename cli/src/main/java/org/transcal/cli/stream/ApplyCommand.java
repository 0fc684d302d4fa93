package org.transcal.cli.stream;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.transcal.cli.file.InputFiles;
import org.transcal.cli.option.TableOptions;
import org.transcal.cli.option.TableOutput;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.ArrayLocation;
import org.transcal.io.PredictionScale;
import org.transcal.io.json.ModelJson;
import org.transcal.io.table.ResultTable;
import org.transcal.io.table.Table;
import org.transcal.model.CalibrationModel;
import org.transcal.workflow.Apply;
import org.transcal.workflow.RowSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code transcal apply}: calibrates any number of rows with a model. */
@Command(
    name = "apply",
    header = "Turns logits into calibrated probabilities.",
    description = {
      "%nRows are streamed, so memory does not grow with their number. Probabilities have the"
          + " precision of the logits.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal demo                  creates the files of these examples",
      "  transcal apply transcal-out/demo/model.json \\",
      "      transcal-out/demo/new_logits.npy --out probabilities.npy",
      "  transcal apply transcal-out/demo/model.json \\",
      "      transcal-out/demo/task.npz:target_logits --out probabilities.csv",
      "  transcal apply model.json scores.parquet --logits 'logit_*' --id id \\",
      "      --out-table calibrated.parquet",
    })
public final class ApplyCommand extends TerminalCommand {
  @Parameters(index = "0", paramLabel = "MODEL.json", description = "A model written by fit.")
  private Path model;

  @Parameters(
      index = "1",
      paramLabel = "LOGITS",
      description = "Rows × classes: a .npy or .csv file, FILE.npz:ARRAY, or a table.")
  private String logits;

  @Option(names = "--out", paramLabel = "PROBS", description = "Output file, .npy or .csv.")
  private Optional<Path> out = Optional.empty();

  @Option(
      names = "--probabilities",
      description = "LOGITS holds probabilities; their logarithms are calibrated.")
  private boolean probabilities;

  @Mixin private TableOptions columns;
  @Mixin private TableOutput outTable;

  /** Prints to a terminal. */
  public ApplyCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    requireOutput();
    terminal.startAgainForLongWork(new InputFiles().add(logits).isLarge());
    PredictionScale scale = probabilities ? PredictionScale.PROBABILITIES : PredictionScale.LOGITS;
    Optional<Table> table = columns.table(logits, scale);
    RowSource source =
        table
            .map(t -> RowSource.of(logits, t))
            .orElseGet(() -> RowSource.of(ArrayLocation.parse(logits)));
    CalibrationModel calibration = ModelJson.read(model).model();
    outTable.require(table, Table.Rows.ALL);
    Apply apply = Apply.of(calibration, model, source, scale);
    Optional<Apply.Result> toFile =
        out.map(file -> apply.toFile(file, terminal.threads(), terminal::progress));
    Optional<Apply.Result> toTable = outTable.file().map(file -> toTable(apply, table));
    Apply.Result done = toFile.or(() -> toTable).orElseThrow();
    terminal.warn(done.warnings());
    terminal.print(
        "Calibrated %s rows of %s classes: %s",
        Figures.count(done.rows()),
        calibration.classes(),
        Stream.concat(out.stream(), outTable.file().stream())
            .map(Path::toString)
            .collect(Collectors.joining(", ")));
    return ExitStatus.DONE.code();
  }

  private Apply.Result toTable(Apply apply, Optional<Table> table) {
    try (ResultTable results = outTable.open(table, Table.Rows.ALL)) {
      return apply.toTable(results, terminal::progress);
    }
  }

  private void requireOutput() {
    if (out.isEmpty() && outTable.file().isEmpty()) {
      throw misuse("Missing output: give --out, --out-table or both");
    }
    String name = out.map(Path::toString).orElse(".npy").toLowerCase(Locale.ROOT);
    if (!name.endsWith(".npy") && !name.endsWith(".csv")) {
      throw misuse("--out is %s; its name must end in .npy or .csv", out.orElseThrow());
    }
    InputFiles inputs = new InputFiles().add(model).add(logits);
    inputs.requireNot("--out", out);
    inputs.requireNot("--out-table", outTable.file());
  }
}
