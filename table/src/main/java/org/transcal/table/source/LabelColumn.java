package org.transcal.table.source;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.transcal.io.file.InputException;
import org.transcal.table.database.Sql;

/**
 * The column of labels.
 *
 * @param name its name
 * @param sql SQL expression of the class number; NULL if it is unknown
 * @param classNames one per class; empty if classes are numbers only
 * @param warnings warnings for the user
 */
record LabelColumn(String name, String sql, List<String> classNames, List<String> warnings) {
  /** Labels, all of which must be known. */
  ColumnGroup required() {
    return ColumnGroup.single(name, sql);
  }

  /** Labels, of which unknown ones are −1. */
  ColumnGroup orUnknown() {
    return ColumnGroup.single(name, "coalesce(" + sql + ", -1)");
  }

  static LabelColumn of(
      String path,
      String name,
      Map<String, String> types,
      String source,
      ColumnGroup predictions,
      Lookup lookup)
      throws SQLException {
    String column = Sql.name(name);
    List<String> names = predictions.distinctNames();
    if (types.get(name).equals("BOOLEAN")) {
      return ofBooleans(path, name, names);
    }
    if (!types.get(name).equals("VARCHAR") && !types.get(name).startsWith("ENUM")) {
      // pandas writes missing whole numbers as NaN.
      String number = "CAST(" + column + " AS DOUBLE)";
      return new LabelColumn(
          name, "CASE WHEN NOT isnan(" + number + ") THEN " + number + " END", names, List.of());
    }
    List<String> found =
        lookup.texts(
            Sql.of(
                "SELECT DISTINCT CAST(%s AS VARCHAR) AS v FROM %s WHERE v IS NOT NULL ORDER BY v"
                    + " LIMIT %d",
                column, source, predictions.classes() + 1));
    List<String> wildcards = predictions.labels();
    if (wildcards.containsAll(found)) {
      return new LabelColumn(name, position(column, wildcards), names, List.of());
    }
    if (found.size() != predictions.classes()) {
      throw InputException.in(
          path,
          "column %s has the texts %s, which are not the names of the %d classes (%s); name the"
              + " columns of --logits after the classes, or use numbers from 0",
          InputException.quote(name),
          InputException.list(found),
          predictions.classes(),
          InputException.list(predictions.names()));
    }
    String warning =
        "%s: the texts of column %s are not in the names of the columns of --logits, so classes are"
            + " taken in alphabetical order: %s";
    return new LabelColumn(
        name,
        position(column, found),
        found,
        List.of(String.format(Locale.ROOT, warning, path, name, InputException.list(found))));
  }

  /** False and true are the classes of these names, else 0 and 1. */
  private static LabelColumn ofBooleans(String path, String name, List<String> names) {
    String column = Sql.name(name);
    List<String> lower = names.stream().map(n -> n.toLowerCase(Locale.ROOT)).toList();
    if (lower.containsAll(List.of("false", "true"))) {
      return new LabelColumn(name, position(column, lower), names, List.of());
    }
    String warning = "%s: column %s is boolean: false is class 0 (%s) and true is class 1 (%s)";
    return new LabelColumn(
        name,
        "CAST(" + column + " AS DOUBLE)",
        names,
        names.isEmpty()
            ? List.of()
            : List.of(String.format(Locale.ROOT, warning, path, name, names.get(0), names.get(1))));
  }

  private static String position(String column, List<String> names) {
    String list = names.stream().map(Sql::text).collect(Collectors.joining(", ", "[", "]"));
    return "CAST(list_position(" + list + ", CAST(" + column + " AS VARCHAR)) - 1 AS DOUBLE)";
  }
}
