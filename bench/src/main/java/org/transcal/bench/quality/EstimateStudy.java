package org.transcal.bench.quality;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.accuracy.TargetEstimator;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.example.KnownShift;
import org.transcal.io.LoadedTask;
import org.transcal.io.TaskFiles;
import org.transcal.metric.Interval;

/** Errors of label-free estimates, on a folder of tasks and on problems with known truth. */
public final class EstimateStudy {
  private static final List<String> METHODS =
      List.of("vanilla", "temperature", "transcal", "pseudocal", "recommended");
  private static final int PROBLEMS = 100;
  private static final int KNOWN_SHIFTS = 50;

  private final Map<String, Map<String, List<Double>>> errors = new LinkedHashMap<>();
  private final Map<String, Map<String, List<Double>>> misses = new LinkedHashMap<>();
  private final Map<String, List<Double>> byVerdict = new TreeMap<>();
  private int tasks;
  private int held;

  private EstimateStudy() {}

  /** Arguments: the folder of tasks, the Markdown file to write. */
  public static void main(String[] arguments) throws IOException {
    EstimateStudy study = new EstimateStudy();
    for (Path path : TaskFiles.list(Path.of(arguments[0]))) {
      study.add(TaskFiles.load(path));
    }
    Files.writeString(Path.of(arguments[1]), study.page(), StandardCharsets.UTF_8);
  }

  private void add(LoadedTask loaded) {
    String suite = loaded.task().name().split("__")[0];
    MethodSettings settings =
        MethodSettings.defaults().withTargetLabels(loaded.targetLabels().orElseThrow());
    MethodComparison comparison =
        MethodComparison.run(
            loaded.task(),
            METHODS.stream().map(name -> Methods.named(name, settings)).toList(),
            settings,
            result -> {});
    for (MethodResult result : comparison.results()) {
      result.scores().ifPresent(scores -> put(errors, result.method(), suite, scores.ece()));
    }
    double truth = comparison.firstFitted().orElseThrow().scores().orElseThrow().accuracy();
    TargetEstimate estimate = TargetEstimator.seeded(0).estimate(loaded.task());
    estimate.estimators().forEach((key, value) -> put(misses, key, suite, Math.abs(value - truth)));
    double miss = Math.abs(estimate.accuracy().value() - truth);
    put(misses, "recommended", suite, miss);
    byVerdict.computeIfAbsent(estimate.verdict().word(), v -> new ArrayList<>()).add(miss);
    held += estimate.accuracy().interval().contains(truth) ? 1 : 0;
    tasks++;
  }

  private static void put(
      Map<String, Map<String, List<Double>>> to, String row, String suite, double value) {
    to.computeIfAbsent(row, r -> new TreeMap<>())
        .computeIfAbsent(suite, s -> new ArrayList<>())
        .add(value);
  }

  private String page() {
    StringBuilder text = new StringBuilder("# Target accuracy and ECE without labels\n\n");
    text.append("Written by `bench/quality/estimate`; do not edit.\n\n## Target ECE (%)\n\n");
    table(text, "method", errors);
    text.append("\n## |estimated − true accuracy| (points)\n\n");
    table(text, "estimate", misses);
    text.append("\n## The verdict\n\n| verdict | tasks | median error (points) |\n|---|---|---|\n");
    byVerdict.forEach(
        (verdict, values) ->
            text.append(
                String.format(
                    Locale.ROOT,
                    "| %s | %d of %d | %.1f |\n",
                    verdict,
                    values.size(),
                    tasks,
                    100 * median(values))));
    text.append(
        "\n## Coverage of 90 % intervals\n\n| problems | intervals that contain the truth |\n|---|---|\n");
    line(text, "tasks of the bank", held, tasks);
    int gaussians = 0;
    for (int i = 0; i < PROBLEMS; i++) {
      ShiftedGaussians problem = ShiftedGaussians.random(1000 + i);
      gaussians +=
          holds(
              TargetEstimator.seeded(i).estimate(problem.sample(800, 400, 1000, 5000 + i)),
              problem.trueTargetAccuracy());
    }
    line(text, "`ShiftedGaussians`, each with a closed form", gaussians, PROBLEMS);
    int known = 0;
    for (int i = 0; i < KNOWN_SHIFTS; i++) {
      known +=
          holds(
              TargetEstimator.seeded(i)
                  .estimate(KnownShift.sample(800, 400, 1000, 7000 + i).task()),
              KnownShift.trueTargetAccuracy());
    }
    line(text, "`KnownShift`, covariate shift in closed form", known, KNOWN_SHIFTS);
    line(text, "both closed forms", gaussians + known, PROBLEMS + KNOWN_SHIFTS);
    return text.append(SeenLabels.SECTION).toString();
  }

  private static int holds(TargetEstimate estimate, double truth) {
    Interval interval = estimate.accuracy().interval();
    return interval.contains(truth) ? 1 : 0;
  }

  private static void line(StringBuilder text, String what, int count, int of) {
    text.append(
        String.format(
            Locale.ROOT, "| %s | %d of %d (%.0f %%) |\n", what, count, of, 100.0 * count / of));
  }

  private static void table(
      StringBuilder text, String head, Map<String, Map<String, List<Double>>> rows) {
    List<String> suites = new ArrayList<>(rows.values().iterator().next().keySet());
    text.append("| ").append(head).append(" | ").append(String.join(" | ", suites));
    text.append(" | mean of suites |\n|---|").append("---|".repeat(suites.size() + 1)).append('\n');
    rows.forEach(
        (name, bySuite) -> {
          text.append("| `").append(name).append("` |");
          double sum = 0;
          for (String suite : suites) {
            double mean =
                bySuite.getOrDefault(suite, List.of()).stream()
                    .mapToDouble(x -> x)
                    .average()
                    .orElse(Double.NaN);
            sum += mean / suites.size();
            text.append(String.format(Locale.ROOT, " %.1f |", 100 * mean));
          }
          text.append(String.format(Locale.ROOT, " %.1f |\n", 100 * sum));
        });
  }

  private static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(x -> x).sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
