package org.transcal.cli.option;

import java.nio.file.Path;
import java.util.Optional;
import org.transcal.io.file.InputException;
import org.transcal.io.table.ResultTable;
import org.transcal.io.table.Table;
import picocli.CommandLine.Option;

/** {@code --out-table}: results as a table. */
public final class TableOutput {
  @Option(
      names = "--out-table",
      paramLabel = "FILE",
      description =
          "Also write a table, .parquet or .csv, with one row per row of the input table (fit: per"
              + " target row): --id, prediction, confidence, calibrated_confidence.")
  private Optional<Path> file = Optional.empty();

  /** The file, if there is one. */
  public Optional<Path> file() {
    return file;
  }

  /** Fails early if the file could not be written later. */
  public void require(Optional<Table> input, Table.Rows rows) {
    if (file.isPresent()) {
      open(input, rows).close();
    }
  }

  /** Starts the file. */
  public ResultTable open(Optional<Table> input, Table.Rows rows) {
    Path path = file.orElseThrow();
    return input
        .orElseThrow(
            () -> InputException.in(path, "--out-table needs a table as input; see --logits"))
        .results(path, rows);
  }
}
