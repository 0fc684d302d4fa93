package org.transcal.table.source;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.transcal.io.array.BlockSize;
import org.transcal.io.file.InputException;
import org.transcal.io.table.TableColumns;
import org.transcal.matrix.Matrix;
import org.transcal.table.database.Reasons;
import org.transcal.table.database.Session;
import org.transcal.table.database.Sql;

/** The columns of a table that the options name, and queries on them. */
final class ResolvedColumns {
  /**
   * DuckDB plans one expression per value: more of them do not fit in its memory, even for a few
   * rows, which it finds out after half a minute.
   */
  private static final int LONGEST_LIST = 50_000;

  private final FileSet files;
  private final TableColumns options;
  private final Map<String, String> types;
  private final String source;
  private final ColumnGroup predictions;
  private final Optional<ColumnGroup> features;
  private final Optional<LabelColumn> labels;

  private ResolvedColumns(FileSet all, TableColumns options, Lookup lookup) throws SQLException {
    this.files = all.withTexts(booleanLabels(lookup.types(all.sql()), options));
    this.options = options;
    this.types = lookup.types(files.sql());
    String rows = "SELECT * FROM " + files.sql();
    Optional<String> where = options.where();
    this.source =
        where.isEmpty()
            ? "(" + rows + ")"
            : "(" + rows + " WHERE " + Condition.require(files.path(), where.get()) + ")";
    this.predictions = group(lookup, "--logits", options.predictions());
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

  static ResolvedColumns of(FileSet files, TableColumns options) {
    return look(files, lookup -> new ResolvedColumns(files, options, lookup));
  }

  /** Labels such as yes and no, which DuckDB takes for booleans: their texts name classes. */
  private static List<String> booleanLabels(Map<String, String> types, TableColumns options) {
    return types.keySet().stream()
        .filter(name -> types.get(name).equals("BOOLEAN"))
        .filter(name -> options.label().filter(l -> ColumnGroup.isMatch(l, name)).isPresent())
        .toList();
  }

  private static <T> T look(FileSet files, Lookup.Question<T> question) {
    try (Session session = files.open()) {
      T answer = question.ask(new Lookup(session));
      session.keep();
      return answer;
    } catch (SQLException e) {
      throw new InputException(files.path() + ": " + Reasons.of(e), e);
    }
  }

  private ColumnGroup group(Lookup lookup, String option, String patterns) throws SQLException {
    String first = ColumnGroup.choose(files.path(), option, patterns, types).get(0);
    if (!ColumnGroup.isList(types.get(first))) {
      return ColumnGroup.of(files.path(), option, patterns, types, 0);
    }
    long length = lookup.number("SELECT max(len(" + Sql.name(first) + ")) FROM " + source);
    if (length < 1) {
      throw InputException.in(
          files.path(), "column %s has only empty lists", InputException.quote(first));
    }
    if (length > LONGEST_LIST) {
      throw InputException.in(
          files.path(),
          "column %s has a list of %,d values; at most %,d are possible",
          InputException.quote(first),
          length,
          LONGEST_LIST);
    }
    return ColumnGroup.of(files.path(), option, patterns, types, (int) length);
  }

  /** Whether any of these rows has predictions; training rows need none. */
  boolean hasPredictions(String from) {
    String value = "CAST(" + predictions.sql().get(0) + " AS DOUBLE)";
    String known = " WHERE " + value + " IS NOT NULL AND NOT isnan(" + value + ")";
    return look(files, lookup -> lookup.number("SELECT count(*) FROM " + from + known)) > 0;
  }

  FileSet files() {
    return files;
  }

  /** All rows, as the text after FROM. */
  String source() {
    return source;
  }

  ColumnGroup predictions() {
    return predictions;
  }

  Optional<ColumnGroup> features() {
    return features;
  }

  Optional<LabelColumn> labels() {
    return labels;
  }

  /** The one column that an option names. */
  String column(String option, String name) {
    List<String> chosen = ColumnGroup.choose(files.path(), option, name, types);
    if (chosen.size() != 1) {
      throw InputException.in(
          files.path(), "%s is %s; it must be one column", option, InputException.list(chosen));
    }
    return chosen.get(0);
  }

  /** The rows of a set, as the text after FROM. */
  String rowsOf(int set) {
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
    return Sql.of(
        "(SELECT * FROM %s WHERE CAST(%s AS VARCHAR) = %s)",
        source, Sql.name(split), Sql.text(options.sets().get(set)));
  }

  /** Number of rows, which must fit in memory. */
  int count(String from) {
    long rows = look(files, lookup -> lookup.number("SELECT count(*) FROM " + from));
    if (rows > Integer.MAX_VALUE / 2) {
      throw InputException.in(files.path(), "has %,d rows; too many for memory", rows);
    }
    return (int) rows;
  }

  /** The values of a column as text; empty where there is none. */
  List<String> texts(String option, String name, String from) {
    String column = Sql.name(column(option, name));
    String sql = "SELECT coalesce(CAST(" + column + " AS VARCHAR), '') FROM " + from;
    return look(files, lookup -> lookup.texts(sql));
  }

  /** The distinct values of the column that tells the sets apart, for messages. */
  String sets() {
    String split = Sql.name(column("--split", options.split().orElseThrow()));
    String sql =
        Sql.of(
            "SELECT DISTINCT CAST(%s AS VARCHAR) AS v FROM %s ORDER BY v LIMIT 21", split, source);
    return look(files, lookup -> InputException.list(lookup.texts(sql)));
  }

  /** How many rows have which value in place of a set's name. */
  Map<String, Long> rowsOfNoSet() {
    String split = Sql.name(column("--split", options.split().orElseThrow()));
    String sets = options.sets().stream().map(Sql::text).collect(Collectors.joining(", "));
    String sql =
        Sql.of(
            "SELECT CAST(%s AS VARCHAR) AS v, count(*) AS n FROM %s WHERE v IS NULL OR v NOT IN (%s)"
                + " GROUP BY v ORDER BY n DESC, v",
            split, source, sets);
    return look(files, lookup -> lookup.counts(sql));
  }

  /** Rows of some columns, fetched as they are needed. */
  SqlRowBlocks rows(ColumnGroup columns, String from, String set, BlockSize size) {
    return new SqlRowBlocks(
        new SqlRowBlocks.Query(files, columns, from, options.id().map(Sql::name), set), size);
  }

  /** All rows of some columns. */
  Matrix read(ColumnGroup columns, String from, String set, int rows) {
    try (SqlRowBlocks blocks = rows(columns, from, set, BlockSize.ofRows(rows))) {
      return blocks
          .next(0, rows)
          .orElseThrow(() -> InputException.in(files.path(), "has no such rows any more"));
    }
  }
}
