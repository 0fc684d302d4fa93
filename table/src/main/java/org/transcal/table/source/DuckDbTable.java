package org.transcal.table.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.duckdb.DuckDBConnection;
import org.transcal.io.BlockSize;
import org.transcal.io.LoadedTask;
import org.transcal.io.PredictionScale;
import org.transcal.io.RowBlocks;
import org.transcal.io.TaskFiles;
import org.transcal.io.file.InputException;
import org.transcal.io.table.ResultTable;
import org.transcal.io.table.Table;
import org.transcal.io.table.TableColumns;
import org.transcal.matrix.Matrix;
import org.transcal.table.database.Reasons;
import org.transcal.table.database.Scratch;
import org.transcal.table.database.Sql;

/** A table that DuckDB reads. */
final class DuckDbTable implements Table {
  private static final BlockSize BLOCK = BlockSize.ofRows(4096);
  private static final String TARGET = "target";

  private final FileSet files;
  private final TableColumns options;
  private final Map<String, String> types;
  private final String source;
  private final ColumnGroup predictions;
  private final Optional<ColumnGroup> features;
  private final Optional<LabelColumn> labels;

  private DuckDbTable(FileSet files, TableColumns options, DuckDBConnection connection)
      throws SQLException {
    this.files = files;
    this.options = options;
    Lookup lookup = new Lookup(connection);
    this.types = lookup.types(files.sql());
    String all = "SELECT * FROM " + files.sql();
    this.source =
        "("
            + options
                .where()
                .map(where -> all + " WHERE " + Condition.require(files.path(), where))
                .orElse(all)
            + ")";
    this.predictions = group(lookup, "--logits", options.predictions());
    if (predictions.names().size() < 2) {
      throw InputException.in(
          files.path(),
          "--logits %s is one column; one column per class is needed, at least 2",
          InputException.quote(options.predictions()));
    }
    this.features =
        options.features().isPresent()
            ? Optional.of(group(lookup, "--features", options.features().get()))
            : Optional.empty();
    this.labels =
        options.label().isPresent()
            ? Optional.of(
                LabelColumn.of(
                    files.path(),
                    column("--label", options.label().get()),
                    types,
                    source,
                    predictions,
                    lookup))
            : Optional.empty();
    options.split().ifPresent(name -> column("--split", name));
    options.id().ifPresent(name -> column("--id", name));
  }

