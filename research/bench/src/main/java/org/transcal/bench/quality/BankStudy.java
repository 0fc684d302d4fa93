package org.transcal.bench.quality;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.Score;
import org.transcal.comparison.TargetScores;
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
    Page page = Page.of("Every method on the bank of real tasks", "bank");
    addMethods(page, comparisons);
    addClaims(page, comparisons);
    LambdaSection.add(
        page, paths.parallelStream().map(TaskFiles::load).map(LambdaSection::measure).toList());
    page.addSeenLabels().write(Path.of(arguments[1]));
  }

  private static void addMethods(Page page, List<MethodComparison> comparisons) {
    Map<String, List<MethodComparison>> suites =
        comparisons.stream()
            .collect(
                Collectors.groupingBy(
                    one -> one.task().name().split("__")[0], TreeMap::new, Collectors.toList()));
    page.add(
        "\n\nMean target ECE (%, 15 bins) over the tasks of each suite. The last column counts tasks"
            + " on which a method is more than one point worse than no calibration.\n\n");
    List<String> columns = new ArrayList<>(List.of("method"));
    suites.forEach((suite, tasks) -> columns.add(suite + " (" + tasks.size() + ")"));
    columns.addAll(List.of("mean of suites", "worse than vanilla"));
    page.head(columns.size(), columns);
    for (String method : Methods.names()) {
      if (comparisons.stream().noneMatch(one -> scores(one, method).isPresent())) {
        continue;
      }
      List<Double> means =
          suites.values().stream()
              .map(tasks -> tasks.stream().flatMap(one -> scores(one, method).stream()).toList())
              .map(scores -> Page.mean(scores, TargetScores::ece))
              .toList();
      List<String> cells = new ArrayList<>(List.of("`" + method + "`"));
      means.forEach(mean -> cells.add(Page.percent(mean)));
      cells.add(Page.percent(Page.mean(means, mean -> mean)));
      cells.add(worse(comparisons, method) + " of " + comparisons.size());
      page.row(cells);
    }
  }

  private static long worse(List<MethodComparison> comparisons, String method) {
    return comparisons.stream()
        .filter(
            one -> {
              double before = scores(one, "vanilla").orElseThrow().ece() + CLEARLY_WORSE;
              return scores(one, method).filter(scores -> scores.ece() > before).isPresent();
            })
        .count();
  }

  /** The paper's claims on NLL and Brier score: its appendix has them for Office-Home only. */
  private static void addClaims(Page page, List<MethodComparison> comparisons) {
    page.section("NLL and Brier score of `transcal`")
        .add(
            "The paper's Tables 7 and 8 claim that TransCal is better than these methods by NLL and"
                + " Brier score. Means over all tasks, and the number of tasks on which it is"
                + " better.\n\n")
        .head(
            "compared with | NLL | of `transcal` | better on | Brier score"
                + " | of `transcal` | better on");
    for (String method : List.of("vanilla", "temperature", "cpcs", "transcal-no-bias")) {
      page.add("| `%s` |", method);
      for (Score score : List.of(Score.NLL, Score.BRIER)) {
        double[] other = scores(comparisons, method, score);
        double[] own = scores(comparisons, "transcal", score);
        page.add(
            " %.3f | %.3f | %d of %d |",
            Arrays.stream(other).average().orElseThrow(),
            Arrays.stream(own).average().orElseThrow(),
            IntStream.range(0, own.length).filter(i -> own[i] < other[i]).count(),
            own.length);
      }
      page.add("\n");
    }
  }

  private static MethodComparison compare(Path path) {
    LoadedTask loaded = TaskFiles.load(path);
    MethodSettings settings =
        MethodSettings.defaults().withTargetLabels(loaded.targetLabels().orElseThrow());
    return MethodComparison.run(loaded.task(), Methods.all(settings), settings, result -> {});
  }

  private static double[] scores(List<MethodComparison> comparisons, String method, Score score) {
    return comparisons.stream()
        .mapToDouble(one -> score.of(scores(one, method).orElseThrow()))
        .toArray();
  }

  private static Optional<TargetScores> scores(MethodComparison comparison, String method) {
    return comparison.results().stream()
        .filter(result -> result.method().equals(method))
        .findFirst()
        .flatMap(MethodResult::scores);
  }
}
