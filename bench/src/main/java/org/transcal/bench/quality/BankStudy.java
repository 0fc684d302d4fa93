package org.transcal.bench.quality;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.io.LoadedTask;
import org.transcal.io.TaskFiles;

/** Mean target ECE of every method over the tasks of each suite in a folder of tasks. */
public final class BankStudy {
  private static final double CLEARLY_WORSE = 0.01;

  private BankStudy() {}

  /** Arguments: the folder of tasks, the Markdown file to write. */
  public static void main(String[] arguments) throws IOException {
    List<Path> paths = TaskFiles.list(Path.of(arguments[0]));
    List<MethodComparison> comparisons = paths.parallelStream().map(BankStudy::compare).toList();
    Map<String, Integer> tasks = new TreeMap<>();
    Map<String, Map<String, List<Double>>> errors = new TreeMap<>();
    Map<String, Integer> worse = new TreeMap<>();
    for (MethodComparison comparison : comparisons) {
      String suite = comparison.task().name().split("__")[0];
      tasks.merge(suite, 1, Integer::sum);
      double before = ece(comparison, "vanilla");
      for (MethodResult result : comparison.results()) {
        result
            .scores()
            .ifPresent(
                scores -> {
                  errors
                      .computeIfAbsent(result.method(), m -> new TreeMap<>())
                      .computeIfAbsent(suite, s -> new ArrayList<>())
                      .add(scores.ece());
                  worse.merge(
                      result.method(), scores.ece() > before + CLEARLY_WORSE ? 1 : 0, Integer::sum);
                });
      }
    }
    Files.writeString(
        Path.of(arguments[1]), page(tasks, errors, worse, paths.size()), StandardCharsets.UTF_8);
  }

  private static MethodComparison compare(Path path) {
    LoadedTask loaded = TaskFiles.load(path);
    MethodSettings settings =
        MethodSettings.defaults().withTargetLabels(loaded.targetLabels().orElseThrow());
    return MethodComparison.run(loaded.task(), Methods.all(settings), settings, result -> {});
  }

  private static double ece(MethodComparison comparison, String method) {
    return comparison.results().stream()
        .filter(result -> result.method().equals(method))
        .findFirst()
        .orElseThrow()
        .scores()
        .orElseThrow()
        .ece();
  }

  private static String page(
      Map<String, Integer> tasks,
      Map<String, Map<String, List<Double>>> errors,
      Map<String, Integer> worse,
      int total) {
    StringBuilder text = new StringBuilder("# Every method on the bank of real tasks\n\n");
    text.append("Written by `bench/quality/bank`; do not edit.\n\n");
    text.append(
        "Mean target ECE (%, 15 bins) over the tasks of each suite. The last column counts");
    text.append(" tasks on which a method is more than one point worse than no calibration.\n\n");
    text.append("| method |");
    tasks.forEach((suite, count) -> text.append(' ' + suite + " (" + count + ") |"));
    text.append(" mean of suites | worse than vanilla |\n|---|");
    text.append("---|".repeat(tasks.size() + 2)).append('\n');
    for (String method : Methods.names()) {
      Map<String, List<Double>> bySuite = errors.getOrDefault(method, Map.of());
      if (bySuite.isEmpty()) {
        continue;
      }
      text.append("| `" + method + "` |");
      double sum = 0;
      for (String suite : tasks.keySet()) {
        double mean =
            bySuite.getOrDefault(suite, List.of()).stream()
                .mapToDouble(ece -> ece)
                .average()
                .orElse(Double.NaN);
        sum += mean;
        text.append(String.format(Locale.ROOT, " %.1f |", 100 * mean));
      }
      text.append(String.format(Locale.ROOT, " %.1f |", 100 * sum / tasks.size()));
      text.append(' ').append(worse.get(method)).append(" of ").append(total).append(" |\n");
    }
    return text.append(SeenLabels.SECTION).toString();
  }
}
