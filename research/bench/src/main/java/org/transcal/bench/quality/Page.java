package org.transcal.bench.quality;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.transcal.io.TaskFiles;

/** A page of results in Markdown, or a section of one. */
final class Page {
  private final StringBuilder text = new StringBuilder();

  /** A page that starts with its title and the script that writes it. */
  static Page of(String title, String script) {
    String start = "# %s%n%nWritten by `research/bench/quality/%s`; do not edit.";
    return new Page().add(start, title, script);
  }

  /** Adds text, which is a format if there are values. */
  Page add(String format, Object... values) {
    text.append(values.length == 0 ? format : String.format(Locale.ROOT, format, values));
    return this;
  }

  Page section(String heading) {
    return add("\n## ").add(heading).add("\n\n");
  }

  /** The head of a table, with a bar between columns. */
  Page head(String columns) {
    List<String> names = List.of(columns.split(" [|] "));
    return head(names.size(), names);
  }

  /** The head of a table whose first columns are aligned to the left, the others to the right. */
  Page head(int left, List<String> columns) {
    row(columns);
    String right = "---:|".repeat(columns.size() - left);
    return add("|" + "---|".repeat(left) + right + "\n");
  }

  Page row(Object... cells) {
    return row(List.of(cells));
  }

  Page row(List<?> cells) {
    return add(
        cells.stream().map(String::valueOf).collect(Collectors.joining(" | ", "| ", " |\n")));
  }

  /** Ends a page: which choices saw target labels. */
  Page addSeenLabels() {
    return section("Which choices saw target labels")
        .add(
            """
            All scores on this page use target labels; of the methods only `oracle` sees them. `recommended`, its intervals and its verdict were \
            designed with target errors on all suites in view, so their figures are held out only where a table says so (leave one suite out). \
            That `label-shift` weights classes by w + ½ and does not use LaSCal's objective was decided on closed forms and on target errors of the suites adult, \
            letter and office. All other methods are defined by their papers or by the released code and were not tuned on any task.
            """);
  }

  void write(Path file) throws IOException {
    Files.writeString(file, text, StandardCharsets.UTF_8);
  }

  /** The files of all tasks in some folders. */
  static List<Path> tasks(List<String> folders) {
    List<Path> paths = new ArrayList<>();
    folders.forEach(folder -> paths.addAll(TaskFiles.list(Path.of(folder))));
    return paths;
  }

  static String percent(double share) {
    return percent(share, 1);
  }

  static String percent(double part, double whole) {
    return String.format(Locale.ROOT, "%.1f", 100 * part / whole);
  }

  /** The mean of a value; NaN if there is none. */
  static <T> double mean(Collection<T> rows, ToDoubleFunction<? super T> value) {
    return rows.stream().mapToDouble(value).average().orElse(Double.NaN);
  }
}
