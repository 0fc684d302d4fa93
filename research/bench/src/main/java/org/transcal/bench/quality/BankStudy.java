package org.transcal.bench.quality;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.Score;
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
      double before = score(comparison, "vanilla", Score.ECE);
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
    StringBuilder text = new StringBuilder(page(tasks, errors, worse, paths.size()));
    addClaims(text, comparisons);
    text.append(
        LambdaSection.of(
            paths.parallelStream().map(TaskFiles::load).map(LambdaSection::measure).toList()));
    text.append(SeenLabels.SECTION);
    Files.writeString(Path.of(arguments[1]), text, StandardCharsets.UTF_8);
  }

  /** The paper's claims on NLL and Brier score: its appendix has them for Office-Home only. */
  private static void addClaims(StringBuilder text, List<MethodComparison> comparisons) {
    text.append("\n## NLL and Brier score of `transcal`\n\nThe paper's Tables 7 and 8 claim that");
    text.append(" TransCal is better than these methods by NLL and Brier score. Means over");
    text.append(" all tasks, and the number of tasks on which it is better.\n\n");
    text.append("| compared with | NLL | of `transcal` | better on | Brier score |");
    text.append(" of `transcal` | better on |\n|---|---|---|---|---|---|---|\n");
    for (String method : List.of("vanilla", "temperature", "cpcs", "transcal-no-bias")) {
      text.append("| `" + method + "` |");
      for (Score score : List.of(Score.NLL, Score.BRIER)) {
        double[] other = comparisons.stream().mapToDouble(c -> score(c, method, score)).toArray();
        double[] own = comparisons.stream().mapToDouble(c -> score(c, "transcal", score)).toArray();
        long wins = IntStream.range(0, own.length).filter(i -> own[i] < other[i]).count();
        text.append(
            String.format(
                Locale.ROOT,
                " %.3f | %.3f | %d of %d |",
                Arrays.stream(other).average().orElseThrow(),
                Arrays.stream(own).average().orElseThrow(),
                wins,
                own.length));
      }
      text.append('\n');
    }
  }

  private static MethodComparison compare(Path path) {
    LoadedTask loaded = TaskFiles.load(path);
    MethodSettings settings =
        MethodSettings.defaults().withTargetLabels(loaded.targetLabels().orElseThrow());
    return MethodComparison.run(loaded.task(), Methods.all(settings), settings, result -> {});
  }

  private static double score(MethodComparison comparison, String method, Score score) {
    return score.of(
        comparison.results().stream()
            .filter(result -> result.method().equals(method))
            .findFirst()
            .orElseThrow()
            .scores()
            .orElseThrow());
  }

  private static String page(
      Map<String, Integer> tasks,
      Map<String, Map<String, List<Double>>> errors,
      Map<String, Integer> worse,
      int total) {
    StringBuilder text = new StringBuilder("# Every method on the bank of real tasks\n\n");
    text.append("Written by `research/bench/quality/bank`; do not edit.\n\n");
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
    return text.toString();
  }
}
