package org.transcal.table.source;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.transcal.io.BatchFile;
import org.transcal.io.LoadedTask;
import org.transcal.io.PredictionScale;
import org.transcal.io.TaskFiles;
import org.transcal.io.array.BlockSize;
import org.transcal.io.array.RowBlocks;
import org.transcal.io.file.InputException;
import org.transcal.io.table.ResultTable;
import org.transcal.io.table.Table;
import org.transcal.io.table.TableColumns;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;

/** A table that DuckDB reads. */
final class DuckDbTable implements Table {
  private final ResolvedColumns columns;
  private final TableColumns options;
  private final String path;

  DuckDbTable(FileSet files, TableColumns options) {
    this.columns = ResolvedColumns.of(files, options);
    this.options = options;
    this.path = files.path();
  }

  @Override
  public int classes() {
    return columns.predictions().classes();
  }

  @Override
  public List<String> classNames() {
    return columns
        .labels()
        .map(LabelColumn::classNames)
        .orElseGet(() -> columns.predictions().distinctNames());
  }

  @Override
  public List<String> warnings() {
    return columns.labels().map(LabelColumn::warnings).orElse(List.of());
  }

  @Override
  public RowBlocks predictions(BlockSize size) {
    return columns.rows(columns.predictions(), columns.source(), "", size);
  }

  @Override
  public RowBlocks labels(BlockSize size) {
    return columns.rows(requireLabels().orUnknown(), columns.source(), "", size);
  }

  private LabelColumn requireLabels() {
    return columns
        .labels()
        .orElseThrow(() -> InputException.in(path, "name the column of labels with --label"));
  }

  @Override
  public LoadedTask task() {
    LabelColumn labels = requireLabels();
    boolean isLogits = options.scale() == PredictionScale.LOGITS;
    Map<String, Matrix> arrays = new TreeMap<>();
    for (int set = 0; set < 3; set++) {
      String name = TableColumns.SETS.get(set);
      String from = columns.rowsOf(set);
      String where = " of the " + options.sets().get(set) + " rows";
      int rows = columns.count(from);
      if (set > 0) {
        requireRows(set, rows);
      }
      if (set > 0 || columns.hasPredictions(from)) {
        arrays.put(
            name + (isLogits ? "_logits" : "_probabilities"),
            columns.read(columns.predictions(), from, where, rows));
      }
      if (set > 0) {
        ColumnGroup known = name.equals("target") ? labels.orUnknown() : labels.required();
        arrays.put(name + "_labels", columns.read(known, from, where, rows));
      }
      if (rows > 0 && columns.features().isPresent()) {
        arrays.put(name + "_features", columns.read(columns.features().get(), from, where, rows));
      }
    }
    LoadedTask task =
        TaskFiles.assemble(
            Path.of(path),
            columns.files().name(),
            arrays,
            classNames(),
            columns.features().map(ColumnGroup::distinctNames).orElse(List.of()));
    List<String> warnings = new ArrayList<>(warnings());
    warnings.addAll(rowsOfNoSet());
    task.warnings().stream()
        .map(warning -> warning.replaceFirst("name the array \\w+$", "add --probabilities"))
        .forEach(warnings::add);
    return task.withWarnings(warnings);
  }

  private List<String> rowsOfNoSet() {
    Map<String, Long> counts = columns.rowsOfNoSet();
    long rows = counts.values().stream().mapToLong(Long::longValue).sum();
    if (rows == 0) {
      return List.of();
    }
    List<String> values =
        counts.entrySet().stream()
            .map(e -> InputException.quote(e.getKey()) + " (" + e.getValue() + ")")
            .toList();
    return List.of(
        String.format(
            Locale.ROOT,
            "%s: %,d %s in none of the sets %s and not used: %s",
            path,
            rows,
            rows == 1 ? "row is" : "rows are",
            String.join(", ", options.sets()),
            InputException.list(values)));
  }

  private void requireRows(int set, int rows) {
    if (rows == 0) {
      throw InputException.in(
          path,
          "no row has %s in column %s; the values there are %s; --sets names others",
          InputException.quote(options.sets().get(set)),
          options.split().orElseThrow(),
          columns.sets());
    }
  }

  @Override
  public BatchFile batch(BatchFile.Wanted wanted) {
    requireCount("--logits", classes(), wanted.classes(), "classes");
    String from = options.split().isPresent() ? columns.rowsOf(2) : columns.source();
    int rows = columns.count(from);
    if (rows == 0) {
      throw InputException.in(path, "has no rows; at least one is needed");
    }
    Matrix values = columns.read(columns.predictions(), from, "", rows);
    Logits logits = InputException.naming(path, () -> options.scale().logits(values));
    Optional<Labels> labels =
        columns.labels().map(column -> labels(columns.read(column.orUnknown(), from, "", rows)));
    Map<String, List<String>> segments = new LinkedHashMap<>();
    wanted.segments().forEach(name -> segments.put(name, columns.texts("--segment", name, from)));
    return new BatchFile(
        logits,
        features(wanted.features(), from, rows),
        labels,
        segments,
        wanted.time().map(name -> columns.texts("--time-column", name, from)),
        path + ": column " + wanted.time().orElse(""),
        warnings());
  }

  private Optional<Matrix> features(int wanted, String from, int rows) {
    if (wanted == 0) {
      return Optional.empty();
    }
    ColumnGroup group =
        columns
            .features()
            .orElseThrow(
                () ->
                    InputException.in(
                        path, "the reference has features; name their columns with --features"));
    requireCount("--features", group.names().size(), wanted, "features");
    return Optional.of(columns.read(group, from, "", rows));
  }

  private void requireCount(String option, int found, int needed, String what) {
    if (found != needed) {
      throw InputException.in(
          path, "%s has %d columns, but the reference has %d %s", option, found, needed, what);
    }
  }

  private Labels labels(Matrix column) {
    int[] values = new int[column.rows()];
    for (int row = 0; row < values.length; row++) {
      values[row] = (int) column.get(row, 0);
      if (values[row] != column.get(row, 0)) {
        throw InputException.in(
            path, "label at row %d is %s; it must be an integer", row, column.get(row, 0));
      }
    }
    return InputException.naming(path, () -> Labels.partial(values, classes()));
  }

  @Override
  public ResultTable results(Path file, Rows rows) {
    String id =
        options
            .id()
            .map(name -> columns.column("--id", name))
            .orElseThrow(
                () ->
                    InputException.in(
                        path, "--out-table needs --id, the column that identifies a row"));
    String from = rows == Rows.TARGET ? columns.rowsOf(2) : columns.source();
    return new DuckDbResults(columns.files(), from, id, classNames(), file);
  }
}
