package org.transcal.table.source;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.transcal.io.file.InputException;
import org.transcal.io.file.NearMiss;
import org.transcal.table.database.Sql;

/**
 * Columns that form one array.
 *
 * @param names their names, for messages
 * @param sql SQL expressions of their values
 * @param isSingle whether single precision holds every value exactly
 * @param labels the parts in which the names differ: class names, if there are any; empty for lists
 */
record ColumnGroup(List<String> names, List<String> sql, boolean isSingle, List<String> labels) {
  private static final Pattern TRAILING_NUMBER = Pattern.compile("(\\d{1,9})$");
  private static final Pattern NUMBER_TYPE =
      Pattern.compile(
          "(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|BOOLEAN|DECIMAL\\(.*\\))");

  /** Names of the columns that match the patterns, in order. */
  static List<String> choose(
      String path, String option, String patterns, Map<String, String> types) {
    List<String> chosen = new ArrayList<>();
    for (String pattern : patterns.split(",")) {
      List<String> matching =
          types.containsKey(pattern)
              ? List.of(pattern)
              : types.keySet().stream().filter(regex(pattern).asMatchPredicate()).toList();
      if (matching.isEmpty()) {
        String question = NearMiss.question(pattern, types.keySet());
        throw InputException.in(
            path,
            "no column matches %s %s%s; its columns are %s",
            option,
            InputException.quote(pattern),
            question.isEmpty() ? "" : " (" + question + ")",
            InputException.list(types.keySet()));
      }
      boolean numbered = matching.stream().allMatch(name -> number(name).isPresent());
      chosen.addAll(
          numbered
              ? matching.stream().sorted(Comparator.comparing(name -> number(name).get())).toList()
              : matching);
    }
    return chosen;
  }

  /** One column per value, or one column of lists with {@code length} values each. */
  static ColumnGroup of(
      String path, String option, String patterns, Map<String, String> types, int length) {
    List<String> names = choose(path, option, patterns, types);
    if (isList(types.get(names.get(0)))) {
      String list = Sql.name(names.get(0));
      boolean single = types.get(names.get(0)).startsWith("FLOAT[");
      List<String> values =
          IntStream.rangeClosed(1, length)
              .mapToObj(i -> converted(list + "[" + i + "]", single))
              .collect(Collectors.toCollection(ArrayList::new));
      // Lists of a different length are rejected like missing values.
      values.set(0, "CASE WHEN len(" + list + ") = " + length + " THEN " + values.get(0) + " END");
      List<String> each =
          IntStream.range(0, length).mapToObj(i -> names.get(0) + "[" + i + "]").toList();
      return new ColumnGroup(each, values, single, List.of());
    }
    for (String name : names) {
      if (!isNumber(types.get(name))) {
        throw InputException.in(
            path,
            "column %s of %s holds %s; it must hold numbers, or be one column of lists of numbers",
            InputException.quote(name),
            option,
            types.get(name));
      }
    }
    boolean single = names.stream().allMatch(name -> types.get(name).equals("FLOAT"));
    return new ColumnGroup(
        names,
        names.stream().map(name -> converted(Sql.name(name), single)).toList(),
        single,
        distinctions(patterns, names));
  }

  /** A single column. */
  static ColumnGroup single(String name, String sql) {
    return new ColumnGroup(List.of(name), List.of(sql), false, List.of());
  }

  /** Number of classes if these are predictions: a single column is the score of class 1 of two. */
  int classes() {
    return Math.max(2, names.size());
  }

  /** The parts in which the names differ; none if they repeat or are just 0, 1, 2, … */
  List<String> distinctNames() {
    boolean numbers =
        IntStream.range(0, labels.size()).allMatch(i -> labels.get(i).equals(Integer.toString(i)));
    boolean distinct = labels.stream().distinct().count() == labels.size();
    return numbers || !distinct || labels.size() == 1 ? List.of() : labels;
  }

  /** Whether a type is that of numbers. */
  static boolean isNumber(String type) {
    return NUMBER_TYPE.matcher(type).matches();
  }

  /** Whether a type is a list or array of numbers. */
  static boolean isList(String type) {
    int bracket = type.indexOf('[');
    return bracket > 0 && type.endsWith("]") && isNumber(type.substring(0, bracket));
  }

  private static String converted(String value, boolean single) {
    return single ? value : "CAST(" + value + " AS DOUBLE)";
  }

  private static Optional<Long> number(String name) {
    Matcher number = TRAILING_NUMBER.matcher(name);
    return number.find() ? Optional.of(Long.parseLong(number.group(1))) : Optional.empty();
  }

  /** The parts in which the names differ: at the wildcard, or after the common beginning. */
  private static List<String> distinctions(String patterns, List<String> names) {
    if (patterns.indexOf('*') >= 0 && patterns.indexOf(',') < 0 && !names.contains(patterns)) {
      Pattern regex = regex(patterns);
      return names.stream()
          .map(regex::matcher)
          .filter(Matcher::matches)
          .map(m -> m.group(1))
          .toList();
    }
    int common = 0;
    for (int end = 1; end < names.get(0).length(); end++) {
      String beginning = names.get(0).substring(0, end);
      boolean isWord = !Character.isLetterOrDigit(beginning.charAt(end - 1));
      if (isWord && names.stream().allMatch(name -> name.startsWith(beginning))) {
        common = end;
      }
    }
    int shared = common;
    return names.stream().map(name -> name.substring(shared)).toList();
  }

  /** Whether a pattern, which may be a name, matches a column. */
  static boolean isMatch(String pattern, String column) {
    return regex(pattern).matcher(column).matches();
  }

  private static Pattern regex(String pattern) {
    return Pattern.compile(
        Stream.of(pattern.split("\\*", -1))
            .map(Pattern::quote)
            .collect(Collectors.joining("(.*)")));
  }
}
