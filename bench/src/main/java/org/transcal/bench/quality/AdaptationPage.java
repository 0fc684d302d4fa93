package org.transcal.bench.quality;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.transcal.adapt.method.AdaptationMethod;
import org.transcal.bench.quality.AdaptationRuns.Run;

/** The page with the measured trainings. */
final class AdaptationPage {
  /** Mean target accuracy of PyTorch models of the same shape, schedule and rows, seed 0. */
  private static final Map<String, Map<String, String>> PEER =
      Map.of(
          "amazon_bow",
          Map.of(
              "source-only",
              "75.2",
              "dan",
              "77.5",
              "jan",
              "77.2",
              "dann",
              "76.7",
              "cdan-e",
              "77.3",
              "mdd",
              "76.8",
              "bnm",
              "76.9"),
          "office_caltech10_surf",
          Map.of(
              "source-only",
              "46.2",
              "dan",
              "46.3",
              "jan",
              "45.7",
              "dann",
              "48.0",
              "cdan-e",
              "48.9",
              "mdd",
              "48.3",
              "bnm",
              "48.7",
              "afn",
              "45.4",
              "mcd",
              "43.1"));

  private final List<Run> runs;

  AdaptationPage(List<Run> runs) {
    this.runs = runs;
  }

  String toMarkdown() {
    StringBuilder text = new StringBuilder("# Every adaptation method on real data\n\n");
    text.append("Written by `bench/quality/adaptation`; do not edit. Means over the tasks of each");
    text.append(" data set, in %. The PyTorch models have the same layers, schedule and rows.");
    text.append(
        " ECE is of target predictions before calibration (15 bins). Seconds were measured");
    text.append(" on a machine with other work.\n");
    for (String data : runs.stream().map(Run::data).distinct().toList()) {
      List<Run> some = runs.stream().filter(run -> run.data().equals(data)).toList();
      text.append("\n## ").append(data).append("\n\n");
      text.append("| method | tasks | accuracy, seed 0 | PyTorch | accuracy, mean of seeds |");
      text.append(" ECE before calibration, seed 0 | ECE, mean of seeds | seconds per task |\n");
      text.append("|---|---|---|---|---|---|---|---|\n");
      for (String method : AdaptationMethod.names()) {
        List<Run> ofMethod = some.stream().filter(run -> run.method().equals(method)).toList();
        List<Run> first = ofMethod.stream().filter(run -> run.seed() == 0).toList();
        if (!first.isEmpty()) {
          long seeds = ofMethod.stream().map(Run::seed).distinct().count();
          text.append("| `").append(method).append("` | ").append(first.size()).append(" | ");
          text.append(percent(first, Run::accuracy)).append(" | ");
          text.append(PEER.getOrDefault(data, Map.of()).getOrDefault(method, "–")).append(" | ");
          text.append(percent(ofMethod, Run::accuracy)).append(" (").append(seeds).append(") | ");
          text.append(percent(first, Run::ece)).append(" | ");
          text.append(percent(ofMethod, Run::ece)).append(" | ");
          text.append(String.format(Locale.ROOT, "%.1f |%n", mean(first, Run::seconds)));
        }
      }
    }
    return text.toString();
  }

  private static String percent(List<Run> runs, ToDoubleFunction<Run> value) {
    return String.format(Locale.ROOT, "%.1f", 100 * mean(runs, value));
  }

  private static double mean(List<Run> runs, ToDoubleFunction<Run> value) {
    return runs.stream().mapToDouble(value).average().orElse(Double.NaN);
  }
}
