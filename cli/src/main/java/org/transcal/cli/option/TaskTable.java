package org.transcal.cli.option;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.transcal.io.BatchFile;
import org.transcal.io.PredictionScale;
import org.transcal.io.file.InputException;
import org.transcal.io.table.Table;
import org.transcal.io.table.TableColumns;
import picocli.CommandLine.Option;

/** A task in one table: the columns that tell its sets apart, in addition to those of any table. */
public class TaskTable extends TableOptions {
  @Option(
      names = "--split",
      paramLabel = "COLUMN",
      description = "The table's column that tells source_train, source_val and target rows apart.")
  private Optional<String> split = Optional.empty();

  @Option(
      names = "--sets",
      paramLabel = "A,B,C",
      split = ",",
      hideParamSyntax = true,
      description =
          "Its values of source training, source validation and target rows. Default:"
              + " source_train,source_val,target")
  private List<String> sets = TableColumns.SETS;

  @Option(
      names = "--features",
      paramLabel = "COLUMNS",
      description = "The table's columns of features, such as 'f_*', or one of lists.")
  private Optional<String> features = Optional.empty();

  @Option(names = "--probabilities", description = "The columns of --logits hold probabilities.")
  private boolean probabilities;

  /** The table, if its columns are given. */
  public Optional<Table> table(Path path) {
    return InputException.naming(
        path,
        () ->
            table(
                path.toString(),
                probabilities ? PredictionScale.PROBABILITIES : PredictionScale.LOGITS));
  }

  /** The rows of a batch in a table, if its columns are given, else in files of arrays. */
  public BatchFile batch(Path path, BatchFile.Wanted wanted) {
    return isArchive(path)
        ? BatchFile.read(path, wanted)
        : table(path)
            .map(table -> InputException.naming(path, () -> table.batch(wanted)))
            .orElseGet(() -> BatchFile.read(path, wanted));
  }

  static boolean isArchive(Path path) {
    return path.toString().toLowerCase(Locale.ROOT).endsWith(".npz");
  }

  @Override
  boolean isEmpty() {
    return super.isEmpty() && split.isEmpty() && features.isEmpty() && !probabilities;
  }

  @Override
  TableColumns columns(String predictions, PredictionScale scale) {
    return new TableColumns(predictions, scale, label, features, split, sets, where, id);
  }
}