  static DuckDbTable open(FileSet files, TableColumns options) {
    try (Scratch scratch = Scratch.open();
        DuckDBConnection connection = files.connect(scratch)) {
      return new DuckDbTable(files, options, connection);
    } catch (SQLException e) {
      throw new InputException(files.path() + ": " + Reasons.of(e), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String column(String option, String name) {
    List<String> chosen = ColumnGroup.choose(files.path(), option, name, types);
    if (chosen.size() != 1) {
      throw InputException.in(
          files.path(),
          "%s chooses %s; it must be one column",
          option,
          InputException.list(chosen));
    }
    return chosen.get(0);
  }

  private ColumnGroup group(Lookup lookup, String option, String patterns) throws SQLException {
    String first = ColumnGroup.choose(files.path(), option, patterns, types).get(0);
    int length =
        ColumnGroup.isList(types.get(first))
            ? (int) lookup.number("SELECT max(len(" + Sql.name(first) + ")) FROM " + source)
            : 0;
    if (ColumnGroup.isList(types.get(first)) && length < 1) {
      throw InputException.in(files.path(), "column %s has empty lists only", first);
    }
    return ColumnGroup.of(files.path(), option, patterns, types, length);
  }

  @Override
  public int classes() {
    return predictions.names().size();
  }

  @Override
  public List<String> classNames() {
    return labels.map(LabelColumn::classNames).orElseGet(() -> LabelColumn.names(predictions));
  }

  @Override
  public List<String> warnings() {
    return labels.map(LabelColumn::warnings).orElse(List.of());
  }

  @Override
  public RowBlocks predictions(BlockSize size) {
    return rows(predictions, source, "", size);
  }

  @Override
  public RowBlocks labels(BlockSize size) {
    LabelColumn column =
        labels.orElseThrow(() -> InputException.in(files.path(), "name the labels with --label"));
    return rows(column.orUnknown(), source, "", size);
  }

  private SqlRowBlocks rows(ColumnGroup columns, String from, String set, BlockSize size) {
    return new SqlRowBlocks(
        new SqlRowBlocks.Query(files, columns, from, options.id().map(Sql::name), set), size);
  }

  /** The rows of a set: what follows FROM. */
  private String rowsOf(int set) {
    String split =
        options
            .split()
            .map(name -> column("--split", name))
            .orElseThrow(
                () ->
                    InputException.in(
                        files.path(),
                        "name the column that tells source_train, source_val and target rows apart"
                            + " with --split"));
    return "(SELECT * FROM "
        + source
        + " WHERE CAST("
        + Sql.name(split)
        + " AS VARCHAR) = "
        + Sql.text(options.sets().get(set))
        + ")";
  }

  @Override
  public LoadedTask task() {
    Map<String, Integer> counts = count();
    Map<String, Matrix> arrays = new TreeMap<>();
    for (int set = 0; set < 3; set++) {
      String name = TableColumns.SETS.get(set);
      int rows = counts.get(name);
      boolean needed = set > 0;
      if (rows == 0 && needed) {
        throw InputException.in(
            files.path(),
            "no row has %s in column %s; the values there are %s; --sets names others",
            InputException.quote(options.sets().get(set)),
            options.split().orElseThrow(),
            values());
      }
      if (rows == 0 || (!needed && features.isEmpty())) {
        continue;
      }
      String from = rowsOf(set);
      String where = " of the " + options.sets().get(set) + " rows";
      if (needed) {
        String scale = options.scale() == PredictionScale.LOGITS ? "_logits" : "_probabilities";
        arrays.put(name + scale, read(predictions, from, where, rows));
      }
      features.ifPresent(f -> arrays.put(name + "_features", read(f, from, where, rows)));
      if (needed && labels.isPresent()) {
        ColumnGroup column =
            name.equals(TARGET) ? labels.get().orUnknown() : labels.get().required();
        arrays.put(name + "_labels", read(column, from, where, rows));
      }
    }
    if (labels.isEmpty()) {
      throw InputException.in(files.path(), "name the column of labels with --label");
    }
    LoadedTask task = TaskFiles.assemble(Path.of(files.path()), files.name(), arrays, classNames());
    List<String> warnings = new ArrayList<>(warnings());
    warnings.addAll(task.warnings());
    return task.withWarnings(warnings);
  }

  private Matrix read(ColumnGroup columns, String from, String where, int rows) {
    try (SqlRowBlocks blocks = rows(columns, from, where, BLOCK)) {
      return blocks.all(rows);
    }
  }

  /** Number of rows of each set. */
  private Map<String, Integer> count() {
    return look(
        lookup -> {
          Map<String, Integer> counts = new LinkedHashMap<>();
          for (int set : IntStream.range(0, 3).toArray()) {
            long rows = lookup.number("SELECT count(*) FROM " + rowsOf(set));
            if (rows > Integer.MAX_VALUE / 2) {
              throw InputException.in(files.path(), "has %,d rows; too many for memory", rows);
            }
            counts.put(TableColumns.SETS.get(set), (int) rows);
          }
          return counts;
        });
  }

  private String values() {
    String split = Sql.name(column("--split", options.split().orElseThrow()));
    String sql =
        "SELECT DISTINCT CAST("
            + split
            + " AS VARCHAR) AS v FROM "
            + source
            + " ORDER BY v LIMIT 21";
    return look(lookup -> InputException.list(lookup.texts(sql)));
  }

  private <T> T look(Lookup.Question<T> question) {
    try (Scratch scratch = Scratch.open();
        DuckDBConnection connection = files.connect(scratch)) {
      return question.ask(new Lookup(connection));
    } catch (SQLException e) {
      throw new InputException(files.path() + ": " + Reasons.of(e), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public ResultTable results(Path file, Rows rows) {
    String id =
        options
            .id()
            .map(name -> column("--id", name))
            .orElseThrow(
                () ->
                    InputException.in(
                        files.path(), "--out-table needs --id, the column that identifies a row"));
    String from = rows == Rows.TARGET ? rowsOf(2) : source;
    return new DuckDbResults(files, from, id, classNames(), file);
  }
}
