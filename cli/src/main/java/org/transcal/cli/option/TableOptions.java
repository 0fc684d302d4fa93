package org.transcal.cli.option;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.transcal.io.PredictionScale;
import org.transcal.io.file.InputException;
import org.transcal.io.table.Table;
import org.transcal.io.table.TableColumns;
import org.transcal.io.table.Tables;
import picocli.CommandLine.Option;

/** The columns of a table: {@code --logits} and the options that go with it. */
public class TableOptions {
  private static final List<String> KINDS = List.of(".parquet", ".tsv", ".jsonl", ".ndjson");

  @Option(
      names = {"--logits", "--scores"},
      paramLabel = "COLUMNS",
      description =
          "Read a table (Parquet, CSV, TSV, JSON lines; a file, folder or pattern) whose columns"
              + " of this name, such as 'logit_*', hold the logits: one per class, one of lists,"
              + " or for two classes the score of class 1.")
  Optional<String> logits = Optional.empty();

  @Option(
      names = "--label",
      paramLabel = "COLUMN",
      description = "The table's column of true classes: numbers from 0, or text.")
  Optional<String> label = Optional.empty();

  @Option(
      names = "--where",
      paramLabel = "SQL",
      description = "Use only rows of the table that meet this SQL condition.")
  Optional<String> where = Optional.empty();

  @Option(
      names = "--id",
      paramLabel = "COLUMN",
      description = "The table's column that identifies a row, for messages and --out-table.")
  Optional<String> id = Optional.empty();

  /** The table, if its columns are given. */
  public Optional<Table> table(String path, PredictionScale scale) {
    if (logits.isPresent()) {
      return Optional.of(Tables.open(path, columns(logits.get(), scale)));
    }
    boolean named = KINDS.stream().anyMatch(path.toLowerCase(Locale.ROOT)::endsWith);
    if (named || !isEmpty()) {
      throw InputException.in(
          path,
          "name the table's columns of logits with --logits, such as --logits 'logit_*' or"
              + " --logits cat,dog");
    }
    return Optional.empty();
  }

  /** Whether columns of a table are given. */
  public boolean isGiven() {
    return logits.isPresent();
  }

  /** Whether no option is given. */
  boolean isEmpty() {
    return logits.isEmpty() && label.isEmpty() && where.isEmpty() && id.isEmpty();
  }

  /** The columns of predictions and of whatever else is given. */
  TableColumns columns(String predictions, PredictionScale scale) {
    return new TableColumns(
        predictions,
        scale,
        label,
        Optional.empty(),
        Optional.empty(),
        TableColumns.SETS,
        where,
        id);
  }
}
